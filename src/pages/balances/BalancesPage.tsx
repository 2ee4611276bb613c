import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import type { ColumnPrices } from '../../api/prices.ts'
import { type ShortList, useWholeList } from '../../api/whole-list.ts'
import { sortColumns } from '../../contract/console-api.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type BalanceType, balanceTypes, vaultTypes } from '../../contract/enumerations.ts'
import type { Holding } from '../../contract/normal-records.ts'
import { sortedBy, sortedRows } from '../../contract/sort-key.ts'
import { figureCells } from '../../display/amounts.tsx'
import { holdingColumns } from '../../display/holdings/holding-columns.ts'
import { ColdShare, type SplitOf, Unread, useSplit } from '../../display/holdings/holdings.tsx'
import { balanceTypeLabels, nameOrId, vaultTypeLabels } from '../../display/labels.ts'
import { textCells, untrustedText } from '../../display/text.tsx'
import { heldAssets, PricesNote, TotalValue } from '../../display/values.tsx'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { assetGroup, type FilterGroup, networkGroup } from '../../list/filter-groups.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useOpenRecord } from '../../list/list-focus.ts'
import { type ListParams, useListPage, useListParams } from '../../list/list-page.ts'
import { useListPrices } from '../../list/list-prices.ts'
import { useListTable } from '../../list/list-table.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import { Button, TabLinks } from '../../ui/buttons.tsx'
import { type Column, cardsOrFrom } from '../../ui/data-table.ts'
import { FetchedDrawer } from '../../ui/FetchedDrawer.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { readHoldingId, writeHoldingId } from '../../url/holdings.ts'
import { balancesList } from '../../url/lists.ts'
import { type Sorting, valuesOf } from '../../url/page-state.ts'
import { narrowed, rowLabel, unnamedNetwork } from './holdings.ts'

const drawer = lazyComponent(() => import('./HoldingDrawer.tsx'))

/** `/balances`, `/balances/cold`, `/balances/warm`: holdings by asset and network. The first also splits them by cold and warm. */
export default function BalancesPage() {
  // Any other type goes to the service, which refuses it with BAL-02.
  const { type = 'all' } = useParams()
  const isKnown = isBalanceType(type)
  const listParams = useListParams({ ...balancesList(isKnown ? type : 'all'), title: 'Balances' }, [
    'q',
    'zero',
  ])
  const { filter, sorting, view } = listParams
  const { q: text = '', zero } = view.params
  const isSplit = type === 'all'
  const { of, queries } = useSplit({ enabled: isSplit })
  const splitOf = isSplit ? of : null
  const { prices } = useListPrices(listParams)
  const { inColumns } = prices
  const select = useSelection(filter, sorting, splitOf, inColumns)
  const isFound = useFound(text, zero === 'hide')
  // What they are sorted by may come after them.
  const isPriced = typeof inColumns === 'object'
  const isSplitRead = queries.every(({ data }) => data !== undefined)
  const params = {
    ...listParams,
    rowsKey: JSON.stringify([listParams.rowsKey, sorting !== null && [isPriced, isSplitRead]]),
  }
  const page = useListPage<Holding>(params, useWholeList('balances', {}, { type, select }), {
    idOf: writeHoldingId,
    ...(isFound && { narrow: isFound }),
    // Without one part, a holding would seem to be missing.
    beside: isSplit ? queries : [],
    changeInWords: (held) => `${rowLabel(held)} has changed`,
  })
  const { rows, body, narrowed: found } = page
  const isLoaded = body !== undefined
  const columns = useMemo(() => balanceColumns(rows, splitOf, inColumns), [rows, splitOf, inColumns])
  const table = useListTable(params, page, columns)
  const open = useOpenRecord(params, page, table, { name: 'open', labelOf: rowLabel })
  const openHolding = open.id === null ? null : readHoldingId(open.id)
  const held = rows.find((row) => writeHoldingId(row) === open.id)
  // What the API does not sort by, its files have in the service's order.
  const { sort, currency, ...unsorted } = params.request
  const inFile = sortColumns.balances.some((name) => name === sorting?.column) ? params.request : unsorted
  const narrowedBy = [...(text === '' ? [] : [text]), ...(zero === 'hide' ? ['zeros are hidden'] : [])]
  return (
    <>
      <ListLayout
        params={params}
        page={page}
        table={table}
        groups={groups}
        actions={
          isKnown && (
            <ExportButton params={{ ...params, request: inFile }} table={table} narrowedBy={narrowedBy} />
          )
        }
        tabs={<TabLinks label="Vault type" tabs={tabs} />}
        find={<Narrowing params={params} />}
        rowLabel={rowLabel}
        open={open}
        back={{ to: '/balances', label: 'All balances' }}
        foot={
          rows.length > 0 && (
            <>
              <Count shown={rows.length} all={found?.among} />
              {typeof inColumns !== 'string' && (
                <>
                  <TotalValue prices={prices} assets={heldAssets(rows)} />
                  <PricesNote prices={prices} assets={heldAssets(rows)} />
                </>
              )}
            </>
          )
        }
      />
      <FetchedDrawer view={drawer} onClose={open.close} wanted={isLoaded || open.id !== null}>
        {openHolding && (
          <drawer.View
            key={open.id}
            id={openHolding}
            held={held}
            split={held && splitOf ? splitOf(held) : null}
            type={type}
            isLoaded={isLoaded}
            onClose={open.close}
          />
        )}
      </FetchedDrawer>
    </>
  )
}

