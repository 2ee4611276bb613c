import type { Holding } from '../api/records.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { amountColumns } from './holdings/amount-columns.tsx'
import { usePreferences } from './preferences.ts'
import { untrustedText } from './UntrustedText.tsx'

/** Holdings by asset and network with their five components, exact. */
export function HoldingsTable({
  caption,
  holdings,
  extra = noColumns,
  rowHref,
  loading = false,
  stale = false,
}: {
  caption: string
  holdings: readonly Holding[]
  /** Columns between the total and its components. */
  extra?: readonly Column<Holding>[]
  rowHref?: (held: Holding) => string | null
  loading?: boolean
  stale?: boolean
}) {
  const { compact } = usePreferences()
  return (
    <DataTable
      caption={caption}
      columns={columnsFor(holdings, extra)}
      rows={holdings}
      rowId={(held, index) => `${held.asset_id}/${held.network_id}/${index}`}
      rowLabel={(held) =>
        `${held.asset_id ?? 'Asset'} on ${held.network_name ?? 'an unnamed network'}: transactions`
      }
      {...(rowHref ? { rowHref } : {})}
      loading={loading}
      skeletonRows={12}
      stale={stale}
      compact={compact}
    />
  )
}

const noColumns: readonly Column<Holding>[] = []

function columnsFor(
  holdings: readonly Holding[],
  extra: readonly Column<Holding>[],
): readonly Column<Holding>[] {
  const [total, ...parts] = amountColumns(holdings)
  return [
    {
      id: 'asset_id',
      header: 'Asset',
      cell: (held) => untrustedText(held.asset_id),
      width: '8rem',
    },
    {
      id: 'asset_name',
      header: 'Name',
      cell: (held) => untrustedText(held.asset_name),
      width: '8rem',
    },
    {
      id: 'network_name',
      header: 'Network',
      cell: (held) => untrustedText(held.network_name),
      width: '9rem',
      card: 'aside',
    },
    ...(total ? [total] : []),
    ...extra,
    ...parts,
  ]
}
