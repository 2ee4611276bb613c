import type { Holding } from '../../api/records.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { amountCells } from '../../records/amounts.tsx'
import type { SplitOf } from '../../records/holdings/holdings.tsx'
import { amountColumns, breakdownColumn, ColdShare } from '../../records/holdings/holdings.tsx'
import { vaultTypeLabels } from '../../records/labels.ts'
import { textCells } from '../../records/text.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import type { Column } from '../../ui/table-column.ts'
import { shareHint, typeHint } from './words.ts'

/** The columns of the balance table; those of cold and warm vaults stand only beside the balances of all. */
export function balanceColumns(
  rows: readonly Holding[],
  splitOf: SplitOf | null,
): readonly Column<Holding>[] {
  const [total, ...parts] = amountColumns(rows)
  return [
    {
      id: 'asset_id',
      header: 'Asset',
      ...textCells((row) => row.asset_id),
      width: '8rem',
    },
    {
      id: 'asset_name',
      header: 'Name',
      ...textCells((row) => row.asset_name),
      width: '8rem',
    },
    {
      id: 'network_name',
      header: 'Network',
      ...textCells((row) => row.network_name),
      width: '8rem',
      card: 'aside',
    },
    ...(total ? [total] : []),
    breakdownColumn,
    ...(splitOf ? splitColumns(rows, splitOf) : []),
    ...parts,
  ]
}

function splitColumns(rows: readonly Holding[], splitOf: SplitOf): readonly Column<Holding>[] {
  const share: Column<Holding> = {
    id: 'share',
    header: 'Cold share',
    hint: shareHint,
    cell: (held) => <ColdShare split={splitOf(held)} total={held.balances.total_balance} bare />,
    width: '8rem',
  }
  const amounts = vaultTypes.map((type): Column<Holding> => {
    const fraction = longestFraction(rows.map((held) => splitOf(held)[type]))
    return {
      id: type,
      header: vaultTypeLabels[type],
      hint: typeHint(type),
      ...amountCells((held) => splitOf(held)[type], fraction),
    }
  })
  return [share, ...amounts]
}
