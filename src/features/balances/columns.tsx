import type { Holding } from '../../api/records.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { amountCells } from '../../records/amounts.tsx'
import { amountColumns, breakdownColumn, ColdShare, type SplitOf } from '../../records/holdings/holdings.tsx'
import { vaultTypeLabels } from '../../records/labels.ts'
import { textCells } from '../../records/text.tsx'
import type { Column } from '../../ui/data-table.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
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
      size: 128,
    },
    {
      id: 'asset_name',
      header: 'Name',
      ...textCells((row) => row.asset_name),
      size: 128,
    },
    {
      id: 'network_name',
      header: 'Network',
      ...textCells((row) => row.network_name),
      size: 128,
      meta: { card: 'aside' },
    },
    ...(total ? [total] : []),
    breakdownColumn(),
    ...(splitOf ? splitColumns(rows, splitOf) : []),
    ...parts,
  ]
}

function splitColumns(rows: readonly Holding[], splitOf: SplitOf): readonly Column<Holding>[] {
  const share: Column<Holding> = {
    id: 'share',
    header: 'Cold share',
    cell: ({ row: { original } }) => (
      <ColdShare split={splitOf(original)} total={original.balances.total_balance} bare />
    ),
    size: 128,
    meta: { hint: shareHint },
  }
  const amounts = vaultTypes.map((type): Column<Holding> => {
    const fraction = longestFraction(rows.map((held) => splitOf(held)[type]))
    const cells = amountCells<Holding>((held) => splitOf(held)[type], fraction)
    return {
      id: type,
      header: vaultTypeLabels[type],
      ...cells,
      meta: { ...cells.meta, hint: typeHint(type) },
    }
  })
  return [share, ...amounts]
}
