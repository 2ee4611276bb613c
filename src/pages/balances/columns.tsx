import { amountNames, type Holding, holderOf, nameOrId } from '../../contract/normal-records.ts'
import { sortedBy, sortedRows } from '../../contract/sort-key.ts'
import { holdingColumns } from '../../display/holdings/holding-columns.ts'
import styles from '../../display/holdings/holdings.module.css'
import { ColdShare, type SplitOf } from '../../display/holdings/holdings.tsx'
import { textCells, untrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import type { BalanceFileColumn } from '../../files/list-export.ts'
import type { ColumnsGiven } from '../../list/list-page.ts'
import type { ListColumn } from '../../list/list-table.ts'
import { type CellLook, cardsOrFrom } from '../../ui/data-table.ts'
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
                on {untrustedText(networkOf(original))}
              </span>
            </>
          )}
          {holderOf(original) !== null && (
            <>
              {' '}
              <span className={classes(layout.quiet, layout.under)}>
                in {untrustedText(holderOf(original, 'vault_name'))}
              </span>
            </>
          )}
        </>
      ),
      meta: {
        look: ({ row }) => ({
          className: classes(layout.stacked, styles.asset),
          title: withHiddenNamed([row.original.asset_id, networkOf(row.original)].join(' on ')),
        }),
      },
    },
    {
      id: 'asset_name',
      header: 'Name',
      file: ['asset_name'],
      ...textCells((row) => row.asset_name),
      size: 128,
      meta: { look: ({ row }) => lookOf(row.original.asset_name), shownIn: cardsOrFrom(1840) },
    },
    {
      id: 'network_name',
      header: 'Network',
      file: ['network_id', 'network_name'],
      ...textCells((row) => nameOrId(row.network_name, row.network_id)),
      size: 104,
      meta: {
        look: ({ row }) => lookOf(networkOf(row.original)),
        ...{ card: 'aside', shownIn: cardsOrFrom(1840) },
      },
    },
    ...holdingColumns(rows, prices, amountSizes, {
      value: cardsOrFrom(1440),
      claimable_balance: cardsOrFrom(prices === undefined ? 1540 : 1840),
    }).map(
      // Files of balances have no values.
      (figure): HoldingColumn => ({
        ...figure,
        file: [amountNames.find((name) => name === figure.id) ?? 'total_balance'],
      }),
    ),
    ...(splitOf ? [shareColumn(splitOf)] : []),
  ]
}

function networkOf({ network_name, network_id }: Holding): string {
  return nameOrId(network_name, network_id) ?? unnamedNetwork
}

function lookOf(name: string | null): CellLook {
  return { className: styles.network, title: withHiddenNamed(name ?? '') }
}

/** Fit amounts of 18 decimals, whichever amount is the last. */
const amountSizes = {
  total_balance: 172,
  available_balance: 212,
  processing_balance: 188,
  staking_balance: 228,
  claimable_balance: 192,
}

function shareColumn(splitOf: SplitOf): HoldingColumn {
  return {
    id: 'share',
    header: 'Cold %',
    file: [],
    cell: ({ row: { original } }) => (
      <ColdShare split={splitOf(original)} total={original.balances.total_balance} bare />
    ),
    // A narrower window has no room for the number beside the bar.
    size: matchMedia('(width >= 1440px)').matches ? 124 : 68,
    meta: { hint: 'How much of the total is in cold vaults' },
  }
}
