import { useMemo } from 'react'
import { rounded, subtract, writeDecimal } from '../../contract/decimal.ts'
import { Amount } from '../../records/Amount.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import {
  Figure,
  nameColumn,
  proofColumn,
  type StatementHref,
  type StatementRow,
  StatementTable,
} from './rows.tsx'
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
  day,
  valuation,
  hrefOf,
  stale,
}: {
  /** With what is held today alone. */
  statement: readonly AssetLines[]
  /** The day, `YYYY-MM-DD`. */
  day: string
  /** The reader's prices; null without any. */
  valuation: Valuation | null
  hrefOf: StatementHref
  stale: boolean
}) {
  const columns = useMemo(() => {
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
        cell: (row) => <Figure value={row.line.today} row={row} />,
      },
      {
        id: 'difference',
        header: 'Difference',
        hint: 'Today without what was held then',
        align: 'end',
        cell: (row) => {
          const [then, latest] = [row.line.closing, row.line.today]
          return <Figure value={then && latest && subtract(latest, then)} row={row} />
        },
      },
      ...(valuation ? [valueColumn(valuation)] : []),
      proofColumn,
    ]
    return columns
  }, [day, valuation])
  return (
    <StatementTable
      caption="Balances"
      statement={statement}
      columns={columns}
      hrefOf={hrefOf}
      stale={stale}
    />
  )
}
