import { type MouseEvent, memo, type ReactNode } from 'react'
import type { CellLook, RowData, TableModel, TableRow } from './data-table.ts'
import { classes, SkeletonText, VisuallyHidden } from './inline.tsx'
import { addressOf, isPlainClick } from './links.tsx'
import { rowLinks } from './row-focus.ts'
import styles from './table.module.css'

type Columns<R extends RowData> = ReturnType<TableModel<R>['getAllLeafColumns']>

export type RowMark = 'new' | 'changed'

interface RowProps<R extends RowData> {
  row: TableRow<R>
  columns: Columns<R>
  href: string | null
  label: string | undefined
  /** Whether its parts are shown; undefined for a row without parts. */
  expanded: boolean | undefined
  selected: boolean
  mark: RowMark | undefined
  open: (href: string) => void
  toggle: (id: string) => void
}

/** One row. A click anywhere on it does what its link or button does. */
// The cast: memo() loses the type parameter.
export const DataTableRow = memo(Row, isSameRow) as typeof Row

function Row<R extends RowData>(props: RowProps<R>): ReactNode {
  const { row, columns, href, expanded, selected, mark, open, toggle } = props
  const first = row.getAllCells()[0]
  const look = first && lookOf(first)

  function openByPointer(event: MouseEvent<HTMLElement>) {
    if ((href === null && expanded === undefined) || !opensRow(event)) return
    // The focus returns here when the record closes.
    rowLinks(event.currentTarget)[0]?.focus({ preventScroll: true })
    if (expanded !== undefined) toggle(row.id)
    else if (href !== null) open(href)
  }

  return (
    <tr
      className={styles.row}
      data-level={row.depth || undefined}
      data-linked={href !== null || expanded !== undefined || undefined}
      data-selected={selected || undefined}
      onClick={openByPointer}
    >
      {first && (
        <th {...cellProps(first.column, look, true)} scope="row">
          {mark && (
            <span className={styles.mark}>
              <VisuallyHidden>{mark === 'new' ? 'New' : 'Changed'} </VisuallyHidden>
            </span>
          )}
          {expanded === undefined && href === null ? (
            contentOf(first)
          ) : (
            <Opener {...props}>{contentOf(first)}</Opener>
          )}
        </th>
      )}
      <OtherCells row={row} columns={columns} />
    </tr>
  )
}

/** The button that shows a row's parts, or the link to what it opens. The table makes one of them the stop for Tab. */
function Opener<R extends RowData>({
  row: { id },
  href,
  expanded,
  label,
  selected,
  open,
  toggle,
  children,
}: RowProps<R> & { children: ReactNode }): ReactNode {
  // A click that ends a text selection opens nothing. Enter has a `detail` of 0 and always opens.
  const isPress = (event: MouseEvent) => event.detail === 0 || !selectsText(event.currentTarget)
  if (expanded !== undefined)
    return (
      <button
        type="button"
        className={classes(styles.link, styles.opener)}
        data-row-id={id}
        tabIndex={-1}
        aria-expanded={expanded}
        aria-label={label}
        onClick={(event) => isPress(event) && toggle(id)}
        onKeyDown={(event) => {
          if (event.key !== (expanded ? 'ArrowLeft' : 'ArrowRight')) return
          event.preventDefault()
          toggle(id)
        }}
      >
        {children}
      </button>
    )
  return (
    // Not a `Link`: a hundred of them would be drawn again whenever the address changes.
    <a
      href={href === null ? undefined : addressOf(href)}
      className={styles.link}
      data-row-id={id}
      tabIndex={-1}
      aria-label={label}
      aria-current={selected || undefined}
      draggable={false}
      onClick={(event) => {
        if (href === null || !isPlainClick(event)) return
        event.preventDefault()
        if (isPress(event)) open(href)
      }}
    >
      {children}
    </a>
  )
}

/** Each reading makes new row objects, so this compares their records. */
function isSameRow<R extends RowData>(props: RowProps<R>, next: RowProps<R>): boolean {
  return (
    props.row.original === next.row.original &&
    props.row.id === next.row.id &&
    props.row.depth === next.row.depth &&
    propNames.every((name) => props[name] === next[name])
  )
}

const propNames = ['columns', 'href', 'label', 'expanded', 'selected', 'mark'] as const

/** Not drawn again when their row is marked or selected. */
const OtherCells = memo(
  Cells,
  (props, next) => props.row.original === next.row.original && props.columns === next.columns,
) as typeof Cells

function Cells<R extends RowData>({ row }: Pick<RowProps<R>, 'row' | 'columns'>): ReactNode {
  return row
    .getAllCells()
    .slice(1)
    .map((cell) => (
      <td key={cell.column.id} {...cellProps(cell.column, lookOf(cell))}>
        {contentOf(cell)}
      </td>
    ))
}

type Cell<R extends RowData> = ReturnType<TableRow<R>['getAllCells']>[number]

/** Not drawn as a component: with new columns each would be another one, and all that is in it would be made anew. */
function contentOf<R extends RowData>(cell: Cell<R>): ReactNode {
  const { cell: draw } = cell.column.columnDef
  return typeof draw === 'function' && draw(cell.getContext())
}

function lookOf<R extends RowData>(cell: Cell<R>): CellLook | undefined {
  return cell.column.columnDef.meta?.look?.(cell.getContext())
}

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
    ...(meta?.clips && {
      'data-clips': true,
      style: { ...look.style, '--clip': `var(--clip-${column.id})` },
    }),
  }
}

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

const skeletonWidths = [
  'min(72%, 8rem)',
  'min(58%, 7rem)',
  'min(84%, 9.5rem)',
  'min(64%, 6.5rem)',
  'min(78%, 8.5rem)',
]

/** Whether a click opens the row: a plain one, on no other control, that selects no text. */
function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const { target, currentTarget: row } = event
  if (!isPlainClick(event) || !(target instanceof Element)) return false
  // React also bubbles events from layers that are elsewhere in the document.
  if (!row.contains(target)) return false
  return target.closest(pressable) === null && !selectsText(row)
}

function selectsText(element: Element): boolean {
  const selection = window.getSelection()
  return selection?.type === 'Range' && selection.containsNode(element, true)
}

const pressable = 'a, button, input, select, textarea, label, summary, [popover], dialog, [role="button"]'
