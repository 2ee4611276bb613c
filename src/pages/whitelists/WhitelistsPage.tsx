import ListChecks from 'lucide-react/icons/list-checks'
import { listQuery } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { nameOrId, type Whitelist } from '../../contract/normal-records.ts'
import { whitelistTypeLabels } from '../../display/labels.ts'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { assetGroup, type FilterGroup, networkGroup, optionsOf } from '../../list/filter-groups.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useListPage } from '../../list/list-page.ts'
import { NarrowField } from '../../list/NarrowField.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { FetchedDrawer } from '../../ui/FetchedDrawer.tsx'
import layout from '../../ui/layout.module.css'
import { lazyComponent } from '../../ui/lazy.tsx'
import { reviewHref } from '../../url/hrefs.ts'
import { whitelistsList } from '../../url/lists.ts'
import { whitelistListColumns } from './columns.tsx'
import { useFound } from './use-found.ts'

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
