import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { memo, type ReactNode, useRef } from 'react'
import type { RowData, TableModel } from './data-table.ts'
import { useStableCallback } from './hooks.ts'
import { Tooltip } from './popovers.tsx'
import { useHeaderFocus } from './row-focus.ts'
import styles from './table.module.css'

export function DataTableHead<R extends RowData>({
  table,
  whyUnsorted,
}: {
  table: TableModel<R>
  whyUnsorted: string | null
}): ReactNode {
  const head = useRef<HTMLTableSectionElement>(null)
  const focus = useHeaderFocus(head)
  const sort = useStableCallback((id: string) => table.getColumn(id)?.toggleSorting())
  return (
    <thead ref={head} className={styles.head} {...focus}>
      <tr>
        {table.getVisibleLeafColumns().map((column) => {
          const { header, meta } = column.columnDef
          return (
            <Header
              key={column.id}
              id={column.id}
              // Always a text: see `Column`.
              name={typeof header === 'string' ? header : ''}
              align={meta?.align}
              hint={meta?.hint}
              direction={column.getIsSorted()}
              onSort={column.getCanSort() ? sort : undefined}
              whyUnsorted={whyUnsorted}
            />
          )
        })}
      </tr>
    </thead>
  )
}

interface HeaderProps {
  id: string
  name: string
  align: 'end' | undefined
  hint: string | undefined
  direction: 'asc' | 'desc' | false
  /** Steps from ascending to descending to the rows' own order. Absent if this column cannot sort. */
  onSort: ((id: string) => void) | undefined
  whyUnsorted: string | null
}

const Header = memo(function Header({
  id,
  name,
  align,
  hint,
  direction,
  onSort,
  whyUnsorted,
}: HeaderProps): ReactNode {
  const canSort = onSort !== undefined && whyUnsorted === null
  const label = (
    <span className={styles.name} data-hint={hint === undefined ? undefined : true}>
      {name}
    </span>
  )
  const control = onSort ? (
    <button
      type="button"
      className={styles.sort}
      data-header
      aria-disabled={!canSort || undefined}
      onClick={() => canSort && onSort(id)}
    >
      {label}
      {canSort && <SortIcon direction={direction} />}
    </button>
  ) : hint ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what a tooltip says is there for every reader
    <span className={styles.name} data-hint data-header tabIndex={0}>
      {name}
    </span>
  ) : (
    label
  )
  const aside = onSort ? whyUnsorted : null
  return (
    // Named explicitly, since an open tooltip is inside it.
    <th
      scope="col"
      className={styles.header}
      data-align={align}
      aria-label={name}
      aria-sort={canSort ? sortNames[`${direction}`] : undefined}
    >
      {hint || aside ? (
        <Tooltip text={hint} aside={aside}>
          {control}
        </Tooltip>
      ) : (
        control
      )}
    </th>
  )
})

const sortNames = { asc: 'ascending', desc: 'descending', false: 'none' } as const

function SortIcon({ direction }: { direction: 'asc' | 'desc' | false }) {
  if (!direction) return <ChevronsUpDown className={styles.unsorted} size={12} aria-hidden />
  const Icon = direction === 'desc' ? ArrowDown : ArrowUp
  return <Icon size={12} aria-hidden />
}
