import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Freshness } from './Freshness.tsx'
import { SortMenu } from './SortMenu.tsx'
import type { ListController } from './use-list.ts'
import { ListActions } from './views/ListActions.tsx'

/** The head of a list page: its title, how fresh it is, what can be done with it, and its filters. */
export function ListHead<R, F extends string, X extends string>({
  list,
  actions,
  tabs,
  find,
  note = null,
}: {
  list: ListController<R, F, X>
  /** What else can be done with this list, such as to export it. */
  actions?: ReactNode
  /** Between the title and the filters. */
  tabs?: ReactNode
  /** The field that finds anything, before the filters. */
  find?: ReactNode
  /** One sentence beside how fresh the page is. */
  note?: string | null
}): ReactNode {
  const { page, failed, arrangement, allColumns } = list
  const { title, codec } = list.list
  return (
    <PageHeader
      title={title}
      meta={
        <Freshness
          asOf={list.asOf}
          refreshing={list.isFetching}
          onRefresh={list.refresh}
          added={page.outdated ? 0 : page.added}
          gone={page.outdated ? 0 : page.gone}
          onAdopt={page.adopt}
          note={note}
          failure={
            failed.mentioned && { error: failed.mentioned, isAsked: failed.isAsked, onDetails: failed.show }
          }
        />
      }
      actions={
        <>
          <ListActions />
          {actions}
          <ColumnChooser
            {...arrangement}
            columns={allColumns.filter(({ id }) => codec.columns.includes(id))}
          />
        </>
      }
    >
      {tabs}
      <FilterBar
        groups={list.groups}
        filter={list.filter}
        wrong={list.wrong}
        onChange={list.changeFilters}
        onClearAll={list.clearFilters}
        find={find}
        sort={
          list.pageLength > 0 && (
            <SortMenu {...list.sorting} columns={allColumns.filter(({ sortBy }) => sortBy)} />
          )
        }
      />
    </PageHeader>
  )
}
