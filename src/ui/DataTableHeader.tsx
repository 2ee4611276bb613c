import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type ComponentProps, memo, type ReactNode } from 'react'
import { ColumnResizer } from './ColumnResizer.tsx'
import styles from './DataTableHeader.module.css'
import { Tooltip } from './popovers.tsx'
import type { Column } from './table-column.ts'

/** By which column rows are sorted, and which way. */
export interface RowSorting {
  readonly column: string
  readonly descending: boolean
}

/** How a table can be sorted. */
export interface TableSorting {
  readonly current: RowSorting | null
  /** The sorting that the next press on a column's header asks for. */
  readonly next: (column: string) => RowSorting | null
  /** Why it cannot be sorted now; null where it can. */
  readonly impossible: string | null
  readonly onSort: (sorting: RowSorting | null) => void
}

/**
 * The header of one column: its name, a few words about it, a button where rows can be sorted by it, and its edge. Drawn again only when
 * one of these changes.
 */
export const DataTableHeader = memo(Header)

function Header({
  id,
  header,
  align,
  hint,
  hasOrder,
  narrowest,
  direction,
  impossible,
  onSort,
  width,
  onWidth,
}: Pick<Column<never>, 'id' | 'header'> & {
  align: Column<never>['align'] | undefined
  hint: string | undefined
  /** Whether rows can be sorted by it at all. */
  hasOrder: boolean
  narrowest: number | undefined
  /** Which way the rows are sorted by it; null where they are not. */
  direction: 'ascending' | 'descending' | null
  /** Why rows cannot be sorted now; null where they can. */
  impossible: string | null
  /** Asks for the next sorting by this column; without it sorting is not offered at all. */
  onSort: ((column: string) => void) | undefined
  /** Chosen by the reader, in pixels. */
  width: number | undefined
  onWidth: ((id: string, width: number | null) => void) | undefined
}): ReactNode {
  const isOffered = onSort !== undefined && hasOrder
  const canSort = isOffered && impossible === null
  const aside = isOffered ? impossible : null
  return (
    // Named by its text alone: an open tooltip and the edge are within it.
    <th
      scope="col"
      className={styles.header}
      data-align={align}
      aria-label={header}
      aria-sort={canSort ? (direction ?? 'none') : undefined}
      style={width === undefined ? undefined : { '--width': `${width}px` }}
    >
      <WithWords text={hint} aside={aside}>
        {isOffered ? (
          <button
            type="button"
            className={styles.sort}
            data-header
            data-hint={hint === undefined ? undefined : true}
            aria-disabled={!canSort || undefined}
            onClick={() => {
              if (canSort) onSort(id)
            }}
          >
            <span className={styles.name}>{header}</span>
            {canSort && <SortIcon direction={direction} />}
          </button>
        ) : (
          <span className={styles.name} data-hint={hint && true} {...(hint && hinted)}>
            {header}
          </span>
        )}
      </WithWords>
      {onWidth && <ColumnResizer id={id} name={header} narrowest={narrowest} onWidth={onWidth} />}
    </th>
  )
}

// The hint is for the keyboard too.
const hinted = { tabIndex: 0, 'data-header': true }

function WithWords({ text, aside, children }: ComponentProps<typeof Tooltip>) {
  return text || aside ? (
    <Tooltip text={text} aside={aside}>
      {children}
    </Tooltip>
  ) : (
    children
  )
}

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | null }) {
  if (!direction) return <ChevronsUpDown className={styles.unsorted} size={12} aria-hidden />
  const Icon = direction === 'descending' ? ArrowDown : ArrowUp
  return <Icon size={12} aria-hidden />
}
