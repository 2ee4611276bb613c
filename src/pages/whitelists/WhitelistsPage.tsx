import ListChecks from 'lucide-react/icons/list-checks'
import { useEffect, useState } from 'react'
import { listQuery } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { nameOrId, type Whitelist } from '../../contract/normal-records.ts'
import { whitelistTypeLabels } from '../../display/labels.ts'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { assetGroup, type FilterGroup, networkGroup, optionsOf } from '../../list/filter-groups.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { usePageState } from '../../list/list-link.ts'
import { useListPage } from '../../list/list-page.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { FetchedDrawer } from '../../ui/FetchedDrawer.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { reviewHref } from '../../url/hrefs.ts'
import { whitelistsCodec, whitelistsList } from '../../url/lists.ts'
import { whitelistListColumns } from './columns.tsx'

const drawer = lazyComponent(() => import('./WhitelistDrawer.tsx'))

/** `/whitelists`: the saved destination addresses by name. */
export default function WhitelistsPage() {
  const { isKnown, found } = useFound()
  const list = useListPage({
    of: whitelistsList,
    query: (request) => ({
      ...listQuery('whitelists', { ...request, ...found }),
      enabled: isKnown,
    }),
    groups,
    columns,
    idOf,
    labelOf,
  })
  const { link, state, open, rows } = list
  const isLoaded = state.body !== undefined
  return (
    <>
      <ListLayout
        list={list}
        actions={
          <>
            <ButtonLink to={reviewHref()} small icon={<ListChecks aria-hidden />}>
              <span className={layout.roomy}>Review</span>
            </ButtonLink>
            <ExportButton list={list} found={found} />
          </>
        }
        find={
          <NarrowField
            label="Find in whitelists"
            placeholder="Find a name or an address"
            text={link.view.params.q ?? ''}
            // What is found has pages of its own.
            onText={(text) => link.patch({ offset: 0, params: { q: text } }, { replace: true })}
          />
        }
      />
      <FetchedDrawer view={drawer} onClose={open.close} wanted={isLoaded || open.id !== null}>
        {open.id !== null && (
          <drawer.View id={open.id} rows={rows} isLoaded={isLoaded} onClose={open.close} />
        )}
      </FetchedDrawer>
    </>
  )
}

const columns = () => whitelistListColumns
const idOf = (whitelist: Whitelist) => whitelist.whitelist_id
const labelOf = ({ whitelist_name, whitelist_id }: Whitelist) =>
  nameOrId(whitelist_name, whitelist_id) ?? 'Whitelist'

const groups: readonly FilterGroup<keyof Filter<'whitelists'>>[] = [
  {
    label: 'Whitelist type',
    fields: [{ name: 'whitelist_type', kind: 'choice', options: optionsOf(whitelistTypeLabels) }],
  },
  assetGroup,
  networkGroup,
]

const pastedTexts = () => import('../../addresses/pasted/read-address.ts')

/**
 * A text that has addresses in it finds these in every spelling. Other texts are parts of names, ids and addresses. `found` is what the list
 * is asked for, once `isKnown`.
 */
function useFound() {
  const { filter, params } = usePageState(whitelistsCodec).view
  const { q } = params
  // Null if its script cannot be loaded.
  const [reader, setReader] = useState<Awaited<ReturnType<typeof pastedTexts>> | null>()
  const isFinding = q !== undefined
  useEffect(() => {
    if (isFinding) pastedTexts().then(setReader, () => setReader(null))
  }, [isFinding])
  if (!isFinding) return { isKnown: true, found: {} }
  const isRead = reader && filter.address === undefined
  const address = isRead ? reader.formedAddresses(reader.readAddress(q)).map((one) => one.address) : []
  const text = [filter.text, q].flat().filter(Boolean).join(' ')
  return {
    isKnown: reader !== undefined,
    found: address.length > 0 ? { address: address.slice(0, mostAddresses) } : { text },
  }
}

/** More make too long a request. */
const mostAddresses = 20
