import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePreferences } from '../records/preferences.ts'
import { DataTable, type DataTableProps } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { NothingFound } from './NothingFound.tsx'
import { PastEnd } from './PastEnd.tsx'
import type { ListController } from './use-list.ts'
import { turningKeys } from './use-page-keys.ts'

/** The rows of a list page, or why there are none, and the pager. */
export function ListRows<R, F extends string, X extends string>({
  list,
  useLastPage,
  dividedIds,
  version,
}: {
  list: ListController<R, F, X>
} & Pick<ComponentProps<typeof PastEnd<F, X>>, 'useLastPage'> &
  Pick<DataTableProps<R>, 'dividedIds' | 'version'>): ReactNode {
  const navigate = useNavigate()
  const { compact } = usePreferences()
  const { page, error, view, noun, pageLength } = list
  const { latest } = page
  const { limit, offset } = view
  if (latest?.pastEnd)
    return <PastEnd noun={noun} view={view} href={list.href} {...(useLastPage && { useLastPage })} />
  if (latest && page.rows.length === 0 && error) return null
  const { arrangement, arrange } = list.arrangement
  return (
    <>
      {latest && page.rows.length === 0 ? (
        <NothingFound
          noun={noun}
          said={latest.noRecords}
          explanation={latest.narrowed && `None of these ${latest.narrowed.among} ${noun} matches.`}
          {...(list.isFiltered && { onClearFilters: list.clearFilters })}
        />
      ) : (
        (latest || !error || list.isFetching) && (
          <DataTable
            caption={list.list.title}
            columns={list.columns}
            rows={list.rows}
            rowId={list.rowId}
            rowHref={list.rowHref}
            rowLabel={list.rowLabel}
            version={version}
            selectedId={list.openId}
            onNavigate={(href) => (list.openRecord.current ?? navigate)(href)}
            loading={!latest}
            skeletonRows={Math.min(limit, 12)}
            awaited={page.outdated}
            stale={list.isStale}
            changedIds={page.changed}
            {...(dividedIds && { dividedIds })}
            compact={compact}
            sorting={list.sorting}
            widths={list.widths}
            onWidth={(column, width) => {
              const { [column]: _, ...others } = arrangement.widths
              arrange({ widths: width === null ? others : { ...others, [column]: width } })
            }}
          />
        )
      )}
      {list.list.codec.isPaged && pageLength > 0 && (
        <Pager
          from={offset + 1}
          to={offset + pageLength}
          previousHref={list.previousHref}
          nextHref={list.nextHref}
          shortcuts={turningKeys}
          limit={limit}
          limits={pageSizes}
          onLimit={(next) => list.patch({ limit: next })}
          label={noun}
        />
      )}
    </>
  )
}

const pageSizes = [25, 50, 100] as const
