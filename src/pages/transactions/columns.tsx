import type { ReactNode } from 'react'
import type { ConsoleTransaction } from '../../contract/console-api.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { nameOrId } from '../../contract/normal-records.ts'
import { Party } from '../../display/addresses/Address.tsx'
import { Amount, amountCells, longestFraction } from '../../display/amounts.tsx'
import { StatusBadge, typeCells } from '../../display/badges.tsx'
import { zoneOfDays } from '../../display/dates.ts'
import { Fee } from '../../display/fees.tsx'
import { identifierCells } from '../../display/identifiers.tsx'
import { type ListDates, RecordedDate, recordedDay } from '../../display/recorded-day.tsx'
import { textCells, untrustedText } from '../../display/text.tsx'
import { valueColumns } from '../../display/values.tsx'
import type { TransactionFileColumn } from '../../files/list-export.ts'
import type { ColumnsGiven } from '../../list/list-page.ts'
import type { ListColumn } from '../../list/list-table.ts'
import type { RowData, TableModel } from '../../ui/data-table.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { valuesOf } from '../../url/page-state.ts'
import { ageInWords } from './row-days.ts'
import styles from './transactions.module.css'

type TransactionColumn = ListColumn<ConsoleTransaction, TransactionFileColumn>

export function transactionColumns(
  { rows, filter, prices }: ColumnsGiven<ConsoleTransaction>,
  dates: ListDates,
): readonly TransactionColumn[] {
  const fractions = fractionsOf(rows)
  const statuses = valuesOf(filter.status)
  const isOpen = statuses.length > 0 && statuses.every((one) => openStatuses.some((open) => open === one))
  return [
    dateColumn(dates),
    ...(isOpen ? [ageColumn(dates, prices !== undefined)] : []),
    ...kindColumns,
    amountColumn(fractions.amount),
    ...assetColumns,
    ...valueColumns<ConsoleTransaction>(prices, amountHeld, { size: 124, shownIn: '(width >= 1440px)' }).map(
      (value): TransactionColumn => ({ ...value, file: ['value', 'currency', 'price', 'price_date'] }),
    ),
    partyColumn('source'),
    partyColumn('destination'),
    feeColumn(fractions.fee),
    ...identifierColumns,
  ]
}

/** The digits of the longest fractions. Null before there are rows: where the points will be is not known. */
export function fractionsOf(rows: readonly ConsoleTransaction[]) {
  const fractionIn = (amounts: readonly (string | null)[]) =>
    rows.length === 0 ? null : longestFraction(amounts)
  return { amount: fractionIn(rows.map((row) => row.amount)), fee: fractionIn(rows.map((row) => row.fee)) }
}

const amountHeld = ({ asset_id, amount }: ConsoleTransaction) => [{ asset_id, held: amount }]

function dateColumn(dates: ListDates): TransactionColumn {
  return {
    id: 'recorded_on',
    header: 'Date',
    file: ['recorded_on'],
    // Has the age where that has no column.
    cell: ({ row: { original }, table }) => (
      <>
        <RecordedDate recorded={original.recorded} dates={dates} />
        {!shows(table, 'age') && <Age row={original} />}
      </>
    ),
    // No narrower than its date, which comes later and would move the other columns.
    size: 110,
    meta: {
      look: () => ({ className: layout.stacked }),
      hint: `The day on which the service recorded the transaction (${dates.zone ?? zoneOfDays(dates.whose)}).`,
      card: 'date',
    },
  }
}

/** Where other columns leave no room for it, it is under the date. */
function ageColumn(dates: ListDates, hasValues: boolean): TransactionColumn {
  return {
    id: 'age',
    header: 'Age',
    file: ['recorded_on'],
    cell: ({ row: { original } }) => ageInWords(original, recordedDay(original.recorded)),
    size: 64,
    meta: {
      ...(dates.whose === 'service' && { hint: 'By the service’s own days, so it may be a day off' }),
      shownIn: hasValues
        ? '(1080px <= width < 1440px) or (1540px <= width < 1880px) or (width >= 2060px)'
        : '(width >= 1080px)',
    },
  }
}

function Age({ row }: { row: ConsoleTransaction }): ReactNode {
  const age = ageInWords(row, recordedDay(row.recorded))
  if (age === null) return null
  return (
    <>
      {' '}
      <span className={classes(layout.quiet, layout.under, styles.age)}>{age}</span>
    </>
  )
}

