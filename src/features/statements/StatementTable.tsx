import { usePreferences } from '../../records/preferences.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { writeVaultHolding } from '../../url/statements.ts'
import type { StatementRow } from './rows.tsx'

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
  /** The ledger of a holding. */
  hrefOf: (holding: string) => string
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
      rowHref={({ holding }) => {
        const name = holding && writeVaultHolding(holding.key)
        return name ? hrefOf(name) : null
      }}
      rowLabel={({ label }) => `${label}: ledger`}
      stale={stale}
      compact={compact}
    />
  )
}
