import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { wholeListQuery } from '../../api/whole-list.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type BalanceType, balanceTypes } from '../../contract/enumerations.ts'
import type { Holding } from '../../contract/normal-records.ts'
import { useSplit } from '../../display/holdings/holdings.tsx'
import { balanceTypeLabels } from '../../display/labels.ts'
import { heldAssets, PricesNote, TotalValue } from '../../display/values.tsx'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { assetGroup, type FilterGroup, networkGroup } from '../../list/filter-groups.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { usePageState } from '../../list/list-link.ts'
import { type ColumnsGiven, useListPage } from '../../list/list-page.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import { Button, TabLinks } from '../../ui/buttons.tsx'
import { FetchedDrawer } from '../../ui/FetchedDrawer.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { readHoldingId, writeHoldingId } from '../../url/holdings.ts'
import { balancesCodec, balancesList } from '../../url/lists.ts'
import { arrangedHoldings, balanceColumns, type HoldingsAsked } from './columns.tsx'
import { narrowed, rowLabel } from './holdings.ts'

const drawer = lazyComponent(() => import('./HoldingDrawer.tsx'))

/** `/balances`, `/balances/cold`, `/balances/warm`: holdings by asset and network. The first also splits them by cold and warm. */
export default function BalancesPage() {
  // Any other type goes to the service, which refuses it with BAL-02.
  const { type = 'all' } = useParams()
  const isKnown = isBalanceType(type)
  const isSplit = type === 'all'
  const { of, queries } = useSplit({ enabled: isSplit })
  const splitOf = isSplit ? of : null
  const { view, patch } = usePageState(balancesCodec)
  const { q: text = '', zero } = view.params
  const hideZeros = zero === 'hide'
  const list = useListPage({
    of: { ...balancesList(isKnown ? type : 'all'), title: 'Balances' },
    query: () => wholeListQuery('balances', {}, type),
    groups,
    columns: useCallback((given: ColumnsGiven<Holding>) => balanceColumns(given, splitOf), [splitOf]),
    arrange: useCallback(
      (rows: readonly Holding[], asked: HoldingsAsked) => arrangedHoldings(rows, asked, splitOf),
      [splitOf],
    ),
    narrow: useMemo(() => narrowing(text, hideZeros), [text, hideZeros]),
    // Without one part, a holding would seem to be missing.
    beside: isSplit ? queries : [],
    idOf: writeHoldingId,
    labelOf: rowLabel,
  })
  const { rows, open, prices } = list
  const isLoaded = list.state.body !== undefined
  const openHolding = open.id === null ? null : readHoldingId(open.id)
  const held = rows.find((row) => writeHoldingId(row) === open.id)
  const narrowedBy = [...(text === '' ? [] : [text]), ...(hideZeros ? ['zeros are hidden'] : [])]
  return (
    <>
      <ListLayout
        list={list}
        actions={isKnown && <ExportButton list={list} narrowedBy={narrowedBy} />}
        tabs={<TabLinks label="Vault type" tabs={tabs} />}
        find={
          <>
            <NarrowField
              label="Find in balances"
              placeholder="Find an asset or a network"
              text={text}
              onText={(q) => patch({ params: { q } }, { replace: true })}
            />
            <Button
              small
              aria-pressed={hideZeros}
              onClick={() => patch({ params: { zero: hideZeros ? null : 'hide' } })}
            >
              Hide zeros
            </Button>
          </>
        }
        back={{ to: '/balances', label: 'All balances' }}
        foot={
          rows.length > 0 && (
            <>
              <Count shown={rows.length} all={list.narrowed?.among} />
              {typeof prices.inColumns !== 'string' && (
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

/** Undefined where the reader narrows nothing. */
function narrowing(text: string, hideZeros: boolean): ((held: Holding) => boolean) | undefined {
  if (text === '' && !hideZeros) return undefined
  return (held) => narrowed([held], { text, hideZeros }).length > 0
}

function Count({ shown, all = shown }: { shown: number; all: number | undefined }) {
  return (
    <p className={layout.small} role="status">
      {shown !== all && `${countText(shown)} of `}
      {counted(all, 'balance')}. Each asset and network stands alone.
    </p>
  )
}
