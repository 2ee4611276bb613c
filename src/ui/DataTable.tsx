import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { countText } from '../contract/count-text.ts'
import { copyRows } from './copy-rows.ts'
import { DataTableHead } from './DataTableHeader.tsx'
import { DataTableRow, type RowMark, SkeletonRows } from './DataTableRow.tsx'
import type { RowData, TableModel, TableRow } from './data-table.ts'
import { followSizes, useStableCallback } from './hooks.ts'
import layout from './layout.module.css'
import { useFollowHref } from './links.tsx'
import { useRowFocus } from './row-focus.ts'
import styles from './table.module.css'

interface DataTableProps<R extends RowData> {
  caption: string
  table: TableModel<R>
  rowHref?: (row: R) => string | null
  /** Accessible name of the row's link. The default is the text of the first cell. */
  rowLabel?: (row: R) => string | undefined
  selectedId?: string | null
  loading?: boolean
  skeletonRows?: number
  /** The rows are from an older reading and may stay: fainter, but readable. */
  stale?: boolean
  /** Other rows are about to replace these: dimmed, and a press opens none. */
  awaited?: boolean
  /** Rows that came or changed since the list was opened. */
  marks?: ReadonlyMap<string, RowMark>
  compact?: boolean
  most?: number
  /** Comes after how many rows are shown. */
  more?: ReactNode
}

/**
 * A table whose rows are links, or open to their parts. Arrows, j, k, Home and End move between rows, Enter opens one. In a narrow
 * window each row is a card. A table too wide for its container scrolls, with its header and first column in place.
 */
export function DataTable<R extends RowData>(props: DataTableProps<R>): ReactNode {
  const { caption, table, rowHref, loading = false, awaited = false } = props
  const { most = mostDrawn, more } = props
  const captionId = useId()
  const all = table.getRowModel().rows
  const rows = all.slice(0, most)
  const columns = table.getAllLeafColumns()
  const leads = (row: TableRow<R>) => row.getCanExpand() || (rowHref?.(row.original) ?? null) !== null
  const { frame, scroller, needsFocus } = useOverflow(rows.length === 0 || rows.some(leads))
  const region = needsFocus && { role: 'region', tabIndex: 0, 'aria-labelledby': captionId }
  const rowFocus = useRowFocus(scroller, props.selectedId ?? null)

  return (
    <div
      className={styles.container}
      data-compact={props.compact || undefined}
      data-awaited={awaited || undefined}
    >
      <div ref={frame} className={styles.frame}>
        <div ref={scroller} className={styles.scroller} onCopy={copyRows} {...rowFocus} {...region}>
          <table
            className={styles.table}
            aria-labelledby={captionId}
            aria-busy={loading || awaited}
            // How wide a text can be before it is cut.
            style={Object.fromEntries(
              columns
                .filter(({ columnDef: { meta } }) => meta?.clips)
                .map((column) => [`--clip-${column.id}`, widthOf(column)]),
            )}
          >
            <caption id={captionId} className={layout.hidden}>
              {caption}
            </caption>
            <ColumnGroup columns={columns} />
            <DataTableHead table={table} />
            <Rows {...props} rows={rows} />
            {loading && rows.length === 0 && (
              <SkeletonRows columns={columns} count={props.skeletonRows ?? 10} />
            )}
          </table>
        </div>
      </div>
      {all.length > rows.length && (
        <p className={styles.footer}>
          The first {countText(rows.length)} of {countText(all.length)} rows are shown. {more}
        </p>
      )}
    </div>
  )
}

function Rows<R extends RowData>({
  table,
  rows,
  rowHref,
  rowLabel,
  selectedId,
  stale,
  marks,
  awaited,
}: DataTableProps<R> & { rows: readonly TableRow<R>[] }): ReactNode {
  const follow = useFollowHref()
  const columns = table.getAllLeafColumns()
  // Stable functions keep rows from being drawn again.
  const open = useStableCallback((href: string) => {
    if (!awaited) follow(href)
  })
  const toggle = useStableCallback((id: string) => table.getRow(id).toggleExpanded())
  return (
    <tbody className={styles.body} data-stale={stale || undefined}>
      {rows.map((row, index) => (
        <DataTableRow
          // By place: the next page then reuses the elements of this one, and two records may have one id.
          // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps nothing of its own
          key={index}
          row={row}
          columns={columns}
          href={rowHref?.(row.original) ?? null}
          label={rowLabel?.(row.original)}
          expanded={row.getCanExpand() ? row.getIsExpanded() : undefined}
          selected={row.id === selectedId}
          mark={marks?.get(row.id)}
          open={open}
          toggle={toggle}
        />
      ))}
    </tbody>
  )
}

type Columns<R extends RowData> = ReturnType<TableModel<R>['getAllLeafColumns']>

/** As CSS; undefined where a column is as wide as its contents. */
function widthOf<R extends RowData>({ columnDef: { meta } }: Columns<R>[number]): string | undefined {
  if (meta?.size === undefined) return undefined
  const width = `${meta.size / 16}rem - var(--narrower)`
  // A column whose texts may be cut grows with the window.
  return meta.clips ? `max(${width}, 12vw)` : `calc(${width})`
}

function ColumnGroup<R extends RowData>({ columns }: { columns: Columns<R> }): ReactNode {
  // One column has no width and takes the room that is left. Otherwise all of them would share it.
  const isFull = columns.every(widthOf)
  return (
    <colgroup>
      {columns.map((column, index) => (
        <col
          key={column.id}
          style={{ width: isFull && index === columns.length - 1 ? undefined : widthOf(column) }}
        />
      ))}
    </colgroup>
  )
}

/** Pages are shorter. A browser would take seconds to draw a longer list. */
const mostDrawn = 2_000

/**
 * Marks a frame with `data-overflows` if its content is wider, and with `data-before` and `data-after` while some is hidden at the start or
 * end. Attributes, not state, so that nothing renders again. `needsFocus`: only a focusable scroller can be scrolled by keys.
 */
function useOverflow(hasFocusable: boolean): {
  frame: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  needsFocus: boolean
} {
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [needsFocus, setNeedsFocus] = useState(false)

  useLayoutEffect(() => {
    const [room, scrolled] = [frame.current, scroller.current]
    const content = scrolled?.firstElementChild
    if (!room || !scrolled || !content) return
    const measure = () => {
      // Compares with the frame: the scroller's own scroll bar must not decide whether it is there.
      const isWider = content.getBoundingClientRect().width > room.clientWidth + 1
      const isChange = isWider !== room.hasAttribute('data-overflows')
      const { scrollLeft, clientWidth, scrollWidth } = scrolled
      room.toggleAttribute('data-overflows', isWider)
      room.toggleAttribute('data-before', isWider && scrollLeft > 1)
      room.toggleAttribute('data-after', isWider && scrollLeft + clientWidth < scrollWidth - 1)
      setNeedsFocus(isWider && !hasFocusable)
      return isChange
    }
    // Before the first paint. The observer’s first call would do, but then layout and paint are one long task.
    measure()
    scrolled.addEventListener('scroll', measure, { passive: true })
    const stopFollowing = followSizes([room, content], measure)
    return () => {
      stopFollowing()
      scrolled.removeEventListener('scroll', measure)
    }
  }, [hasFocusable])

  return { frame, scroller, needsFocus }
}
