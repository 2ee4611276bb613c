import type { Transaction } from '../../api/records.ts'
import { Party } from '../../records/addresses/Address.tsx'
import { Amount, amountCells } from '../../records/amounts.tsx'
import { StatusBadge, typeCells } from '../../records/badges.tsx'
import { recordedDay } from '../../records/dates/dates-store.ts'
import { RecordedOn, recordedOnLook } from '../../records/dates/RecordedOn.tsx'
import { recordedOnHint } from '../../records/dates/words.ts'
import { identifierCells } from '../../records/identifiers.tsx'
import { labelOf, statusLabels, typeLabels } from '../../records/labels.ts'
import { Instant, textCells } from '../../records/text.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { feeHint } from './words.ts'

/** The columns of the transaction table. The retrieval time is a column only where one reading has several. */
export function transactionColumns(
  rows: readonly Transaction[],
  latest: readonly Transaction[],
): readonly Column<Transaction>[] {
  const amountFraction = longestFraction(rows.map(({ amount }) => amount))
  const feeFraction = longestFraction(rows.map(({ fee }) => fee))
  return [
    {
      id: 'recorded_on',
      header: 'Date',
      cell: (row) => <RecordedOn id={row.transaction_id} />,
      look: () => recordedOnLook,
      hint: recordedOnHint,
      sortBy: (row) => recordedDay(row.transaction_id),
      width: '7rem',
      card: 'date',
    },
    {
      id: 'transaction_type',
      header: 'Type',
      ...typeCells((row) => row.transaction_type),
      sortBy: (row) => labelOf(typeLabels, row.transaction_type) ?? row.transaction_type,
      width: '8.5rem',
      card: 'title',
    },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status }) => StatusBadge({ status }),
      sortBy: (row) => labelOf(statusLabels, row.status)?.label ?? row.status,
      width: '8rem',
      card: 'aside',
    },
    {
      id: 'amount',
      header: 'Amount',
      ...amountCells((row) => row.amount, amountFraction),
      cellWithout: {
        column: 'asset_id',
        cell: (row) => <Amount value={row.amount} asset={row.asset_id} fractionWidth={amountFraction} />,
      },
      card: 'main',
    },
    {
      id: 'asset_id',
      header: 'Asset',
      ...textCells((row) => row.asset_id),
      width: '7rem',
      card: 'beside',
    },
    {
      id: 'network_name',
      header: 'Network',
      ...textCells((row) => row.network_name),
      width: '8rem',
      narrowest: 64,
      card: 'beside',
    },
    {
      id: 'source',
      header: 'From',
      cell: (row) => Party({ transaction: row, end: 'source' }),
      sortBy: ({ source }) => source.source_name || source.source_address || source.source_type,
      width: '13rem',
      narrowest: narrowestParty,
      card: 'from',
    },
    {
      id: 'destination',
      header: 'To',
      cell: (row) => Party({ transaction: row, end: 'destination' }),
      sortBy: ({ destination }) =>
        destination.destination_name || destination.destination_address || destination.destination_type,
      width: '13rem',
      narrowest: narrowestParty,
      card: 'to',
    },
    {
      id: 'fee',
      header: 'Fee',
      ...amountCells((row) => row.fee, feeFraction),
      hint: feeHint,
    },
    {
      id: 'txn_hash',
      header: 'Hash',
      ...identifierCells((row) => row.txn_hash),
      width: '10rem',
    },
    {
      id: 'transaction_id',
      header: 'Transaction id',
      ...identifierCells((row) => row.transaction_id),
      width: '10rem',
    },
    ...(commonTimestamp(latest) !== undefined
      ? []
      : [
          {
            id: 'timestamp',
            header: 'Retrieved',
            cell: (row: Transaction) => <Instant iso={row.timestamp} />,
            width: '13rem',
          },
        ]),
  ]
}

/** The same for a reader who has no dates found. */
export const undatedColumns: typeof transactionColumns = (rows, latest) =>
  transactionColumns(rows, latest).filter(({ id }) => id !== 'recorded_on')

/** Room for an address that is shortened in its middle, and a mark before it: cut at its end as well, it would lose where it differs. */
const narrowestParty = 232

/** The one instant at which all rows were retrieved, null where none says; undefined where they differ. */
export function commonTimestamp(rows: readonly Transaction[]): string | null | undefined {
  const [first] = rows
  return rows.every(({ timestamp }) => timestamp === first?.timestamp)
    ? (first?.timestamp ?? null)
    : undefined
}
