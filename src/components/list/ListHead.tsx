import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { filterParameters } from '../../url/list-view.ts'
import { ExportButton } from '../export/ExportButton.tsx'
import { exportLink } from '../export/export-link.ts'
import { Freshness } from '../Freshness.tsx'
import { ListActions } from '../views/ListActions.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { FilterBar } from './FilterBar.tsx'
import { SortMenu } from './SortMenu.tsx'
import type { ListController } from './use-list.ts'

/** The head of a list page: its title, how fresh it is, what can be done with it, and its filters. */
export function ListHead<R, F extends string, X extends string>({
  list,
  actions,
  tabs,
  find,
  narrowedBy = none,
  canExport = true,
}: {
  list: ListController<R, F, X>
  /** What else can be done here, before what can be done on every list. */
  actions?: ReactNode
  /** Between the title and the filters. */
  tabs?: ReactNode
  /** The field that finds anything, before the filters. */
  find?: ReactNode
  /** What leaves out rows on screen alone, in words: a file has them. */
  narrowedBy?: readonly string[]
  canExport?: boolean
}): ReactNode {
  const { page, failed, arrangement, allColumns } = list
  const { name, title, codec } = list.list
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
          failure={
            failed.mentioned && { error: failed.mentioned, isAsked: failed.isAsked, onDetails: failed.show }
          }
        />
      }
      actions={
        <>
          {actions}
          <ListActions />
          {canExport && (
            <ExportButton
              list={name}
              filter={filterParameters(list.filter)}
              title={title}
              shown={arrangement.arrangement.columns}
              link={exportLink(list.href, list.narrowedBy)}
              narrowedBy={narrowedBy}
            />
          )}
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

const none: readonly never[] = []
