import { usePreferences } from '../../records/preferences.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { writeAssets, writeVaultHolding } from '../../url/statements.ts'
import type { StatementRow } from './rows.tsx'

/** Leads to the ledger of a holding, or to a statement of some assets. */
export type StatementHref = (params: { readonly holding: string } | { readonly assets: string }) => string

/** The lines of a statement with some of their figures; that of a vault leads to its ledger. */
export function StatementTable({
  caption,
  rows,
  columns,
  hrefOf,
  stale,
}: {
  caption: string
  rows: readonly StatementRow[]
  columns: readonly Column<StatementRow>[]
  hrefOf: StatementHref
  stale: boolean
}) {
  const { compact } = usePreferences()
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      rowKind={({ kind }) => (kind === 'single' ? undefined : kind)}
      rowHref={({ holding, asset }) => {
        const name = holding && writeVaultHolding(holding.key)
        if (name) return hrefOf({ holding: name })
        const assets = writeAssets([asset])
        return holding || assets === '' || rows[0]?.asset === rows.at(-1)?.asset ? null : hrefOf({ assets })
      }}
      rowLabel={({ label, holding }) => `${label}: ${holding ? 'ledger' : 'balance by day'}`}
      stale={stale}
      compact={compact}
    />
  )
}
