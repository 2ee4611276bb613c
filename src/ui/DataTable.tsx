import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import styles from './DataTable.module.css'
import { DataTableHeader } from './DataTableHeader.tsx'
import { DataTableRow, SkeletonRows } from './DataTableRow.tsx'
import type { RowData, TableModel } from './data-table.ts'
import { grouped } from './decimal-text.ts'
import { useStableCallback } from './hooks.ts'
import { useHeaderFocus, useRowFocus } from './row-focus.ts'
import { useRowKeys } from './row-keys.ts'
import { useOverflow } from './use-overflow.ts'

/**
 * Draws a table whose rows are links, or open to their parts. Arrows, j, k, Home and End move between rows, Enter opens; in a narrow
 * container each row is a card. A table too wide for its container scrolls on its own, with header and first column in place.
 */
export function DataTable<R extends RowData>({
  caption,
  table,
  rowHref,
  rowLabel,
  selectedId = null,
  loading = false,
  skeletonRows = 10,
  stale = false,
  awaited = false,
  changedIds,
  dividedIds,
  compact = false,
  whyUnsorted = null,
  most = mostDrawn,
  footer,
}: {
  /** The table's name for those who do not see it. */
  caption: string
  table: TableModel<R>
  rowHref?: (row: R) => string | null
  /** Accessible name of the row's link; without it the first cell's text. */
  rowLabel?: (row: R) => string
  selectedId?: string | null
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
  /** Why the columns that rows can be sorted by offer no sorting now. */
  whyUnsorted?: string | null
  /** So many rows are drawn. */
  most?: number
  /** Under the table. */
  footer?: ReactNode
}): ReactNode {
  const captionId = useId()
  const whyUnsortedId = useId()
  const navigate = useNavigate()
  const all = table.getRowModel().rows
  const rows = all.slice(0, most)
  const columns = table.getVisibleLeafColumns()
  const keys = useRowKeys(rows.map(({ id }) => id))

  // The same functions at every render, so that no row and no header is drawn again for them.
  const open = useStableCallback((href: string) => void navigate(href))
  const toggle = useStableCallback((id: string) => table.getRow(id).toggleExpanded())
  const sort = useStableCallback((id: string) => table.getColumn(id)?.toggleSorting())

  // A width that is being tried draws the headers again, and no row.
  const [trial, setTrial] = useState<{ readonly id: string; readonly width: number } | null>(null)
  const tryWidth = useStableCallback((id: string, width: number | null) =>
    // At once: the width that its contents allow is measured next.
    flushSync(() => setTrial(width === null ? null : { id, width })),
  )
  const setWidth = useStableCallback((id: string, width: number | null) => {
    setTrial(null)
    if (width === null) table.getColumn(id)?.resetSize()
    else table.setColumnSizing((sizes) => ({ ...sizes, [id]: width }))
  })
  const isResizable = table.options.onColumnSizingChange !== undefined
  const widths = columns.map((column) => {
    const { size = 0, meta } = column.columnDef
    const isChosen = Object.hasOwn(table.state.columnSizing, column.id)
    const chosen = trial?.id === column.id ? trial.width : isChosen ? column.getSize() : undefined
    // What may be cut has more room where there is some.
    const standard = meta?.clips ? `max(${size / 16}rem, 13vw)` : `${size / 16}rem`
    return {
      id: column.id,
      chosen: chosen === undefined ? undefined : pixels(chosen),
      standard: size === 0 ? undefined : standard,
      clips: meta?.clips,
    }
  })

  const head = useRef<HTMLTableSectionElement>(null)
  const headerFocus = useHeaderFocus(head)
  const hrefs = rows.map(({ original }) => rowHref?.(original) ?? null)
  const hasStops = rows.length === 0 || rows.some((row, index) => hrefs[index] !== null || row.getCanExpand())
  const { frame, scroller, needsFocus } = useOverflow(hasStops)
  const region = needsFocus && { role: 'region', tabIndex: 0, 'aria-labelledby': captionId }
  const rowFocus = useRowFocus(scroller, selectedId)

  return (
    <div className={styles.container} data-compact={compact || undefined}>
      <div ref={frame} className={styles.frame} data-awaited={awaited || undefined}>
        <div ref={scroller} className={styles.scroller} {...rowFocus} {...region}>
          <table
            className={styles.table}
            aria-labelledby={captionId}
            // Said once for the table, and not by each of its headers.
            aria-describedby={whyUnsorted ? whyUnsortedId : undefined}
            aria-busy={loading || awaited}
            style={Object.fromEntries(
              widths.map(({ id, chosen, standard, clips }) => [
                `--clip-${id}`,
                clips ? (chosen ?? standard) : undefined,
              ]),
            )}
          >
            <caption id={captionId} className={styles.caption}>
              {caption}
            </caption>
            <colgroup>
              {widths.map(({ id, chosen, standard }, index) => (
                <col key={id} className={styles.column} style={columnStyle(chosen, standard, index)} />
              ))}
            </colgroup>
            <thead ref={head} className={styles.head} {...headerFocus}>
              <tr>
                {columns.map((column, index) => (
                  <DataTableHeader
                    key={column.id}
                    id={column.id}
                    name={headerText(column.columnDef.header)}
                    align={column.columnDef.meta?.align}
                    hint={column.columnDef.meta?.hint}
                    direction={column.getIsSorted()}
                    onSort={column.getCanSort() ? sort : undefined}
                    whyUnsorted={whyUnsorted}
                    minSize={column.columnDef.minSize}
                    width={widths[index]?.chosen}
                    onTry={tryWidth}
                    onWidth={isResizable ? setWidth : undefined}
                  />
                ))}
              </tr>
            </thead>
            <tbody className={styles.body} data-stale={stale || undefined}>
              {rows.map((row, index) => (
                <DataTableRow
                  key={keys[index]}
                  row={row}
                  columns={columns}
                  href={hrefs[index] ?? null}
                  label={rowLabel?.(row.original)}
                  expanded={row.getCanExpand() ? row.getIsExpanded() : undefined}
                  selected={row.id === selectedId}
                  changed={changedIds?.has(row.id) ?? false}
                  divided={dividedIds?.has(row.id) ?? false}
                  open={open}
                  toggle={toggle}
                />
              ))}
            </tbody>
            {loading && rows.length === 0 && <SkeletonRows columns={columns} count={skeletonRows} />}
          </table>
        </div>
      </div>
      {whyUnsorted && (
        <span id={whyUnsortedId} hidden>
          {whyUnsorted}
        </span>
      )}
      {all.length > rows.length && footer === undefined && (
        <p className={styles.footer}>
          The first {grouped(rows.length)} of {grouped(all.length)} rows are shown.
        </p>
      )}
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  )

  /** One column is left without a width, to take what room the others leave: else they would share it out. */
  function columnStyle(
    chosen: string | undefined,
    standard: string | undefined,
    index: number,
  ): CSSProperties {
    const isFull = index === widths.length - 1 && widths.every((each) => each.chosen ?? each.standard)
    if (isFull) return {}
    return { '--standard': standard, '--chosen': chosen }
  }
}

/** Pages are shorter. Of a longer list a browser would draw for seconds, and nobody reads it to its end. */
const mostDrawn = 2_000

const pixels = (width: number) => `${width}px`

/** Headers are texts: see `Column`. */
function headerText(header: unknown): string {
  return typeof header === 'string' ? header : ''
}
