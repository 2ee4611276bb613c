import { useMemo } from 'react'
import { rounded, subtract, writeDecimal } from '../../contract/decimal.ts'
import { Amount } from '../../records/Amount.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { writeVaultHolding } from '../../url/statements.ts'
import { Figure, nameColumn, proofColumn, type StatementRow, statementRows } from './rows.tsx'
import type { AssetLines } from './statement.ts'
import { type Valuation, valueAt } from './valuation.ts'

function valueColumn(valuation: Valuation): Column<StatementRow> {
  return {
    id: 'value',
    header: `Value (${valuation.currency})`,
    hint: `At the price of ${valuation.day}, to two decimals`,
    align: 'end',
    cell: ({ asset, line }) => {
      const value = valueAt(asset, line.closing, valuation)
      return <Amount value={value && writeDecimal(rounded(value, 2))} fractionWidth={2} />
    },
  }
}

/** What was held at the end of a day, by asset and vault, beside today. */
export function Balances({
  statement,
  today,
  day,
  valuation,
  hrefOf,
  stale,
}: {
  /** At the end of the day, and today, of the same holdings. */
  statement: readonly AssetLines[]
  today: readonly AssetLines[]
  /** The day, `YYYY-MM-DD`. */
  day: string
  /** The reader's prices; null without any. */
  valuation: Valuation | null
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
      ...(valuation ? [valueColumn(valuation)] : []),
      proofColumn,
    ]
    return columns
  }, [today, day, valuation])
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
