import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Columns3 from 'lucide-react/icons/columns-3'
import { lazy, type ReactNode } from 'react'
import { Button } from '../ui/buttons.tsx'
import { lazyChunk, preloadChunk } from '../ui/lazy.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Popover } from '../ui/popovers.tsx'
import type { ColumnChoicesProps } from './ColumnChoices.tsx'
import styles from './FilterBar.module.css'
import { FilterBar } from './FilterBar.tsx'
import { Freshness } from './Freshness.tsx'
import type { SortChoicesProps } from './SortChoices.tsx'
import type { ListController } from './use-list.ts'
import actionStyles from './views/ListActions.module.css'
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

// Few visits open them; on their way as soon as their button is come near.
const loadColumns = lazyChunk(() => import('./ColumnChoices.tsx'))
const ColumnChoices = lazy(loadColumns)
const loadSorting = lazyChunk(() => import('./SortChoices.tsx'))
const SortChoices = lazy(loadSorting)

function preloading(load: () => Promise<unknown>) {
  const preload = () => preloadChunk(load)
  return { onPointerEnter: preload, onFocus: preload }
}

/** Opens the choice of a table's columns and their order. */
function ColumnChooser(props: Omit<ColumnChoicesProps, 'onClose'>) {
  return (
    <Popover
      label="Columns"
      placement="end"
      button={(button) => (
        <Button {...button} small icon={<Columns3 aria-hidden />} {...preloading(loadColumns)}>
          <span className={actionStyles.words}>Columns</span>
        </Button>
      )}
    >
      {(close) => <ColumnChoices {...props} onClose={close} />}
    </Popover>
  )
}

/** Sorts the rows where they are cards, which have no headers to press. Where those can be seen it is not. */
function SortMenu(props: SortChoicesProps) {
  const { columns, current, impossible } = props
  const column = impossible === null && columns.find(({ id }) => id === current?.column)
  const descending = current?.descending ?? false
  const Icon = !column ? ArrowUpDown : descending ? ArrowDown : ArrowUp
  return (
    <div className={styles.sort} data-print="hide">
      <Popover
        label="Sort"
        button={(button) => (
          <Button
            {...button}
            icon={<Icon aria-hidden />}
            aria-label={
              column ? `Sorted by ${column.header}, ${descending ? 'descending' : 'ascending'}` : undefined
            }
            {...preloading(loadSorting)}
          >
            {column ? column.header : 'Sort'}
          </Button>
        )}
      >
        {() => <SortChoices {...props} />}
      </Popover>
    </div>
  )
}
