import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type ReactNode, useRef } from 'react'
import type { RowData, TableModel } from './data-table.ts'
import { Tooltip } from './popovers.tsx'
import { useHeaderFocus } from './row-focus.ts'
import styles from './table.module.css'

type HeaderColumn<R extends RowData> = ReturnType<TableModel<R>['getAllLeafColumns']>[number]

export function DataTableHead<R extends RowData>({ table }: { table: TableModel<R> }): ReactNode {
  const head = useRef<HTMLTableSectionElement>(null)
  const focus = useHeaderFocus(head)
  return (
    <thead ref={head} className={styles.head} {...focus}>
      <tr>
        {table.getAllLeafColumns().map((column) => (
          <Header key={column.id} column={column} />
        ))}
      </tr>
    </thead>
  )
}

function Header<R extends RowData>({ column }: { column: HeaderColumn<R> }): ReactNode {
  const { header, meta } = column.columnDef
  // Always a text: see `Column`.
  const name = typeof header === 'string' ? header : ''
  const hint = meta?.hint
  const direction = column.getIsSorted()
  const canSort = column.getCanSort()
  const label = (
    <span className={styles.name} data-hint={hint === undefined ? undefined : true}>
      {name}
    </span>
  )
  const control = canSort ? (
    <button type="button" className={styles.sort} data-header onClick={() => column.toggleSorting()}>
      {label}
      <SortIcon direction={direction} />
    </button>
  ) : hint ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: every reader can reach what the tooltip says
    <span className={styles.name} data-hint data-header tabIndex={0}>
      {name}
    </span>
  ) : (
    label
  )
  return (
    // Named explicitly, since an open tooltip is inside it.
    <th
      scope="col"
      className={styles.header}
      data-align={meta?.align}
      data-pad={meta?.pad}
      aria-label={name}
      aria-sort={canSort ? sortNames[`${direction}`] : undefined}
    >
      {hint ? <Tooltip text={hint}>{control}</Tooltip> : control}
    </th>
  )
}

const sortNames = { asc: 'ascending', desc: 'descending', false: 'none' } as const

function SortIcon({ direction }: { direction: 'asc' | 'desc' | false }) {
  if (!direction) return <ChevronsUpDown className={styles.unsorted} size={12} aria-hidden />
  const Icon = direction === 'desc' ? ArrowDown : ArrowUp
  return <Icon size={12} aria-hidden />
}
