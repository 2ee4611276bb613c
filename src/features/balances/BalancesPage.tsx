import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useParams } from 'react-router-dom'
import { type Live, type PageRange, useBalances } from '../../api/hooks.ts'
import type { Page } from '../../api/paging.ts'
import type { Holding } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type BalanceType, balanceTypes } from '../../contract/enumerations.ts'
import type { FilterGroup } from '../../list/filter-groups.ts'
import { ListBody } from '../../list/ListBody.tsx'
import { ListHead } from '../../list/ListHead.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { NarrowField } from '../../list/NarrowField.tsx'
import { recordIdentity } from '../../list/record-identity.ts'
import { assetGroup, networkGroup } from '../../list/suggestions.tsx'
import { useList } from '../../list/use-list.ts'
import { useListView } from '../../list/use-list-view.ts'
import { useSplit } from '../../records/holdings/holdings.tsx'
import { balanceTypeLabels } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { Button, TabLinks } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { useFetched } from '../../ui/lazy.tsx'
import { readHoldingId, writeHoldingId } from '../../url/holding-id.ts'
import { balancesList, balancesView } from '../../url/lists.ts'
import { ExportButton } from '../export/index.ts'
import { balanceColumns } from './columns.tsx'
import { narrowed } from './narrowed.ts'
import { allBalances, countOf, hideZeros, rowLabel, zerosHidden } from './words.ts'

const loadDrawer = () => import('./HoldingDrawer.tsx')

const identity = recordIdentity<Holding>(writeHoldingId)
/** Whose balances those at the bare path are. */
const allTypes: BalanceType = 'all'
const groups: readonly FilterGroup<keyof Filter<'balances'>>[] = [assetGroup, networkGroup]

/** `/balances`, `/balances/cold`, `/balances/warm`: what is held per asset and network; all with cold and warm beside it. */
export default function BalancesPage() {
  // Any other type goes to the service as it stands, which refuses it with BAL-02.
  const { type = allTypes } = useParams()
  const { live } = usePreferences()
  const { filter } = useListView(balancesView).view
  const { of: splitOf, ...split } = useSplit(filter, { live, enabled: type === 'all' })
  const columns = useCallback(
    (rows: readonly Holding[]) => balanceColumns(rows, type === 'all' ? splitOf : null),
    [type, splitOf],
  )
  const list = useList({
    list: { ...balancesList(isBalanceType(type) ? type : 'all'), title: 'Balances' },
    useRead: useNarrowedBalances,
    companion: split,
    identity,
    groups,
    columns,
    opens: (held) => (held.asset_id ? { params: { open: writeHoldingId(held) } } : null),
    openId: (view) => view.params.open ?? null,
    rowLabel,
    narrowedBy: ['q', 'zero'],
  })
  const { page, patch, openId } = list
  const HoldingDrawer = useFetched(loadDrawer, list.isLoaded || openId !== null)
  const { q: text = '', zero } = list.view.params
  const open = openId === null ? null : readHoldingId(openId)
  const held = page.rows.find((row) => writeHoldingId(row) === openId)
  return (
    <>
      <ListHead
        list={list}
        actions={
          isBalanceType(type) && (
            <ExportButton
              list={list}
              narrowedBy={[...(text === '' ? [] : [text]), ...(zero === 'hide' ? [zerosHidden] : [])]}
            />
          )
        }
        tabs={
          <TabLinks
            label="Vault type"
            tabs={balanceTypes.map((balanceType) => ({
              to: balancesList(balanceType).path,
              label: balanceTypeLabels[balanceType],
              end: true,
            }))}
          />
        }
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
              aria-pressed={zero === 'hide'}
              onClick={() => patch({ params: { zero: zero === 'hide' ? null : 'hide' } })}
            >
              {hideZeros}
            </Button>
          </>
        }
      />
      <ListBody list={list} back={{ to: '/balances', label: allBalances }}>
        <ListRows list={list} />
        {page.rows.length > 0 && (
          <p className={layout.small} role="status">
            {countOf(page.rows.length, page.latest?.narrowed?.among)}
          </p>
        )}
      </ListBody>
      {openId !== null && open && HoldingDrawer && (
        <HoldingDrawer
          key={openId}
          id={open}
          held={held}
          split={held && type === 'all' ? splitOf(held) : null}
          type={type}
          isLoaded={list.isLoaded}
          onClose={() => patch({ params: { open: null } })}
        />
      )}
    </>
  )
}

/** All balances of the page's type, and of those what the reader has narrowed it to. */
function useNarrowedBalances(
  filter: Filter<'balances'>,
  _range: PageRange,
  { live }: Live,
  { q: text = '', zero }: { readonly q?: string; readonly zero?: string },
): UseQueryResult<Page<Holding>> {
  const { type = allTypes } = useParams()
  const select = useCallback(
    (all: Page<Holding>): Page<Holding> => {
      const records = narrowed(all.records, { text, hideZeros: zero === 'hide' })
      return {
        ...all,
        records,
        ...(all.records.length > 0 && {
          narrowed: { found: records.length, among: all.records.length, whole: true },
        }),
      }
    },
    [text, zero],
  )
  return useBalances(type, filter, { live, select })
}

function isBalanceType(type: string): type is BalanceType {
  return balanceTypes.some((known) => known === type)
}
