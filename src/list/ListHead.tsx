import Columns3 from 'lucide-react/icons/columns-3'
import { type ReactNode, useMemo } from 'react'
import { Button } from '../ui/buttons.tsx'
import type { RowData } from '../ui/data-table.ts'
import { useStableCallback } from '../ui/hooks.ts'
import layout from '../ui/layout.module.css'
import { lazyView } from '../ui/lazy.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Popover } from '../ui/popovers.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Freshness } from './Freshness.tsx'
import { type Entered, type FilterGroup, wrongParameters } from './filter-groups.ts'
import { ListActions } from './ListActions.tsx'
import styles from './list.module.css'
import type { ListPage } from './list-page.ts'
import { type ListTable, whyNotSorted } from './use-list-table.ts'
import type { ListParams } from './use-list-view.ts'

export interface ListHeadProps<R extends RowData, F extends string, X extends string> {
  readonly params: ListParams<F, X>
  readonly page: ListPage<R>
  readonly table: ListTable<R>
  readonly groups: readonly FilterGroup<F>[]
  readonly actions?: ReactNode
  readonly tabs?: ReactNode
  readonly find?: ReactNode
  /** One sentence beside "as of". */
  readonly note?: string | null
}

/** The head of a list page: its title, how fresh it is, what can be done with it, and its filters. */
export function ListHead<R extends RowData, F extends string, X extends string>({
  params: { list, filter, invalid, patch, clear },
  page,
  table,
  groups,
  actions,
  tabs,
  find,
  note = null,
}: ListHeadProps<R, F, X>): ReactNode {
  const { error, failed, outdated } = page
  const wrong = useMemo(() => wrongParameters(error, invalid, Object.keys(filter)), [error, invalid, filter])
  const changeFilters = useStableCallback((entered: Entered<F>) => patch({ filter: entered }))
  return (
    <PageHeader
      title={list.title}
      meta={
        <Freshness
          asOf={page.asOf}
          refreshing={page.isFetching}
          onRefresh={page.refresh}
          added={outdated ? 0 : page.added}
          gone={outdated ? 0 : page.gone}
          onAdopt={page.adopt}
          note={note}
          failed={failed}
        />
      }
      actions={
        <>
          <ListActions />
          {actions}
          <ColumnChooser table={table} known={list.codec.table.columns} />
        </>
      }
    >
      {tabs}
      <FilterBar
        groups={groups}
        filter={filter}
        wrong={wrong}
        onChange={changeFilters}
        onClearAll={clear}
        find={find}
        sort={page.rows.length > 0 && <SortMenu model={table.model} isPossible={page.isWhole} />}
      />
    </PageHeader>
  )
}

const choices = lazyView(() => import('./ColumnChoices.tsx'))

function ColumnChooser<R extends RowData>({
  table: { model, arrangement },
  known,
}: {
  table: ListTable<R>
  known: readonly string[]
}) {
  return (
    <Popover
      label="Columns"
      placement="end"
      button={(button) => (
        <Button {...button} small icon={<Columns3 aria-hidden />} {...choices.near}>
          <span className={layout.roomy}>Columns</span>
        </Button>
      )}
    >
      {(close) => (
        <choices.View
          {...arrangement}
          all={known.flatMap((id) => headersOf(model).filter((column) => column.id === id))}
          onClose={close}
        />
      )}
    </Popover>
  )
}

/** Sorts rows that are cards, which have no headers. Hidden where there are headers. */
function SortMenu<R extends RowData>({
  model,
  isPossible,
}: Pick<ListTable<R>, 'model'> & { isPossible: boolean }) {
  const [sorting] = model.state.sorting
  const columns = headersOf(model).filter(({ id }) => model.getColumn(id)?.getCanSort())
  const sort = (value: string) => {
    const [id = '', direction] = value.split(' ')
    model.setSorting(id === '' ? [] : [{ id, desc: direction === 'descending' }])
  }
  return (
    <select
      className={styles.sort}
      aria-label="Sort by"
      data-print="hide"
      value={sorting ? `${sorting.id} ${sorting.desc ? 'descending' : 'ascending'}` : ''}
      onChange={(event) => sort(event.target.value)}
    >
      <option value="">Not sorted</option>
      {isPossible ? (
        columns.flatMap(({ id, header }) =>
          ['ascending', 'descending'].map((direction) => (
            <option key={`${id} ${direction}`} value={`${id} ${direction}`}>
              {header}, {direction}
            </option>
          )),
        )
      ) : (
        <option disabled>{whyNotSorted}</option>
      )}
    </select>
  )
}

function headersOf<R extends RowData>(model: ListTable<R>['model']) {
  return model
    .getAllLeafColumns()
    .flatMap(({ id, columnDef: { header } }) => (typeof header === 'string' ? [{ id, header }] : []))
}