const groups: readonly FilterGroup<keyof Filter<'balances'>>[] = [assetGroup, networkGroup]

const tabs = balanceTypes.map((type) => ({
  to: balancesList(type).path,
  label: balanceTypeLabels[type],
}))

function isBalanceType(type: string): type is BalanceType {
  return balanceTypes.some((known) => known === type)
}

/** The list is short and read whole: it is filtered and sorted here, by every column. */
function useSelection(
  { asset_id, network_id }: ListParams<keyof Filter<'balances'>>['filter'],
  sorting: Sorting | null,
  splitOf: SplitOf | null,
  prices: ColumnPrices,
) {
  return useCallback(
    (list: ShortList<Holding>): ShortList<Holding> => {
      const isAsked = ({ asset_id: asset, network_id: network }: Holding) =>
        (asset_id === undefined || valuesOf(asset_id).includes(asset ?? '')) &&
        (network_id === undefined || valuesOf(network_id).includes(network ?? ''))
      const asked = list.records.filter(isAsked)
      const column = balanceColumns(asked, splitOf, prices).find(({ id }) => id === sorting?.column)
      const keyOf = column?.accessorFn
      const records = keyOf && sorting ? sortedRows(asked, keyOf, sorting) : asked
      return { ...list, records, total: list.total === null ? null : records.length }
    },
    [asset_id, network_id, sorting, splitOf, prices],
  )
}

/** Undefined where the reader narrows nothing. */
function useFound(text: string, hideZeros: boolean): ((held: Holding) => boolean) | undefined {
  return useMemo(
    () =>
      text === '' && !hideZeros
        ? undefined
        : (held: Holding) => narrowed([held], { text, hideZeros }).length > 0,
    [text, hideZeros],
  )
}

function Narrowing({
  params: { view, patch },
}: {
  params: Pick<ListParams<keyof Filter<'balances'>, 'q' | 'zero' | 'open' | 'sort'>, 'view' | 'patch'>
}) {
  const { q = '', zero } = view.params
  return (
    <>
      <NarrowField
        label="Find in balances"
        placeholder="Find an asset or a network"
        text={q}
        onText={(text) => patch({ params: { q: text } }, { replace: true })}
      />
      <Button
        small
        aria-pressed={zero === 'hide'}
        onClick={() => patch({ params: { zero: zero === 'hide' ? null : 'hide' } })}
      >
        Hide zeros
      </Button>
    </>
  )
}

function Count({ shown, all = shown }: { shown: number; all: number | undefined }) {
  return (
    <p className={layout.small} role="status">
      {shown !== all && `${countText(shown)} of `}
      {counted(all, 'balance')}. Each asset and network stands alone.
    </p>
  )
}

const amountSizes = {
  total_balance: 172,
  available_balance: 212,
  processing_balance: 188,
  staking_balance: 200,
  claimable_balance: 160,
}

/** Everything except the names fits a window of 1366 px. */
function balanceColumns(
  rows: readonly Holding[],
  splitOf: SplitOf | null,
  prices: ColumnPrices,
): readonly Column<Holding>[] {
  return [
    {
      id: 'asset_id',
      header: 'Asset',
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
        </>
      ),
      meta: { look: () => ({ className: layout.stacked }) },
    },
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
      meta: { card: 'aside', shownIn: cardsOrFrom(1700) },
    },
    ...holdingColumns(rows, prices, amountSizes, {
      value: cardsOrFrom(1400),
      claimable_balance: cardsOrFrom(prices === undefined ? 1400 : 1700),
    }),
    ...(splitOf ? splitColumns(rows, splitOf) : []),
  ]
}

function splitColumns(rows: readonly Holding[], splitOf: SplitOf): readonly Column<Holding>[] {
  const share: Column<Holding> = {
    id: 'share',
    header: 'Cold %',
    cell: ({ row: { original } }) => (
      <ColdShare split={splitOf(original)} total={original.balances.total_balance} bare />
    ),
    // A narrower window has no room for the number beside the bar.
    size: matchMedia('(width >= 1440px)').matches ? 124 : 64,
    meta: { hint: 'How much of the total is in cold vaults' },
  }
  const amounts = vaultTypes.map((type): Column<Holding> => {
    const { meta, ...cells } = figureCells<Holding>((held) => splitOf(held)[type], rows)
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
