import type { ReactNode } from 'react'
import { presentTime } from '../../api/open-pack.ts'
import type { ColumnPrices } from '../../api/prices.ts'
import { ageInDays, ageText } from '../../contract/ages.ts'
import type { ConsoleTransaction } from '../../contract/console-api.ts'
import { dayNumber, dayOf, type WhoseDays } from '../../contract/day.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { Party } from '../../display/addresses/Address.tsx'
import { Amount, amountCells } from '../../display/amounts.tsx'
import { StatusBadge, typeCells } from '../../display/badges.tsx'
import { zoneOfDays } from '../../display/dates.ts'
import { Fee } from '../../display/fees.tsx'
import { identifierCells } from '../../display/identifiers.tsx'
import { nameOrId, whyUnmoved } from '../../display/labels.ts'
import { type ListDates, RecordedDate, recordedDay } from '../../display/recorded-day.tsx'
import { textCells, untrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { valueColumns } from '../../display/values.tsx'
import type { Column, RowData, TableModel } from '../../ui/data-table.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import styles from './transactions.module.css'

/** `fractions` are the digits of the longest fractions among amounts and fees, null before there are rows. `isOpen`: all rows are in flight. */
export function transactionColumns(
  fractions: { readonly amount: number | null; readonly fee: number | null },
  dates: ListDates,
  isOpen: boolean,
  prices: ColumnPrices,
): readonly Column<ConsoleTransaction>[] {
  return [
    dateColumn(dates),
    ...(isOpen ? [ageColumn(dates, prices !== undefined)] : []),
    ...kindColumns,
    amountColumn(fractions.amount),
    ...assetColumns,
    ...valueColumns<ConsoleTransaction>(prices, amountHeld, { size: 124, shownIn: '(width >= 1440px)' }),
    partyColumn('source'),
    partyColumn('destination'),
    feeColumn(fractions.fee),
    ...identifierColumns,
  ]
}

const amountHeld = ({ asset_id, amount }: ConsoleTransaction) => [{ asset_id, held: amount }]

function dateColumn(dates: ListDates): Column<ConsoleTransaction> {
  return {
    id: 'recorded_on',
    header: 'Date',
    // Has the age where that has no column.
    cell: ({ row: { original }, table }) => (
      <>
        <RecordedDate recorded={original.recorded} dates={dates} />
        {!shows(table, 'age') && <Age row={original} zone={dates.whose} />}
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

/** Where values leave no room for it, it is under the date. */
function ageColumn(dates: ListDates, hasValues: boolean): Column<ConsoleTransaction> {
  return {
    id: 'age',
    header: 'Age',
    cell: ({ row: { original } }) => ageInWords(original, recordedDay(original.recorded), dates.whose),
    size: 64,
    meta: {
      shownIn: hasValues ? '(640px <= width < 1440px) or (width >= 1540px)' : '(width >= 640px)',
    },
  }
}

function Age({ row, zone }: { row: ConsoleTransaction; zone: WhoseDays }): ReactNode {
  const age = ageInWords(row, recordedDay(row.recorded), zone)
  if (age === null) return null
  return (
    <>
      {' '}
      <span className={classes(layout.quiet, layout.under, styles.age)}>{age}</span>
    </>
  )
}

/** For how many days a transaction has been in flight. Null for any other, and before its day is known. */
export function ageInWords({ status }: Transaction, day: string | null, zone: WhoseDays): string | null {
  const first = day === null || !openStatuses.some((one) => one === status) ? null : dayNumber(day)
  if (first === null) return null
  return ageText(ageInDays(first, dayOf(presentTime(), zone === 'local' ? 'local' : 'utc')))
}

const type = typeCells<ConsoleTransaction>((row) => row.transaction_type)
const kindColumns: readonly Column<ConsoleTransaction>[] = [
  {
    id: 'transaction_type',
    header: 'Type',
    ...type,
    size: 118,
    meta: { ...type.meta, card: 'title' },
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => {
      const why = whyUnmoved(original)?.slice(0, longestReason) ?? null
      return (
        <>
          <StatusBadge status={original.status} />
          {why !== null && (
            <>
              {' '}
              <span className={classes(layout.quiet, layout.under, styles.why)} title={withHiddenNamed(why)}>
                {untrustedText(why)}
              </span>
            </>
          )}
        </>
      )
    },
    size: 116,
    meta: {
      look: ({ row }) => ({
        className: classes(layout.stacked, whyUnmoved(row.original) !== null && styles.reasoned),
      }),
      card: 'aside',
    },
  },
]

/** Characters in a row. A service may send millions. */
const longestReason = 200

/** Names its asset where that column is hidden. */
function amountColumn(fractionWidth: number | null): Column<ConsoleTransaction> {
  const amount = amountCells<ConsoleTransaction>((row) => row.amount, fractionWidth)
  return {
    id: 'amount',
    header: 'Amount',
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
      look: (context) => (shows(context.table, 'asset_id') ? (amount.meta.look?.(context) ?? {}) : {}),
      card: 'main',
    },
  }
}

const assetColumns: readonly Column<ConsoleTransaction>[] = [
  {
    id: 'asset_id',
    header: 'Asset',
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
    ...textCells<ConsoleTransaction>((row) => nameOrId(row.network_name, row.network_id)),
    size: 128,
    meta: { clips: true, card: 'beside', shownIn: 'not all' },
  },
]

function partyColumn(end: 'source' | 'destination'): Column<ConsoleTransaction> {
  return {
    id: end,
    header: end === 'source' ? 'From' : 'To',
    cell: ({ row }) => <Party transaction={row.original} end={end} />,
    size: partyWidth,
    meta: { clips: true, card: end === 'source' ? 'from' : 'to' },
  }
}

/** Fits a mark and a shortened address. An address cut at its end too would lose where it differs. */
const partyWidth = 166

/** After the recipient, where a wide window has room for all of it. */
function feeColumn(fractionWidth: number | null): Column<ConsoleTransaction> {
  return {
    id: 'fee',
    header: 'Fee',
    cell: ({ row: { original } }) => <Fee transaction={original} fractionWidth={fractionWidth ?? 0} />,
    // Room for 18 decimals and an asset: a column as wide as its contents would move when they come.
    size: 256,
    meta: {
      align: 'end',
      hint: 'In the asset that explains the balances; before that is known, in the network’s own',
      shownIn: '(width >= 1660px)',
    },
  }
}

const transactionHash = identifierCells<ConsoleTransaction>((row) => row.txn_hash)
const transactionId = identifierCells<ConsoleTransaction>((row) => row.transaction_id)
const identifierColumns: readonly Column<ConsoleTransaction>[] = [
  {
    id: 'txn_hash',
    header: 'Hash',
    ...transactionHash,
    size: 160,
    meta: { ...transactionHash.meta, shownIn: '(width >= 1880px)' },
  },
  {
    id: 'transaction_id',
    header: 'Transaction id',
    ...transactionId,
    size: 160,
    meta: { ...transactionId.meta, shownIn: 'not all' },
  },
]

function shows<R extends RowData>(table: Pick<TableModel<R>, 'getAllLeafColumns'>, id: string): boolean {
  return table.getAllLeafColumns().some((column) => column.id === id)
}
