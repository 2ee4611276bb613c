import { type Amounts, amountNames } from '../../api/records.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { amountCells } from '../amounts.tsx'
import { amountLabels } from '../labels.ts'
import { PartsBar } from './PartsBar.tsx'

/** How a total divides into its parts. */
export const breakdownColumn: Column<{ readonly balances: Amounts }> = {
  id: 'parts',
  header: 'Breakdown',
  hint: 'The parts of the total: available, processing, staking, claimable',
  cell: ({ balances }) => <PartsBar balances={balances} bare />,
  width: '7rem',
}

/** The columns of the five components, their points under each other: the total first, then its parts. */
export function amountColumns<R extends { readonly balances: Amounts }>(
  rows: readonly R[],
): readonly Column<R>[] {
  return amountNames.map((name) => {
    const fraction = longestFraction(rows.map(({ balances }) => balances[name]))
    const { label, meaning } = amountLabels[name]
    return {
      id: name,
      header: label,
      hint: meaning,
      card: name === 'total_balance' ? 'main' : 'line',
      ...amountCells(({ balances }) => balances[name], fraction),
    }
  })
}
