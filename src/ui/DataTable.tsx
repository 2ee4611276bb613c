import { type CSSProperties, type ReactNode, useId, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import styles from './DataTable.module.css'
import cards from './DataTableCards.module.css'
import { DataTableHeader, type RowSorting, type TableSorting } from './DataTableHeader.tsx'
import paper from './DataTablePaper.module.css'
import { DataTableRow } from './DataTableRow.tsx'
import { grouped } from './decimal-text.ts'
import { useStableCallback } from './hooks.ts'
import { useRowKeys } from './row-keys.ts'
import { SkeletonRows } from './SkeletonRows.tsx'
import { clipProperty } from './show-width.ts'
import type { Column } from './table-column.ts'
import { useHeaderFocus } from './use-header-focus.ts'
import { useOverflow } from './use-overflow.ts'
import { useRowFocus } from './use-row-focus.ts'

export type { Column } from './table-column.ts'

/** What a table needs. Rows are links where `rowHref` gives an address. */
export interface DataTableProps<R> {
  /** The table's name for those who do not see it. */
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowId: (row: R, index: number) => string
  rowHref?: (row: R) => string | null
  /** Accessible name of the row's link; without it the first cell's text. */
  rowLabel?: (row: R) => string
  /** Of what is known of rows beside themselves: whenever it changes, they are named anew. */
  version?: unknown
  /** How a row stands to those around it: the sum of the rows under it, or one of them. */
  rowKind?: (row: R) => 'group' | 'member' | undefined
  /** How deep a row is among those that it is a part of, from 0. */
  rowLevel?: (row: R) => number
  /** Whether the parts of a row are shown; undefined for one that has none. It takes the place of a link. */
  rowOpen?: (row: R) => boolean | undefined
  onToggle?: (id: string) => void
  selectedId?: string | null
  /** Called instead of navigating, for a plain click and Enter; the browser keeps every other click on the link. */
  onNavigate?: (href: string) => void
  /** Rows are on their way: skeleton rows stand in as long as there are none. */
  loading?: boolean
  skeletonRows?: number
  /** The rows belong to an older reading, and it may stay so: in fainter colours, which can still be read. */
  stale?: boolean
  /** Other rows are on their way, and will be there in a moment: dimmed. */
  awaited?: boolean
  /** Rows that have changed since they were last read: marked, and said to be. */
  changedIds?: ReadonlySet<string>
  /** Rows before which something new begins, such as another day: a line sets them apart. */
  dividedIds?: ReadonlySet<string>
  compact?: boolean
  /** How the rows are sorted, as they stand; without it headers offer nothing. */
  sorting?: TableSorting
  /** Widths that the reader has chosen, in pixels, by column. */
  widths?: Readonly<Record<string, number>>
  /** Columns can be made wider and narrower; null gives back the product's own width. */
  onWidth?: (column: string, width: number | null) => void
  /** Under the table, such as a Pager. */
  footer?: ReactNode
}

/**
 * A table whose rows are links. Arrows, j, k, Home and End move between rows, Enter opens; in a narrow container each
 * row is a card. A table too wide for its container scrolls on its own, with header and first column in place.
 */
export function DataTable<R>(props: DataTableProps<R>): ReactNode {
  const {
    columns,
    rowId,
    rowHref,
    onNavigate,
    selectedId = null,
    stale = false,
    awaited = false,
    loading = false,
    sorting,
    widths = noWidths,
  } = props
  const rows = useMemo(() => props.rows.slice(0, mostDrawn), [props.rows])
  const captionId = useId()
  const whyUnsortedId = useId()
  const navigate = useNavigate()
  const head = useRef<HTMLTableSectionElement>(null)
  const headerFocus = useHeaderFocus(head)
  // The same functions at every render, so that no row and no header is drawn again for them.
  const open = useStableCallback((href: string) => (onNavigate ?? navigate)(href))
  const toggle = useStableCallback((id: string) => props.onToggle?.(id))
  const sort = useStableCallback((column: string) => sorting?.onSort(sorting.next(column)))
  const setWidth = useStableCallback((column: string, width: number | null) => props.onWidth?.(column, width))

  const lines = rows.map((row, index) => ({ id: rowId(row, index), row, href: rowHref?.(row) ?? null }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row alone tells its name, whichever function spells it
  const labels = useMemo(() => rows.map((row) => props.rowLabel?.(row)), [rows, props.version])
  const keys = useRowKeys(lines.map((line) => line.id))

  const hasLinks =
    lines.length === 0 || lines.some((line) => line.href !== null || props.rowOpen?.(line.row) !== undefined)
  const { frame, scroller, needsFocus } = useOverflow(hasLinks)
  const region = needsFocus && { role: 'region', tabIndex: 0, 'aria-labelledby': captionId }
  const rowFocus = useRowFocus(scroller, selectedId)

  return (
    <div className={styles.container} data-compact={props.compact || undefined}>
      <div
        ref={frame}
        className={`${styles.frame} ${cards.cards} ${paper.paper}`}
        data-awaited={awaited || undefined}
      >
        <div ref={scroller} className={styles.scroller} {...rowFocus} {...region}>
          <table
            className={styles.table}
            aria-labelledby={captionId}
            // Said once for the table, and not by each of its headers.
            aria-describedby={sorting?.impossible ? whyUnsortedId : undefined}
            aria-busy={loading || stale || awaited}
            style={clips(widths)}
          >
            <caption id={captionId} className={styles.caption}>
              {props.caption}
            </caption>
            <colgroup>
              {columnStyles(columns, widths).map(([id, style]) => (
                <col key={id} className={styles.column} style={style} />
              ))}
            </colgroup>
            <thead ref={head} className={styles.head} {...headerFocus}>
              <tr>
                {columns.map(({ id, header, align, hint, sortBy, narrowest }) => (
                  <DataTableHeader
                    key={id}
                    id={id}
                    header={header}
                    align={align}
                    hint={hint}
                    hasOrder={sortBy !== undefined}
                    narrowest={narrowest}
                    direction={directionOf(sorting?.current, id)}
                    impossible={sorting?.impossible ?? null}
                    onSort={sorting && sort}
                    width={widths[id]}
                    onWidth={props.onWidth && setWidth}
                  />
                ))}
              </tr>
            </thead>
            <tbody className={styles.body} data-stale={stale || undefined}>
              {lines.map(({ id, row, href }, index) => (
                <DataTableRow
                  key={keys[index]}
                  id={id}
                  row={row}
                  columns={columns}
                  href={href}
                  label={labels[index]}
                  kind={props.rowKind?.(row)}
                  level={props.rowLevel?.(row) ?? 0}
                  expanded={props.rowOpen?.(row)}
                  selected={id === selectedId}
                  changed={props.changedIds?.has(id) ?? false}
                  divided={props.dividedIds?.has(id) ?? false}
                  open={open}
                  toggle={toggle}
                />
              ))}
            </tbody>
            {loading && rows.length === 0 && (
              <SkeletonRows columns={columns} count={props.skeletonRows ?? 10} />
            )}
          </table>
        </div>
      </div>
      {sorting?.impossible && (
        <span id={whyUnsortedId} hidden>
          {sorting.impossible}
        </span>
      )}
      {props.rows.length > mostDrawn && (
        <p className={styles.footer}>
          The first {grouped(mostDrawn)} of {grouped(props.rows.length)} rows are shown.
        </p>
      )}
      {props.footer !== undefined && <div className={styles.footer}>{props.footer}</div>}
    </div>
  )
}

/** Pages are shorter. Of a longer list a browser would draw for seconds, and nobody reads it to its end. */
const mostDrawn = 2_000

const noWidths: Readonly<Record<string, number>> = {}

function directionOf(sorting: RowSorting | null | undefined, column: string) {
  if (sorting?.column !== column) return null
  return sorting.descending ? 'descending' : 'ascending'
}

/** The width of each column. One is left without, to take what room the others leave: else they would share it out. */
function columnStyles(
  columns: readonly Pick<Column<never>, 'id' | 'width'>[],
  chosen: Readonly<Record<string, number>>,
): (readonly [id: string, style: CSSProperties])[] {
  const all = columns.map(({ id, width }): readonly [string, CSSProperties] => [
    id,
    { '--standard': width, '--chosen': chosen[id] === undefined ? undefined : `${chosen[id]}px` },
  ])
  const last = all.at(-1)
  return last && all.every(([, style]) => style['--standard'] ?? style['--chosen'])
    ? [...all.slice(0, -1), [last[0], {}]]
    : all
}

function clips(widths: Readonly<Record<string, number>>): CSSProperties {
  return Object.fromEntries(Object.entries(widths).map(([id, width]) => [clipProperty(id), `${width}px`]))
}
