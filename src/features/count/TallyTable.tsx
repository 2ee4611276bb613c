import { useMemo, useState } from 'react'
import { countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { Amount } from '../../records/Amount.tsx'
import { StatusBadge, TypeLabel } from '../../records/badges.tsx'
import { neverAdded } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { untrustedText } from '../../records/UntrustedText.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import type { ControlSum, ControlTotals } from '../export/index.ts'
import styles from './Tally.module.css'
import { type TallyDetail, type TallyRow, tallyRows } from './tally-rows.ts'

/** Exact totals per asset and network, by status and type; each line leads to its transactions. */
export function TallyTable({ totals, filter }: { totals: ControlTotals; filter: Filter<'transactions'> }) {
  const [detail, setDetail] = useState<TallyDetail>('type')
  const { compact } = usePreferences()
  const rows = useMemo(() => tallyRows(totals, detail), [totals, detail])
  const columns = useMemo(() => tallyColumns(rows, detail), [rows, detail])
  return (
    <>
      <SegmentedControl
        label="Totals by"
        value={detail}
        options={[
          { value: 'asset', label: 'Asset' },
          { value: 'status', label: 'Asset, status' },
          { value: 'type', label: 'Asset, type, status' },
        ]}
        onChange={setDetail}
      />
      <DataTable
        caption="Totals"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowKind={({ kind }) => (kind === 'single' ? undefined : kind)}
        rowHref={(row) => hrefOf(row, filter)}
        rowLabel={(row) => `${row.asset_id ?? 'Asset'}: ${row.rows} of them`}
        compact={compact}
      />
      <p className={styles.note}>
        Sums are exact and include every type and status: a rejected transaction adds as much as a completed
        one. {neverAdded}. Fees are in the network’s own asset.
      </p>
    </>
  )
}

function tallyColumns(rows: readonly TallyRow[], detail: TallyDetail): readonly Column<TallyRow>[] {
  return [
    {
      id: 'asset_id',
      header: 'Asset',
      cell: ({ asset_id }) => untrustedText(asset_id),
      width: '9rem',
    },
    {
      id: 'network_id',
      header: 'Network',
      cell: ({ network_id }) => untrustedText(network_id),
      width: '7rem',
      card: 'aside',
    },
    ...(detail === 'type' ? [typeColumn] : []),
    ...(detail === 'asset' ? [] : [statusColumn]),
    {
      id: 'rows',
      header: 'Transactions',
      align: 'end',
      cell: (row) => countText(row.rows),
      width: '7rem',
    },
    sumColumn(rows, 'amount', 'Amount'),
    sumColumn(rows, 'fee', 'Fees', 'In the network’s own asset'),
  ]
}

const typeColumn: Column<TallyRow> = {
  id: 'transaction_type',
  header: 'Type',
  cell: ({ kind, transaction_type }) =>
    kind === 'group' ? 'All types' : <TypeLabel type={transaction_type ?? null} />,
  width: '8rem',
}

const statusColumn: Column<TallyRow> = {
  id: 'status',
  header: 'Status',
  cell: ({ kind, status }) => (kind === 'group' ? 'All statuses' : <StatusBadge status={status ?? null} />),
  width: '8rem',
  card: 'beside',
}

function sumColumn(
  rows: readonly TallyRow[],
  name: 'amount' | 'fee',
  header: string,
  hint?: string,
): Column<TallyRow> {
  const fractionWidth = longestFraction(rows.map((row) => row[name].sum))
  return {
    id: name,
    header,
    ...(hint && { hint }),
    align: 'end',
    card: name === 'amount' ? 'main' : 'line',
    cell: (row) => <Sum sum={row[name]} rows={row.rows} fractionWidth={fractionWidth} />,
  }
}

/** What is no decimal cannot be added: it is said, and nothing is said to be zero because of it. */
function Sum({
  sum: { sum, unreadable },
  rows,
  fractionWidth,
}: {
  sum: ControlSum
  rows: number
  fractionWidth: number
}) {
  if (rows === unreadable) return <span className={styles.note}>no readable amounts</span>
  return (
    <span className={styles.sum}>
      <Amount value={sum} fractionWidth={fractionWidth} />
      {unreadable > 0 && <span className={styles.note}>not counting {countText(unreadable)} unreadable</span>}
    </span>
  )
}

/** The transactions of a line; null where the service cannot be asked for just those. */
function hrefOf(row: TallyRow, filter: Filter<'transactions'>): string | null {
  const own = {
    asset_id: row.asset_id,
    network_id: row.network_id,
    transaction_type: row.transaction_type,
    status: row.status,
  }
  const narrowed: Record<string, string> = {}
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue
    if (value === null || value === '') return null
    narrowed[name] = value
  }
  return transactionsHref({ ...filter, ...narrowed })
}
