import type { Transaction } from '../../api/records.ts'
import type { RecordedDays } from '../../list/recorded-days.tsx'
import { RecordedOn, recordedOnLook } from '../../list/recorded-days.tsx'
import { Party } from '../../records/addresses/Address.tsx'
import { Amount, amountCells } from '../../records/amounts.tsx'
import { StatusBadge, typeCells } from '../../records/badges.tsx'
import { recordedOnHint } from '../../records/dates.ts'
import { identifierCells } from '../../records/identifiers.tsx'
import { labelOf, statusLabels, typeLabels } from '../../records/labels.ts'
import { Instant, textCells, untrustedText } from '../../records/text.tsx'
import type { Column, RowData, TableModel } from '../../ui/data-table.ts'
import { sortedBy } from '../../ui/sort-key.ts'
import styles from './TransactionsPage.module.css'
import { feeHint } from './words.ts'

/** The columns of the transaction table. `fractions` are the digits of the longest fractions among amounts and fees. */
export function transactionColumns(
  fractions: { readonly amount: number; readonly fee: number },
  {
    days,
    hasInstants,
  }: {
    /** Null for a reader who has no dates found. */
    days: RecordedDays | null
    /** One reading was retrieved at several instants. */
    hasInstants: boolean
  },
): readonly Column<Transaction>[] {
  const amount = amountCells<Transaction>((row) => row.amount, fractions.amount)
  const fee = amountCells<Transaction>((row) => row.fee, fractions.fee)
  const type = typeCells<Transaction>((row) => row.transaction_type)
  const transactionId = identifierCells<Transaction>((row) => row.transaction_id)
  const columns: readonly Column<Transaction>[] = [
    {
      id: 'recorded_on',
      header: 'Date',
      ...sortedBy((row) => days?.sortKeyOf(row.transaction_id) ?? null),
      cell: ({ row }) => <RecordedOn id={row.original.transaction_id} />,
      size: 100,
      meta: { look: () => recordedOnLook, hint: recordedOnHint, card: 'date' },
    },
    {
      id: 'transaction_type',
      header: 'Type',
      ...sortedBy((row) => labelOf(typeLabels, row.transaction_type) ?? row.transaction_type),
      ...type,
      size: 118,
      meta: { ...type.meta, card: 'title' },
    },
    {
      id: 'status',
      header: 'Status',
      ...sortedBy((row) => labelOf(statusLabels, row.status)?.label ?? row.status),
      cell: ({ row }) => <StatusBadge status={row.original.status} />,
      size: 114,
      meta: { card: 'aside' },
    },
    {
      id: 'amount',
      header: 'Amount',
      ...amount,
      cell: (context) =>
        shows(context.table, 'asset_id') ? (
          amount.cell(context)
        ) : (
          <Amount
            value={context.row.original.amount}
            asset={context.row.original.asset_id}
            fractionWidth={fractions.amount}
          />
        ),
      meta: {
        ...amount.meta,
        look: (context) => (shows(context.table, 'asset_id') ? (amount.meta.look?.(context) ?? {}) : {}),
        card: 'main',
      },
    },
    {
      id: 'asset_id',
      header: 'Asset',
      ...sortedBy((row) => row.asset_id),
      cell: ({ row, table }) => (
        <>
          {untrustedText(row.original.asset_id)}
          {!shows(table, 'network_name') && (
            <>
              {' '}
              <span className={styles.network}>{untrustedText(row.original.network_name)}</span>
            </>
          )}
        </>
      ),
      size: 104,
      meta: { look: () => ({ className: styles.asset }), card: 'beside' },
    },
    {
      id: 'network_name',
      header: 'Network',
      ...textCells((row) => row.network_name),
      size: 128,
      minSize: 64,
      meta: { clips: true, card: 'beside', optional: true },
    },
    {
      id: 'source',
      header: 'From',
      ...sortedBy(({ source }) => source.source_name || source.source_address || source.source_type),
      cell: ({ row }) => <Party transaction={row.original} end="source" />,
      size: partyWidth,
      minSize: partyWidth,
      meta: { clips: true, card: 'from' },
    },
    {
      id: 'destination',
      header: 'To',
      ...sortedBy(
        ({ destination }) =>
          destination.destination_name || destination.destination_address || destination.destination_type,
      ),
      cell: ({ row }) => <Party transaction={row.original} end="destination" />,
      size: partyWidth,
      minSize: partyWidth,
      meta: { clips: true, card: 'to' },
    },
    { id: 'fee', header: 'Fee', ...fee, meta: { ...fee.meta, hint: feeHint } },
    { id: 'txn_hash', header: 'Hash', ...identifierCells((row) => row.txn_hash), size: 160 },
    {
      id: 'transaction_id',
      header: 'Transaction id',
      ...transactionId,
      size: 160,
      meta: { ...transactionId.meta, optional: true },
    },
    {
      id: 'timestamp',
      header: 'Retrieved',
      cell: ({ row }) => <Instant iso={row.original.timestamp} />,
      size: 208,
    },
  ]
  const left = new Set([...(days ? [] : ['recorded_on']), ...(hasInstants ? [] : ['timestamp'])])
  return columns.filter(({ id }) => !left.has(id))
}

function shows<R extends RowData>(table: Pick<TableModel<R>, 'getColumn'>, id: string): boolean {
  return table.getColumn(id)?.getIsVisible() ?? false
}

/** Room for an address that is shortened in its middle, and a mark before it: cut at its end as well, it would lose where it differs. */
const partyWidth = 194
