import type { Holding } from '../../api/records.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { amountCells } from '../../records/amounts.tsx'
import { amountColumns, ColdShare, PartsBar, type SplitOf, Unread } from '../../records/holdings/holdings.tsx'
import { nameOrId, vaultTypeLabels } from '../../records/labels.ts'
import { textCells } from '../../records/text.tsx'
import { type Column, cardsOrFrom } from '../../ui/data-table.ts'
import { longestFraction } from '../../ui/decimal-text.ts'

/** The columns of cold and warm vaults stand only beside all balances. */
export function balanceColumns(
  rows: readonly Holding[],
  splitOf: SplitOf | null,
): readonly Column<Holding>[] {
  const [total, ...parts] = amountColumns(rows)
  return [
    { id: 'asset_id', header: 'Asset', ...textCells((row) => row.asset_id), size: 100 },
    {
      id: 'asset_name',
      header: 'Name',
      ...textCells((row) => row.asset_name),
      size: 128,
      meta: { shownIn: cardsOrFrom(1700) },
    },
    {
      id: 'network_name',
      header: 'Network',
      ...textCells((row) => nameOrId(row.network_name, row.network_id)),
      size: 100,
      meta: { card: 'aside' },
    },
    ...(total ? [total] : []),
    {
      id: 'parts',
      header: 'Breakdown',
      cell: ({ row }) => <PartsBar balances={row.original.balances} bare />,
      size: 112,
      meta: {
        hint: 'The parts of the total: available, processing, staking, claimable',
        shownIn: cardsOrFrom(1040),
      },
    },
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
    meta: { hint: 'How much of the total is in cold vaults', shownIn: cardsOrFrom(1600) },
  }
  const amounts = vaultTypes.map((type): Column<Holding> => {
    const fraction = longestFraction(rows.map((held) => splitOf(held)[type]))
    const { meta, ...cells } = amountCells<Holding>((held) => splitOf(held)[type], fraction)
    return {
      id: type,
      header: vaultTypeLabels[type],
      ...cells,
      cell: (context) => {
        const { [type]: amount, reading } = splitOf(context.row.original)
        return amount === null ? (
          <Unread reading={reading}>{cells.cell(context)}</Unread>
        ) : (
          cells.cell(context)
        )
      },
      meta: { ...meta, hint: `Held in ${type} vaults` },
    }
  })
  return [share, ...amounts]
}
