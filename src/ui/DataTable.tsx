import { tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useId, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import styles from './DataTable.module.css'
import { DataTableHeader } from './DataTableHeader.tsx'
import { DataTableRow } from './DataTableRow.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import type { Column } from './table-column.ts'
import { uniqueKeys } from './unique-keys.ts'
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
  selectedId?: string | null
  /** Called instead of navigating, for a plain click and Enter; the browser keeps every other click on the link. */
  onNavigate?: (href: string) => void
  /** Rows are on their way: skeleton rows stand in as long as there are none. */
  loading?: boolean
  skeletonRows?: number
  /** The rows belong to an older reading: dimmed. */
  stale?: boolean
  /** Rows that have changed since they were last read: marked, and said to be. */
  changedIds?: ReadonlySet<string>
  compact?: boolean
  /** Under the table, such as a Pager. */
  footer?: ReactNode
}

// Sorting, filters and paging are the service's; the table's own part is columns and rows alone.
const features = tableFeatures({})

/**
 * A table whose rows are links. Arrows, j, k, Home and End move between rows, Enter opens; in a narrow container each
 * row is a card. A table too wide for its container scrolls on its own, with header and first column in place.
 */
export function DataTable<R>(props: DataTableProps<R>): ReactNode {
  const {
    columns,
    rows,
    rowId,
    rowHref,
    onNavigate,
    selectedId = null,
    stale = false,
    loading = false,
  } = props
  const captionId = useId()
  const navigate = useNavigate()
  const { frame, scroller, overflows } = useOverflow()
  const rowFocus = useRowFocus(scroller, selectedId)

  const table = useTable({
    features,
    columns: useMemo(() => columns.map(({ id, header }) => ({ id, header })), [columns]),
    data: useMemo(() => rows.map((row) => ({ row })), [rows]),
    getRowId: ({ row }, index) => rowId(row, index),
  })
  const lines = table.getRowModel().rows.map(({ id, original: { row } }) => ({
    id,
    row,
    href: rowHref?.(row) ?? null,
  }))
  const keys = uniqueKeys(lines.map((line) => line.id))

  // Without links in it, keys could not scroll it unless it takes the focus itself.
  const scrollerRole = overflows &&
    lines.every((line) => line.href === null) && { role: 'region', tabIndex: 0, 'aria-labelledby': captionId }

  return (
    <div className={styles.container} data-compact={props.compact || undefined}>
      <div ref={frame} className={styles.frame} data-overflows={overflows || undefined}>
        <div ref={scroller} className={styles.scroller} {...rowFocus} {...scrollerRole}>
          <table className={styles.table} aria-labelledby={captionId} aria-busy={loading || stale}>
            <caption id={captionId} className={styles.caption}>
              {props.caption}
            </caption>
            <colgroup>
              {columns.map(({ id, width }) => (
                <col key={id} style={width === undefined ? undefined : { width }} />
              ))}
            </colgroup>
            <thead className={styles.head}>
              {table.getHeaderGroups().map((group) => (
                <tr key={group.id}>
                  {group.headers.map((header, index) => (
                    <DataTableHeader
                      key={header.id}
                      text={columns[index]?.header}
                      align={columns[index]?.align}
                      hint={columns[index]?.hint}
                    />
                  ))}
                </tr>
              ))}
            </thead>
            <tbody className={styles.body} data-stale={stale || undefined}>
              {lines.map(({ id, row, href }, index) => (
                <DataTableRow
                  key={keys[index]}
                  id={id}
                  row={row}
                  columns={columns}
                  href={href}
                  label={props.rowLabel?.(row)}
                  selected={id === selectedId}
                  changed={props.changedIds?.has(id) ?? false}
                  open={onNavigate ?? navigate}
                />
              ))}
            </tbody>
            {loading && rows.length === 0 && (
              <SkeletonRows columns={columns} count={props.skeletonRows ?? 10} />
            )}
          </table>
        </div>
      </div>
      {props.footer !== undefined && <div className={styles.footer}>{props.footer}</div>}
    </div>
  )
}
