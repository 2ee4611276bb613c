import type { DayPrices } from '../../api/prices.ts'
import type { Holding } from '../../api/records.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import { amountCells } from '../../records/amounts.tsx'
import { amountColumns, ColdShare, type SplitOf, Unread } from '../../records/holdings/holdings.tsx'
import { nameOrId, vaultTypeLabels } from '../../records/labels.ts'
import { textCells } from '../../records/text.tsx'
import { valueColumns } from '../../records/values.tsx'
import { type Column, cardsOrFrom } from '../../ui/data-table.ts'
import { longestFraction } from '../../ui/decimal-text.ts'

/** Everything but names is in sight in a window of 1366 px. The columns of cold and warm vaults are only beside all balances. */
export function balanceColumns(
  rows: readonly Holding[],
  splitOf: SplitOf | null,
  prices: DayPrices | undefined,
): readonly Column<Holding>[] {
  const [total, ...parts] = amountColumns<Holding>()
  // Two assets may share an id.
  const areNetworksNeeded = new Set(rows.map(({ asset_id }) => asset_id)).size < rows.length
  return [
    { id: 'asset_id', header: 'Asset', ...textCells((row) => row.asset_id), size: 88 },
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
      meta: { card: 'aside', ...(!areNetworksNeeded && { shownIn: cardsOrFrom(1700) }) },
    },
    ...(total ? [total] : []),
    ...valueColumns<Holding>(prices, (row) => [row], cardsOrFrom(1540)),
    ...parts,
    ...(splitOf ? splitColumns(rows, splitOf) : []),
  ]
}

function splitColumns(rows: readonly Holding[], splitOf: SplitOf): readonly Column<Holding>[] {
  const share: Column<Holding> = {
    id: 'share',
    header: 'Cold share',
    cell: ({ row: { original } }) => (
      <ColdShare split={splitOf(original)} total={original.balances.total_balance} bare />
    ),
    size: 76,
    meta: { hint: 'How much of the total is in cold vaults' },
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
      meta: { ...meta, hint: `Held in ${type} vaults`, shownIn: '(width >= 1900px)' },
    }
  })
  return [share, ...amounts]
}
