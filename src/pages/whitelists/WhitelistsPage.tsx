import ListChecks from 'lucide-react/icons/list-checks'
import { useEffect, useMemo, useState } from 'react'
import { useList } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { Whitelist } from '../../contract/normal-records.ts'
import { Address } from '../../display/addresses/Address.tsx'
import { labelOf, nameOrId, whitelistTypeLabels } from '../../display/labels.ts'
import { TruncatedList, textCells } from '../../display/text.tsx'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { assetGroup, type FilterGroup, networkGroup, optionsOf } from '../../list/filter-groups.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useOpenRecord } from '../../list/list-focus.ts'
import { type ListParams, useListPage, useListParams } from '../../list/list-page.ts'
import { useListTable } from '../../list/list-table.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import type { Column } from '../../ui/data-table.ts'
import { FetchedDrawer } from '../../ui/FetchedDrawer.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { reviewHref } from '../../url/hrefs.ts'
import { whitelistsList } from '../../url/lists.ts'
import { type AddressKnowledge, addressesFound, readSearchTerms, type SearchTerms } from './find.ts'

const drawer = lazyComponent(() => import('./WhitelistDrawer.tsx'))

/** `/whitelists`: the saved destination addresses by name. */
export default function WhitelistsPage() {
  const params = useListParams(whitelistsList, ['q'])
  const { view, patch } = params
  const { q } = view.params
  const terms = useSearchTerms(q)
  const { query, found } = useFoundWhitelists(params, q, terms)
  const page = useListPage(params, query, {
    idOf,
    changeInWords: (whitelist) => `${nameOf(whitelist)} has changed`,
  })
  const { rows, body } = page
  const isLoaded = body !== undefined
  const columns = useMemo(() => {
    if (terms === null) return standardColumns
    const isFound = rows.some((row) => addressesFound(row, terms).length > 0)
    return isFound ? [...standardColumns, foundColumn(terms)] : standardColumns
  }, [terms, rows])
  const table = useListTable(params, page, columns)
  const open = useOpenRecord(params, page, table, { name: 'whitelist', labelOf: nameOf })
  return (
    <>
      <ListLayout
        params={params}
        page={page}
        table={table}
        groups={groups}
        actions={
          <>
            <ButtonLink to={reviewHref()} small icon={<ListChecks aria-hidden />}>
              <span className={layout.roomy}>Review</span>
            </ButtonLink>
            <ExportButton
              params={{
                ...params,
                filter: { ...params.filter, ...found },
                request: { ...params.request, ...found },
              }}
              table={table}
            />
          </>
        }
        find={
          <NarrowField
            label="Find in whitelists"
            placeholder="Find a name or an address"
            text={q ?? ''}
            // What is found has pages of its own.
            onText={(text) => patch({ offset: 0, params: { q: text } }, { replace: true })}
          />
        }
        rowLabel={nameOf}
        open={open}
      />
      <FetchedDrawer view={drawer} onClose={open.close} wanted={isLoaded || open.id !== null}>
        {open.id !== null && (
          <drawer.View id={open.id} rows={rows} isLoaded={isLoaded} onClose={open.close} />
        )}
      </FetchedDrawer>
    </>
  )
}

const nameOf = ({ whitelist_name, whitelist_id }: Whitelist) =>
  nameOrId(whitelist_name, whitelist_id) ?? 'Whitelist'

const idOf = (whitelist: Whitelist) => whitelist.whitelist_id

const groups: readonly FilterGroup<keyof Filter<'whitelists'>>[] = [
  {
    label: 'Whitelist type',
    fields: [{ name: 'whitelist_type', kind: 'choice', options: optionsOf(whitelistTypeLabels) }],
  },
  assetGroup,
  networkGroup,
]

