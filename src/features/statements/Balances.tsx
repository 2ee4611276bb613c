import { useMemo } from 'react'
import { subtract } from '../../contract/decimal.ts'
import { usePreferences } from '../../records/preferences.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { writeVaultHolding } from '../../url/statements.ts'
import { Figure, nameColumn, proofColumn, type StatementRow, statementRows } from './rows.tsx'
import type { AssetLines } from './statement.ts'

/** What was held at the end of a day, by asset and vault, beside today. */
export function Balances({
  statement,
  today,
  day,
  hrefOf,
  stale,
}: {
  /** At the end of the day, and today, of the same holdings. */
  statement: readonly AssetLines[]
  today: readonly AssetLines[]
  /** The day, `YYYY-MM-DD`. */
  day: string
  hrefOf: (holding: string) => string
  stale: boolean
}) {
  const { compact } = usePreferences()
  const rows = useMemo(() => statementRows(statement), [statement])
  const columns = useMemo(() => {
    const now = new Map(statementRows(today).map(({ id, line }) => [id, line.closing]))
    const present = (row: StatementRow) => now.get(row.id) ?? null
    const columns: readonly Column<StatementRow>[] = [
      nameColumn,
      {
        id: 'closing',
        header: `End of ${day}`,
        align: 'end',
        card: 'main',
        cell: (row) => <Figure value={row.line.closing} row={row} />,
      },
      {
        id: 'today',
        header: 'Today',
        align: 'end',
        cell: (row) => <Figure value={present(row)} row={row} />,
      },
      {
        id: 'difference',
        header: 'Difference',
        hint: 'Today without what was held then',
        align: 'end',
        cell: (row) => {
          const [then, latest] = [row.line.closing, present(row)]
          return <Figure value={then && latest && subtract(latest, then)} row={row} />
        },
      },
      proofColumn,
    ]
    return columns
  }, [today, day])
  return (
    <DataTable
      caption="Balances"
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