const type = typeCells<ConsoleTransaction>((row) => row.transaction_type)
const kindColumns: readonly TransactionColumn[] = [
  {
    id: 'transaction_type',
    header: 'Type',
    file: ['transaction_type'],
    ...type,
    size: 118,
    meta: { ...type.meta, card: 'title' },
  },
  {
    id: 'status',
    header: 'Status',
    file: ['status'],
    cell: ({ row }) => <StatusBadge status={row.original.status} />,
    size: 116,
    meta: { card: 'aside' },
  },
]

/** Names its asset where that column is hidden. */
function amountColumn(fractionWidth: number | null): TransactionColumn {
  const amount = amountCells<ConsoleTransaction>((row) => row.amount, fractionWidth)
  return {
    id: 'amount',
    header: 'Amount',
    file: ['amount'],
    ...amount,
    cell: (context) => {
      const { amount: value, asset_id } = context.row.original
      return shows(context.table, 'asset_id') ? (
        amount.cell(context)
      ) : (
        <Amount value={value} asset={asset_id} fractionWidth={fractionWidth ?? 0} />
      )
    },
    // Room for 18 decimals: the columns after it do not move from page to page.
    size: 236,
    meta: {
      ...amount.meta,
      look(context) {
        if (!shows(context.table, 'asset_id')) return {}
        return amount.meta.look?.(context) ?? {}
      },
      card: 'main',
    },
  }
}

const assetColumns: readonly TransactionColumn[] = [
  {
    id: 'asset_id',
    header: 'Asset',
    file: ['asset_id'],
    // Names its network where that column is hidden.
    cell: ({ row, table }) => (
      <>
        {untrustedText(row.original.asset_id)}
        {!shows(table, 'network_name') && (
          <>
            {' '}
            <span className={classes(layout.quiet, layout.under)}>
              {untrustedText(nameOrId(row.original.network_name, row.original.network_id))}
            </span>
          </>
        )}
      </>
    ),
    size: 104,
    meta: { look: () => ({ className: layout.stacked }), card: 'beside' },
  },
  {
    id: 'network_name',
    header: 'Network',
    file: ['network_id', 'network_name'],
    ...textCells<ConsoleTransaction>((row) => nameOrId(row.network_name, row.network_id)),
    size: 128,
    meta: { clips: true, card: 'beside', shownIn: 'not all' },
  },
]

function partyColumn(end: 'source' | 'destination'): TransactionColumn {
  return {
    id: end,
    header: end === 'source' ? 'From' : 'To',
    file: [
      ...([`${end}_type`, `${end}_id`, `${end}_name`, `${end}_address`] as const),
      ...(end === 'destination' ? (['memo'] as const) : []),
    ],
    cell: ({ row }) => <Party transaction={row.original} end={end} />,
    size: partyWidth,
    meta: { clips: true, card: end === 'source' ? 'from' : 'to' },
  }
}

/** Fits a mark and a shortened address. An address cut at its end too would lose where it differs. */
const partyWidth = 166

/** After the recipient, where a wide window has room for all of it. */
function feeColumn(fractionWidth: number | null): TransactionColumn {
  return {
    id: 'fee',
    header: 'Fee',
    file: ['fee', 'fee_asset'],
    cell: ({ row: { original } }) => <Fee transaction={original} fractionWidth={fractionWidth ?? 0} />,
    // Room for 18 decimals and an asset: a column as wide as its contents would move when they come.
    size: 244,
    meta: {
      align: 'end',
      hint: 'In the asset for which the balances add up. Until that is known, in the network’s own asset',
      shownIn: '(width >= 1660px)',
    },
  }
}

const transactionHash = identifierCells<ConsoleTransaction>((row) => row.txn_hash)
const transactionId = identifierCells<ConsoleTransaction>((row) => row.transaction_id)
const identifierColumns: readonly TransactionColumn[] = [
  {
    id: 'txn_hash',
    header: 'Hash',
    file: ['txn_hash'],
    ...transactionHash,
    size: 160,
    meta: { ...transactionHash.meta, shownIn: '(width >= 1880px)' },
  },
  {
    id: 'transaction_id',
    header: 'Transaction id',
    file: ['transaction_id'],
    ...transactionId,
    size: 160,
    meta: { ...transactionId.meta, shownIn: 'not all' },
  },
]

function shows<R extends RowData>(table: Pick<TableModel<R>, 'getAllLeafColumns'>, id: string): boolean {
  return table.getAllLeafColumns().some((column) => column.id === id)
}
