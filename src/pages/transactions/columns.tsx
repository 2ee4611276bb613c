import type { Transaction } from '../../api/records.ts'
import { Amount } from '../../components/Amount.tsx'
import { StatusBadge, TypeLabel } from '../../components/badges.tsx'
import { ShortIdentifier } from '../../components/Identifier.tsx'
import { Instant } from '../../components/Instant.tsx'
import { Party } from '../../components/Party.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'

/** The columns of the transaction table. The retrieval time is a column only where one reading has several. */
export function transactionColumns(
  rows: readonly Transaction[],
  latest: readonly Transaction[],
): readonly Column<Transaction>[] {
  const amountFraction = longestFraction(rows.map(({ amount }) => amount))
  const feeFraction = longestFraction(rows.map(({ fee }) => fee))
  return [
    {
      id: 'transaction_type',
      header: 'Type',
      cell: (row) => <TypeLabel type={row.transaction_type} />,
      width: '8.5rem',
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} />, width: '8rem' },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (row) => <Amount value={row.amount} fractionWidth={amountFraction} />,
    },
    { id: 'asset_id', header: 'Asset', cell: (row) => <UntrustedText text={row.asset_id} />, width: '7rem' },
    {
      id: 'network_name',
      header: 'Network',
      cell: (row) => <UntrustedText text={row.network_name} />,
      width: '8rem',
    },
    {
      id: 'source',
      header: 'From',
      cell: ({ source }) => (
        <Party type={source.source_type} name={source.source_name} address={source.source_address} />
      ),
      width: '13rem',
    },
    {
      id: 'destination',
      header: 'To',
      cell: ({ destination }) => (
        <Party
          type={destination.destination_type}
          name={destination.destination_name}
          address={destination.destination_address}
        />
      ),
      width: '13rem',
    },
    {
      id: 'fee',
      header: 'Fee',
      align: 'end',
      hint: 'In the network’s own asset',
      cell: (row) => <Amount value={row.fee} fractionWidth={feeFraction} />,
    },
    {
      id: 'txn_hash',
      header: 'Hash',
      cell: (row) => <ShortIdentifier text={row.txn_hash} />,
      width: '10rem',
    },
    {
      id: 'transaction_id',
      header: 'Transaction id',
      cell: (row) => <ShortIdentifier text={row.transaction_id} />,
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

/** The one instant at which all rows were retrieved, null where none says; undefined where they differ. */
export function commonTimestamp(rows: readonly Transaction[]): string | null | undefined {
  const [first] = rows
  return rows.every(({ timestamp }) => timestamp === first?.timestamp)
    ? (first?.timestamp ?? null)
    : undefined
}
