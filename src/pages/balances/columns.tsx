import { vaultTypes } from '../../contract/enumerations.ts'
import { amountNames, type Holding } from '../../contract/normal-records.ts'
import { sortedBy, sortedRows } from '../../contract/sort-key.ts'
import { figureCells } from '../../display/amounts.tsx'
import { holdingColumns } from '../../display/holdings/holding-columns.ts'
import { ColdShare, type SplitOf, Unread } from '../../display/holdings/holdings.tsx'
import { partOf } from '../../display/holdings/shares.ts'
import { nameOrId, vaultTypeLabels } from '../../display/labels.ts'
import { textCells, untrustedText } from '../../display/text.tsx'
import type { BalanceFileColumn } from '../../files/list-export.ts'
import type { ColumnsGiven } from '../../list/list-page.ts'
import type { ListColumn } from '../../list/list-table.ts'
import { cardsOrFrom } from '../../ui/data-table.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { type Sorting, valuesOf } from '../../url/page-state.ts'
import { unnamedNetwork } from './holdings.ts'

type HoldingColumn = ListColumn<Holding, BalanceFileColumn>

export interface HoldingsAsked extends Omit<ColumnsGiven<Holding>, 'rows'> {
  readonly sorting: Sorting | null
}

/** The list is short and read whole: it is filtered and sorted here, by every column. */
export function arrangedHoldings(
  rows: readonly Holding[],
  { sorting, ...given }: HoldingsAsked,
  splitOf: SplitOf | null,
): readonly Holding[] {
  const { asset_id: assets, network_id: networks } = given.filter
  const asked = rows.filter(
    ({ asset_id, network_id }) =>
      (assets === undefined || valuesOf(assets).includes(asset_id ?? '')) &&
      (networks === undefined || valuesOf(networks).includes(network_id ?? '')),
  )
  const columns = balanceColumns({ ...given, rows: [] }, splitOf)
  const keyOf = columns.find(({ id }) => id === sorting?.column)?.accessorFn
  return keyOf && sorting ? sortedRows(asked, keyOf, sorting) : asked
}

/** Everything except the names fits a window of 1366 px. */
export function balanceColumns(
  { rows, prices }: ColumnsGiven<Holding>,
  splitOf: SplitOf | null,
): readonly HoldingColumn[] {
  return [
    {
      id: 'asset_id',
      header: 'Asset',
      file: ['asset_id'],
      ...sortedBy(({ asset_id }) => asset_id),
      // Two assets may share an id: the network is under it where it has no column.
      cell: ({ row: { original }, table }) => (
        <>
          {untrustedText(original.asset_id)}
          {table.getAllLeafColumns().every(({ id }) => id !== 'network_name') && (
            <>
              {' '}
              <span className={classes(layout.quiet, layout.under)}>
                on {untrustedText(nameOrId(original.network_name, original.network_id) ?? unnamedNetwork)}
              </span>
            </>
          )}
          {partOf(original) !== null && (
            <>
              {' '}
              <span className={classes(layout.quiet, layout.under)}>{untrustedText(partOf(original))}</span>
            </>
          )}
        </>
      ),
      meta: { look: () => ({ className: layout.stacked }) },
    },
    {
      id: 'asset_name',
      header: 'Name',
      file: ['asset_name'],
      ...textCells((row) => row.asset_name),
      size: 128,
      meta: { shownIn: cardsOrFrom(1700) },
    },
    {
      id: 'network_name',
      header: 'Network',
      file: ['network_id', 'network_name'],
      ...textCells((row) => nameOrId(row.network_name, row.network_id)),
      size: 100,
      meta: { card: 'aside', shownIn: cardsOrFrom(1700) },
    },
    ...holdingColumns(rows, prices, amountSizes, {
      value: cardsOrFrom(1400),
      claimable_balance: cardsOrFrom(prices === undefined ? 1400 : 1700),
    }).map(
      // Files of balances have no values.
      (figure): HoldingColumn => ({
        ...figure,
        file: [amountNames.find((name) => name === figure.id) ?? 'total_balance'],
      }),
    ),
    ...(splitOf ? splitColumns(rows, splitOf) : []),
  ]
}

const amountSizes = {
  total_balance: 172,
  available_balance: 212,
  processing_balance: 188,
  staking_balance: 200,
  claimable_balance: 160,
}

function splitColumns(rows: readonly Holding[], splitOf: SplitOf): readonly HoldingColumn[] {
  const share: HoldingColumn = {
    id: 'share',
    header: 'Cold %',
    file: [],
    cell: ({ row: { original } }) => (
      <ColdShare split={splitOf(original)} total={original.balances.total_balance} bare />
    ),
    // A narrower window has no room for the number beside the bar.
    size: matchMedia('(width >= 1440px)').matches ? 124 : 64,
    meta: { hint: 'How much of the total is in cold vaults' },
  }
  const amounts = vaultTypes.map((type): HoldingColumn => {
    const { meta, ...cells } = figureCells<Holding>((held) => splitOf(held)[type], rows)
    return {
      id: type,
      header: vaultTypeLabels[type],
      file: [],
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
