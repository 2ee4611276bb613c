import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useMemo, useRef } from 'react'
import styles from './DataTable.module.css'
import { classes, VisuallyHidden } from './inline.tsx'
import { isPlainClick, opensRow, selectsText } from './row-pointer.ts'
import { tableCell } from './table-cell.tsx'
import type { Column } from './table-column.ts'

interface RowProps<R> {
  id: string
  row: R
  columns: readonly Column<R>[]
  href: string | null
  label: string | undefined
  kind: 'group' | 'member' | undefined
  level: number
  /** Whether its parts are shown; undefined where it has none. */
  expanded: boolean | undefined
  selected: boolean
  changed: boolean
  divided: boolean
  open: (href: string) => void
  toggle: (id: string) => void
}

/**
 * One row. Its first cell is the link, or the button that opens it; a click anywhere else on it does the same. Drawn again only when what it shows is another
 * object: opening a record, or narrowing a list of a hundred rows, touches two of them or none.
 */
// memo() forgets that the row's type is open.
export const DataTableRow = memo(Row) as typeof Row

function Row<R>(props: RowProps<R>): ReactNode {
  const { id, row, columns, href, expanded, selected, changed, open, toggle } = props
  const opener = useRef<HTMLElement>(null)
  const ref = (element: HTMLElement | null) => {
    opener.current = element
  }
  // Kept while row and columns are the same objects: React passes over them when the row is marked or selected.
  const first = useMemo(() => columns[0]?.cell(row), [columns, row])
  const others = useMemo(
    () => columns.slice(1).map((column) => tableCell(column, column.cell(row), column.look?.(row), false)),
    [columns, row],
  )

  function openByPointer(event: MouseEvent<HTMLElement>) {
    if ((href === null && expanded === undefined) || !opensRow(event)) return
    // So that the focus comes back to this row when what it opened closes.
    opener.current?.focus({ preventScroll: true })
    if (expanded !== undefined) toggle(id)
    else if (href !== null) open(href)
  }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== (expanded ? 'ArrowLeft' : 'ArrowRight')) return
    event.preventDefault()
    toggle(id)
  }

  function openByLink(event: MouseEvent<HTMLAnchorElement>) {
    if (href === null || !isPlainClick(event)) return
    event.preventDefault()
    // A click that ends a selection is none; Enter, which counts no clicks, always opens.
    if (event.detail === 0 || !selectsText(event.currentTarget)) open(href)
  }

  return (
    <tr
      className={styles.row}
      data-kind={props.kind}
      data-divided={props.divided || undefined}
      data-level={props.level || undefined}
      data-linked={href !== null || expanded !== undefined || undefined}
      data-selected={selected || undefined}
      onClick={openByPointer}
    >
      {columns[0] &&
        tableCell(
          columns[0],
          <>
            {changed && <ChangedMark />}
            {expanded !== undefined ? (
              <button
                ref={ref}
                type="button"
                className={classes(styles.link, styles.opener)}
                data-row-id={id}
                tabIndex={-1}
                aria-expanded={expanded}
                aria-label={props.label}
                onClick={({ detail, currentTarget }) => {
                  if (detail === 0 || !selectsText(currentTarget)) toggle(id)
                }}
                onKeyDown={openByArrow}
              >
                {first}
              </button>
            ) : href === null ? (
              first
            ) : (
              // An anchor and not the router's link, which every one of a hundred rows would draw again whenever the address changes.
              <a
                ref={ref}
                href={href}
                className={styles.link}
                data-row-id={id}
                // The table makes one of them the stop for Tab.
                tabIndex={-1}
                aria-label={props.label}
                aria-current={selected || undefined}
                draggable={false}
                onClick={openByLink}
              >
                {first}
              </a>
            )}
          </>,
          columns[0].look?.(row),
          true,
        )}
      {others}
    </tr>
  )
}

function ChangedMark() {
  return (
    <span className={styles.mark}>
      <VisuallyHidden>Changed </VisuallyHidden>
    </span>
  )
}
