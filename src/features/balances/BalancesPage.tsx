import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { type Live, useBalances } from '../../api/hooks.ts'
import type { Page } from '../../api/paging.ts'
import type { Holding } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type BalanceType, balanceTypes } from '../../contract/enumerations.ts'
import type { FilterGroup } from '../../list/filter-groups.ts'
import { ListHead } from '../../list/ListHead.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { useRowHref } from '../../list/list-focus.ts'
import { recordIdentity, useListPage } from '../../list/list-page.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import { assetGroup, networkGroup } from '../../list/suggestions.tsx'
import { useListTable } from '../../list/use-list-table.ts'
import { useListParams } from '../../list/use-list-view.ts'
import { useSplit } from '../../records/holdings/holdings.tsx'
import { balanceTypeLabels } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { Button, TabLinks } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { useFetched } from '../../ui/lazy.tsx'
import { balancesList } from '../../url/lists.ts'
import { readHoldingId, writeHoldingId } from '../../url/statements.ts'
import { ExportButton } from '../export/index.ts'
import { balanceColumns } from './columns.tsx'
import { narrowed } from './narrowed.ts'
import { allBalances, countOf, hideZeros, rowLabel, zerosHidden } from './words.ts'

const loadDrawer = () => import('./HoldingDrawer.tsx')

/** `/balances`, `/balances/cold`, `/balances/warm`: what is held per asset and network; all with cold and warm beside it. */
export default function BalancesPage() {
  // Any other type goes to the service as it stands, which refuses it with BAL-02.
  const { type = 'all' } = useParams()
  const { live } = usePreferences()
  const list = { ...balancesList(isBalanceType(type) ? type : 'all'), title: 'Balances' }
  const params = useListParams(list, ['q', 'zero'])
  const { filter, view, patch } = params
  const { q: text = '', zero, open: openId = null } = view.params

  const query = useNarrowedBalances(type, filter, { live }, { text, hideZeros: zero === 'hide' })
  const { of: splitOf, ...split } = useSplit(filter, { live, enabled: type === 'all' })
  const page = useListPage(params, query, {
    identity,
    companion: split,
    changeInWords: (held) => `${rowLabel(held)} has changed`,
  })
  const { rows } = page
  const columns = useMemo(() => balanceColumns(rows, type === 'all' ? splitOf : null), [rows, type, splitOf])
  const table = useListTable(params, page, columns)

  const hrefOf = useRowHref(params, page, 'open')
  const HoldingDrawer = useFetched(loadDrawer, page.isLoaded || openId !== null)
  const open = openId === null ? null : readHoldingId(openId)
  const held = rows.find((row) => writeHoldingId(row) === openId)
  return (
    <>
      <ListHead
        params={params}
        page={page}
        table={table}
        groups={groups}
        actions={
          isBalanceType(type) && (
            <ExportButton
              params={params}
              table={table}
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
      <ListRows
        params={params}
        page={page}
        table={table}
        rowHref={(row) => (row.asset_id ? hrefOf(writeHoldingId(row)) : null)}
        rowLabel={rowLabel}
        openId={openId}
        back={{ to: '/balances', label: allBalances }}
        foot={
          rows.length > 0 && (
            <p className={layout.small} role="status">
              {countOf(rows.length, page.latest?.narrowed?.among)}
            </p>
          )
        }
      />
      {openId !== null && open && HoldingDrawer && (
        <HoldingDrawer
          key={openId}
          id={open}
          held={held}
          split={held && type === 'all' ? splitOf(held) : null}
          type={type}
          isLoaded={page.isLoaded}
          onClose={() => patch({ params: { open: null } })}
        />
      )}
    </>
  )
}

const identity = recordIdentity<Holding>(writeHoldingId)
const groups: readonly FilterGroup<keyof Filter<'balances'>>[] = [assetGroup, networkGroup]

/** All balances of a type, and of those what the reader has narrowed the page to. */
function useNarrowedBalances(
  type: string,
  filter: Filter<'balances'>,
  { live }: Live,
  { text, hideZeros }: { readonly text: string; readonly hideZeros: boolean },
): UseQueryResult<Page<Holding>> {
  const select = useCallback(
    (all: Page<Holding>): Page<Holding> => {
      const records = narrowed(all.records, { text, hideZeros })
      return {
        ...all,
        records,
        ...(all.records.length > 0 && {
          narrowed: { found: records.length, among: all.records.length, whole: true },
        }),
      }
    },
    [text, hideZeros],
  )
  return useBalances(type, filter, { live, select })
}

function isBalanceType(type: string): type is BalanceType {
  return balanceTypes.some((known) => known === type)
}
