import { useCallback } from 'react'
import type { Whitelist } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type FilterGroup, optionsOf } from '../../list/filter-groups.ts'
import { ListBody } from '../../list/ListBody.tsx'
import { ListHead } from '../../list/ListHead.tsx'
import { ListRecord } from '../../list/ListRecord.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { recordIdentity } from '../../list/record-identity.ts'
import { assetGroup, networkGroup } from '../../list/suggestions.tsx'
import { useList } from '../../list/use-list.ts'
import { useListView } from '../../list/use-list-view.ts'
import { Address } from '../../records/addresses/Address.tsx'
import { labelOf, whitelistTypeLabels } from '../../records/labels.ts'
import { TruncatedList, textCells, UntrustedText } from '../../records/text.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import layout from '../../ui/layout.module.css'
import { reviewHref } from '../../url/hrefs.ts'
import { whitelistsList, whitelistsView } from '../../url/lists.ts'
import { ExportButton } from '../export/index.ts'
import { FindWhitelists, SearchScope, useFoundWhitelists } from './FindWhitelists.tsx'
import { addressesFound, readSearchTerms } from './find.ts'
import styles from './whitelists.module.css'
import { moreFound, unnamedWhitelist } from './words.ts'

const loadDrawer = () => import('./WhitelistDrawer.tsx')

const identity = recordIdentity<Whitelist>((whitelist) => whitelist.whitelist_id)

const groups: readonly FilterGroup<keyof Filter<'whitelists'>>[] = [
  {
    label: 'Whitelist type',
    fields: [{ name: 'whitelist_type', kind: 'choice', options: optionsOf(whitelistTypeLabels) }],
  },
  assetGroup,
  networkGroup,
]

const columns: readonly Column<Whitelist>[] = [
  {
    id: 'whitelist_name',
    header: 'Whitelist',
    ...textCells((whitelist) => whitelist.whitelist_name),
    width: '16rem',
  },
  {
    id: 'whitelist_type',
    header: 'Type',
    cell: ({ whitelist_type }) => (
      <UntrustedText text={labelOf(whitelistTypeLabels, whitelist_type) ?? whitelist_type} />
    ),
    sortBy: ({ whitelist_type }) => labelOf(whitelistTypeLabels, whitelist_type) ?? whitelist_type,
    card: 'aside',
    width: '9rem',
  },
  {
    id: 'count',
    header: 'Addresses',
    align: 'end',
    cell: (whitelist) => whitelist.assets.length,
    sortBy: (whitelist) => String(whitelist.assets.length),
    width: '6rem',
  },
  {
    id: 'assets',
    header: 'Assets',
    cell: ({ assets }) => <TruncatedList items={assets.map((entry) => entry.asset_id)} />,
  },
  {
    id: 'networks',
    header: 'Networks',
    cell: ({ assets }) => <TruncatedList items={assets.map((entry) => entry.network_name)} />,
  },
]

const mostShown = 2

/** Which addresses have what is terms in them; there only where some row has one. */
function foundColumn(q: string): Column<Whitelist> {
  const terms = readSearchTerms(q)
  return {
    id: 'found',
    header: 'Address found',
    cell: (whitelist) => {
      // One address often stands for several assets.
      const found = [
        ...new Map(addressesFound(whitelist, terms).map((entry) => [entry.address, entry])).values(),
      ]
      return (
        <span className={styles.found}>
          {found.slice(0, mostShown).map(({ address, network_id }) => (
            <Address key={address} text={address} networkId={network_id} nameless />
          ))}
          {found.length > mostShown && (
            <span className={layout.faint}>{moreFound(found.length - mostShown)}</span>
          )}
        </span>
      )
    },
    width: '16rem',
  }
}

/** `/whitelists`: the saved destination addresses, by name, with the addresses of the open one beside the list. */
export default function WhitelistsPage() {
  const { q } = useListView(whitelistsView).view.params
  const columnsOf = useCallback(
    (rows: readonly Whitelist[]) => {
      if (q === undefined) return columns
      const terms = readSearchTerms(q)
      return rows.some((row) => addressesFound(row, terms).length > 0)
        ? [...columns, foundColumn(q)]
        : columns
    },
    [q],
  )
  const list = useList({
    list: whitelistsList,
    useRead: useFoundWhitelists,
    identity,
    groups,
    columns: columnsOf,
    opens: ({ whitelist_id: whitelist }) => (whitelist ? { params: { whitelist } } : null),
    openId: (view) => view.params.whitelist ?? null,
    rowLabel: (whitelist) => whitelist.whitelist_name ?? whitelist.whitelist_id ?? unnamedWhitelist,
    narrowedBy: ['q', 'in'],
  })
  const narrowed = list.page.outdated ? undefined : list.page.latest?.narrowed
  return (
    <>
      <ListHead
        list={list}
        actions={
          <>
            <ButtonLink to={reviewHref()} small>
              Whitelist review
            </ButtonLink>
            <ExportButton list={list} narrowedBy={q === undefined ? [] : [q]} />
          </>
        }
        find={<FindWhitelists {...list} />}
      />
      <ListBody list={list}>
        {narrowed && <SearchScope view={list.view} patch={list.patch} {...narrowed} />}
        <ListRows list={list} />
      </ListBody>
      <ListRecord list={list} load={loadDrawer} />
    </>
  )
}
