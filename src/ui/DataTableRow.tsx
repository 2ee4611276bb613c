import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useRef } from 'react'
import styles from './DataTable.module.css'
import type { CellLook, RowData, TableModel, TableRow } from './data-table.ts'
import { classes, SkeletonText, VisuallyHidden } from './inline.tsx'

type Columns<R extends RowData> = ReturnType<TableModel<R>['getVisibleLeafColumns']>

interface RowProps<R extends RowData> {
  row: TableRow<R>
  columns: Columns<R>
  href: string | null
  label: string | undefined
  /** Whether its parts are shown; undefined where it has none. */
  expanded: boolean | undefined
  selected: boolean
  changed: boolean
  divided: boolean
  open: (href: string) => void
  toggle: (id: string) => void
}

/**
 * One row. Its first cell is the link, or the button that opens it; a click anywhere else on it does the same. Drawn again only when what
 * it shows is another object: opening a record, or narrowing a list of a hundred rows, touches two of them or none.
 */
// memo() forgets that the row's type is open.
export const DataTableRow = memo(Row, isSameRow) as typeof Row

function Row<R extends RowData>(props: RowProps<R>): ReactNode {
  const { row, columns, href, expanded, selected, changed, open, toggle } = props
  const opener = useRef<HTMLElement>(null)
  const ref = (element: HTMLElement | null) => {
    opener.current = element
  }
  const first = row.getVisibleCells()[0]
  const content = first && contentOf(first)

  function openByPointer(event: MouseEvent<HTMLElement>) {
    if ((href === null && expanded === undefined) || !opensRow(event)) return
    // So that the focus comes back to this row when what it opened closes.
    opener.current?.focus({ preventScroll: true })
    if (expanded !== undefined) toggle(row.id)
    else if (href !== null) open(href)
  }

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== (expanded ? 'ArrowLeft' : 'ArrowRight')) return
    event.preventDefault()
    toggle(row.id)
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
      data-divided={props.divided || undefined}
      data-level={row.depth || undefined}
      data-linked={href !== null || expanded !== undefined || undefined}
      data-selected={selected || undefined}
      onClick={openByPointer}
    >
      {first && (
        <th {...cellProps(first.column, lookOf(first), true)} scope="row">
          {changed && <ChangedMark />}
          {expanded !== undefined ? (
            <button
              ref={ref}
              type="button"
              className={classes(styles.link, styles.opener)}
              data-row-id={row.id}
              tabIndex={-1}
              aria-expanded={expanded}
              aria-label={props.label}
              onClick={({ detail, currentTarget }) => {
                if (detail === 0 || !selectsText(currentTarget)) toggle(row.id)
              }}
              onKeyDown={openByArrow}
            >
              {content}
            </button>
          ) : href === null ? (
            content
          ) : (
            // An anchor and not the router's link, which every one of a hundred rows would draw again whenever the address changes.
            <a
              ref={ref}
              href={href}
              className={styles.link}
              data-row-id={row.id}
              // The table makes one of them the stop for Tab.
              tabIndex={-1}
              aria-label={props.label}
              aria-current={selected || undefined}
              draggable={false}
              onClick={openByLink}
            >
              {content}
            </a>
          )}
        </th>
      )}
      <OtherCells row={row} columns={columns} />
    </tr>
  )
}

/** A reading gives every row a new place in the table; what counts is whether its record is another one. */
function isSameRow<R extends RowData>(
  { row, ...props }: RowProps<R>,
  { row: next, ...nextProps }: RowProps<R>,
): boolean {
  return (
    row.original === next.original &&
    row.id === next.id &&
    row.depth === next.depth &&
    Object.entries(nextProps).every(([name, value]) => Object.is(Reflect.get(props, name), value))
  )
}

/** Not drawn again when their row is marked or selected. */
const OtherCells = memo(
  Cells,
  (props, next) => props.row.original === next.row.original && props.columns === next.columns,
) as typeof Cells

function Cells<R extends RowData>({ row }: Pick<RowProps<R>, 'row' | 'columns'>): ReactNode {
  return row
    .getVisibleCells()
    .slice(1)
    .map((cell) => (
      <td key={cell.column.id} {...cellProps(cell.column, lookOf(cell))}>
        {contentOf(cell)}
      </td>
    ))
}

type Cell<R extends RowData> = ReturnType<TableRow<R>['getVisibleCells']>[number]

function lookOf<R extends RowData>(cell: Cell<R>): CellLook | undefined {
  return cell.column.columnDef.meta?.look?.(cell.getContext())
}

function contentOf<R extends RowData>(cell: Cell<R>): ReactNode {
  const { cell: draw } = cell.column.columnDef
  return typeof draw === 'function' ? draw(cell.getContext()) : draw
}

/** What a cell carries for its column: its name for the card that the row becomes, its place there, and how wide it may be. */
function cellProps<R extends RowData>(column: Columns<R>[number], look: CellLook = {}, isFirst = false) {
  const { header, meta } = column.columnDef
  return {
    ...look,
    className: classes(
      styles.cell,
      isFirst && styles.first,
      styles[meta?.card ?? (isFirst ? 'title' : 'line')],
      look.className,
    ),
    'data-align': meta?.align,
    'data-label': typeof header === 'string' ? header : undefined,
    ...(meta?.clips && { 'data-clips': true, style: { '--clip': `var(--clip-${column.id})` } }),
  }
}

function ChangedMark() {
  return (
    <span className={styles.mark}>
      <VisuallyHidden>Changed </VisuallyHidden>
    </span>
  )
}

/** Rows in their final shape, with nothing in them yet. */
export function SkeletonRows<R extends RowData>({
  columns,
  count,
}: {
  columns: Columns<R>
  count: number
}): ReactNode {
  return (
    <tbody className={styles.body} aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows are their places
        <tr key={row} className={styles.row}>
          {columns.map((column, place) => {
            const Cell = place === 0 ? 'th' : 'td'
            return (
              <Cell key={column.id} {...cellProps(column, {}, place === 0)}>
                <SkeletonText width={skeletonWidths[(row + place * 2) % skeletonWidths.length] ?? '70%'} />
              </Cell>
            )
          })}
        </tr>
      ))}
    </tbody>
  )
}

// Texts differ in length; bars of one length would look like a pattern.
const skeletonWidths = [
  'min(72%, 8rem)',
  'min(58%, 7rem)',
  'min(84%, 9.5rem)',
  'min(64%, 6.5rem)',
  'min(78%, 8.5rem)',
]

/** Whether a click means "open this row": plain, on nothing that has a use of its own, at no end of selecting text. */
function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget: row } = event
  if (!isPlainClick(event) || !(target instanceof Element)) return false
  // What React hands up from a layer that is drawn elsewhere in the document.
  if (!row.contains(target)) return false
  return target.closest(pressable) === null && !selectsText(row)
}

/** Whether the browser would follow a link here, in this tab: the left button or Enter, without Ctrl, Shift and the like. */
function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}

/** Whether some text of the element is selected now. */
function selectsText(element: Element): boolean {
  const selection = window.getSelection()
  return selection?.type === 'Range' && selection.containsNode(element, true)
}

const pressable = 'a, button, input, select, textarea, label, summary, [popover], dialog, [role="button"]'
