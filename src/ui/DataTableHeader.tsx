import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { ColumnResizer } from './ColumnResizer.tsx'
import styles from './DataTable.module.css'
import { nextSorting, type RowSorting } from './row-order.ts'
import { Tooltip } from './Tooltip.tsx'
import type { Column } from './table-column.ts'

/** How a table can be sorted. */
export interface TableSorting {
  readonly current: RowSorting | null
  /** Why it cannot be sorted now; null where it can. */
  readonly impossible: string | null
  readonly onSort: (sorting: RowSorting | null) => void
}

/** The header of one column: its name, a few words about it, a button where rows can be sorted by it, and its edge. */
export function DataTableHeader({
  column,
  sorting,
  width,
  onWidth,
}: {
  column: Pick<Column<never>, 'id' | 'header' | 'align' | 'hint' | 'sortBy' | 'narrowest'>
  sorting: TableSorting | undefined
  /** Chosen by the reader, in pixels. */
  width: number | undefined
  onWidth: ((id: string, width: number | null) => void) | undefined
}): ReactNode {
  const { id, header, align, hint } = column
  const offered = column.sortBy ? sorting : undefined
  const direction = offered?.impossible === null && offered.current?.column === id && offered.current
  const words = [hint, offered?.impossible].filter(Boolean).join('. ')
  return (
    // Named by its text alone: an open tooltip and the edge are within it.
    <th
      scope="col"
      className={styles.header}
      data-align={align}
      aria-label={header}
      aria-sort={ariaSort(offered, direction)}
      style={width === undefined ? undefined : { minWidth: width }}
    >
      <WithWords words={words}>
        {offered ? (
          <button
            type="button"
            className={styles.sort}
            data-header
            data-hint={hint === undefined ? undefined : true}
            aria-disabled={offered.impossible !== null || undefined}
            onClick={() => {
              if (offered.impossible === null) offered.onSort(nextSorting(offered.current, id))
            }}
          >
            <span className={styles.name}>{header}</span>
            {offered.impossible === null && <SortIcon direction={direction} />}
          </button>
        ) : (
          <span className={styles.name} data-hint={hint && true} {...(words && hinted)}>
            {header}
          </span>
        )}
      </WithWords>
      {onWidth && <ColumnResizer id={id} name={header} narrowest={column.narrowest} onWidth={onWidth} />}
    </th>
  )
}

// The hint is for the keyboard too.
const hinted = { tabIndex: 0, 'data-header': true }

function WithWords({ words, children }: { words: string; children: ReactElement }) {
  return words === '' ? children : <Tooltip text={words}>{children}</Tooltip>
}

type Direction = RowSorting | null | undefined | false

function ariaSort(offered: TableSorting | undefined, direction: Direction) {
  if (!offered || offered.impossible !== null) return undefined
  if (!direction) return 'none'
  return direction.descending ? 'descending' : 'ascending'
}

function SortIcon({ direction }: { direction: Direction }) {
  if (!direction) return <ChevronsUpDown className={styles.unsorted} size={12} aria-hidden />
  return direction.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />
}