const standardColumns: readonly Column<Whitelist>[] = [
  {
    id: 'whitelist_name',
    header: 'Whitelist',
    ...textCells(({ whitelist_name, whitelist_id }) => nameOrId(whitelist_name, whitelist_id)),
    size: 256,
  },
  {
    id: 'whitelist_type',
    header: 'Type',
    ...textCells(({ whitelist_type }) => labelOf(whitelistTypeLabels, whitelist_type) ?? whitelist_type),
    size: 120,
    meta: { card: 'aside' },
  },
  {
    id: 'count',
    header: 'Addresses',
    cell: ({ row }) => row.original.assets.length,
    size: 96,
    meta: { align: 'end' },
  },
  {
    id: 'assets',
    header: 'Assets',
    cell: ({ row }) => <TruncatedList items={row.original.assets.map((entry) => entry.asset_id)} />,
    size: 256,
    meta: { clips: true },
  },
  {
    id: 'networks',
    header: 'Networks',
    cell: ({ row }) => (
      <TruncatedList
        items={row.original.assets.map(({ network_name, network_id }) => nameOrId(network_name, network_id))}
      />
    ),
    size: 256,
    meta: { clips: true },
  },
]

/** Which addresses have the text in them. Shown only where some row has one. */
function foundColumn(terms: SearchTerms): Column<Whitelist> {
  return {
    id: 'found',
    header: 'Address found',
    cell: ({ row }) => {
      // One address often stands for several assets.
      const found = [
        ...new Map(addressesFound(row.original, terms).map((entry) => [entry.address, entry])).values(),
      ]
      return (
        <span className={classes(layout.stack, layout.dense)}>
          {found.slice(0, 2).map(({ address, network_id }) => (
            <Address key={address} text={address} networkId={network_id} nameless />
          ))}
          {found.length > 2 && <span className={layout.faint}>and {countText(found.length - 2)} more</span>}
        </span>
      )
    },
    size: 256,
  }
}

/**
 * A text that names addresses finds these in every spelling. Other texts are parts of names, ids and addresses, and so is one that only looks
 * like an address, which no whitelist has.
 */
function useFoundWhitelists(
  {
    request,
    filter,
  }: Pick<ListParams<keyof Filter<'whitelists'> | 'address' | 'text'>, 'request' | 'filter'>,
  q: string | undefined,
  terms: SearchTerms | null,
) {
  const addresses = filter.address === undefined ? (terms?.addresses ?? none) : none
  const byAddress = useList(
    'whitelists',
    { ...request, address: addresses },
    { enabled: addresses.length > 0 },
  )
  const hasNone = !byAddress.isPlaceholderData && byAddress.data?.total === 0
  const isByAddress = addresses.length > 0 && !hasNone
  const text = [filter.text, q].flat().filter(Boolean).join(' ')
  const byText = useList(
    'whitelists',
    { ...request, text },
    { enabled: !isByAddress && (q === undefined || terms !== null) },
  )
  return isByAddress
    ? { query: byAddress, found: { address: addresses } }
    : { query: byText, found: text === '' ? {} : { text } }
}

const none: readonly string[] = []

/** Null without a text, and until its addresses can be compared in every spelling. */
function useSearchTerms(q: string | undefined): SearchTerms | null {
  // Null if its script cannot be loaded.
  const [knowledge, setKnowledge] = useState<AddressKnowledge | null | undefined>(undefined)
  const isFinding = q !== undefined
  useEffect(() => {
    if (isFinding)
      void loadKnowledge().then(
        (loaded) => setKnowledge(loaded),
        () => setKnowledge(null),
      )
  }, [isFinding])
  return useMemo(
    () => (q === undefined || knowledge === undefined ? null : readSearchTerms(q, knowledge)),
    [q, knowledge],
  )
}

async function loadKnowledge(): Promise<AddressKnowledge> {
  const [{ accountTests, formedAddresses, readAddress }, { chainOf, isCaseless }] = await Promise.all([
    import('../../addresses/pasted/read-address.ts'),
    import('../../chains/index.ts'),
  ])
  return {
    addressesIn: (pasted) => formedAddresses(readAddress(pasted)).map(({ address }) => address),
    accountTests,
    isCaseless: (address, networkId) => isCaseless(address, chainOf(networkId)),
  }
}
