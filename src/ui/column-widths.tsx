/** The widths of a table's columns, and the edges by which a reader changes them. */
import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { columnWidths, type RowData, type TableModel } from './data-table.ts'
import { useStableCallback } from './hooks.ts'
import styles from './table.module.css'

/** Changes the width of a column, in CSS pixels; null undoes it. */
export type SetWidth = (id: string, width: number | null) => void

/** One column's width, as CSS has it. Without either it is as wide as its contents. */
interface ColumnWidth {
  readonly id: string
  /** The reader has chosen it, or is trying it. */
  readonly chosen: string | undefined
  readonly standard: string | undefined
  /** Texts wider than the column are cut. */
  readonly clips: boolean | undefined
}

/** A width that is being tried draws the headers again, and no row. */
export function useColumnWidths<R extends RowData>(
  table: TableModel<R>,
): {
  readonly widths: readonly ColumnWidth[]
  readonly onTry: SetWidth
  /** Keeps a width. Absent if the reader cannot change widths. */
  readonly onWidth: SetWidth | undefined
} {
  const [trial, setTrial] = useState<{ readonly id: string; readonly width: number } | null>(null)
  const onTry = useStableCallback((id: string, width: number | null) =>
    // At once: the edge then measures how wide the column has become.
    flushSync(() => setTrial(width === null ? null : { id, width })),
  )
  const onWidth = useStableCallback((id: string, width: number | null) => {
    setTrial(null)
    if (width === null) table.getColumn(id)?.resetSize()
    else table.setColumnSizing((sizes) => ({ ...sizes, [id]: width }))
  })
  const widths = table.getVisibleLeafColumns().map((column) => {
    const { size = 0, meta } = column.columnDef
    const isChosen = Object.hasOwn(table.state.columnSizing, column.id)
    const chosen = trial?.id === column.id ? trial.width : isChosen ? column.getSize() : null
    // What may be cut has more room where there is some.
    const width = `${size / 16}rem - var(--narrower)`
    const standard = meta?.clips ? `max(${width}, 13vw)` : `calc(${width})`
    return {
      id: column.id,
      chosen: chosen === null ? undefined : `${chosen}px`,
      standard: size === 0 ? undefined : standard,
      clips: meta?.clips,
    }
  })
  return { widths, onTry, onWidth: table.options.onColumnSizingChange && onWidth }
}

/** Properties of the table: how wide a text can be before it is cut, by column. */
export function clipProperties(widths: readonly ColumnWidth[]): CSSProperties {
  return Object.fromEntries(
    widths.map(({ id, chosen, standard, clips }) => [
      `--clip-${id}`,
      clips ? (chosen ?? standard) : undefined,
    ]),
  )
}

export function ColumnGroup({ widths }: { widths: readonly ColumnWidth[] }): ReactNode {
  // One column has no width and takes the room that is left. Otherwise all of them would share it.
  const isFull = widths.every(({ chosen, standard }) => chosen ?? standard)
  return (
    <colgroup>
      {widths.map(({ id, chosen, standard }, index) => {
        const takesRest = isFull && index === widths.length - 1
        const style = takesRest ? {} : { '--standard': standard, '--chosen': chosen }
        return <col key={id} className={styles.column} style={style} />
      })}
    </colgroup>
  )
}

interface EdgeProps {
  id: string
  name: string
  minSize: number
  onTry: SetWidth
  onWidth: SetWidth
}

/** The edge of a column. Drag it or use the arrow keys; a double click or Enter resets the width. */
export function ColumnEdge(props: EdgeProps): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is no control, and this is one
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${props.name}`}
      aria-valuemin={props.minSize}
      aria-valuemax={columnWidths.max}
      aria-valuenow={props.minSize}
      tabIndex={-1}
      data-edge
      data-print="hide"
      {...useEdgeHandlers(props)}
    />
  )
}

/** What the pointer and the keys do to an edge. The width is read from the layout, where contents can keep a column wider. */
function useEdgeHandlers({ id, minSize, onTry, onWidth }: EdgeProps): HTMLAttributes<HTMLElement> {
  /** The width when the drag began, where the pointer was, and the width it asks for. */
  const trial = useRef<{ from: number; width: number; wanted: number } | null>(null)
  const clamp = (width: number) => Math.round(Math.min(columnWidths.max, Math.max(minSize, width)))

  function begin(edge: HTMLElement, from: number) {
    const width = widthOf(edge)
    trial.current = { from, width, wanted: width }
    return trial.current
  }

  function tryWidth(edge: HTMLElement, width: number) {
    if (trial.current) trial.current.wanted = clamp(width)
    onTry(id, clamp(width))
    exposeWidth(edge)
  }

  function cancel(edge: HTMLElement) {
    trial.current = null
    onTry(id, null)
    exposeWidth(edge)
  }

  function reset(edge: HTMLElement) {
    cancel(edge)
    onWidth(id, null)
  }

  function keep(edge: HTMLElement) {
    const tried = trial.current
    trial.current = null
    if (tried && tried.wanted !== tried.width) onWidth(id, clamp(widthOf(edge)))
  }

  return {
    // Only now: reading the width of every edge after each render would force a layout.
    onFocus: ({ currentTarget }) => exposeWidth(currentTarget),
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      // Otherwise the drag selects text.
      event.preventDefault()
      event.currentTarget.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
      begin(event.currentTarget, event.clientX)
    },
    onPointerMove({ currentTarget, clientX, buttons }) {
      if (trial.current && buttons > 0)
        tryWidth(currentTarget, trial.current.width + clientX - trial.current.from)
    },
    onPointerUp: ({ currentTarget }) => keep(currentTarget),
    onPointerCancel: ({ currentTarget }) => cancel(currentTarget),
    onDoubleClick: ({ currentTarget }) => reset(currentTarget),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { currentTarget: edge, key } = event
      const move = { ArrowRight: step, ArrowLeft: -step, Home: -columnWidths.max }[key]
      if (key === 'Escape' && trial.current) cancel(edge)
      else if (key === 'Enter' || key === 'Delete') reset(edge)
      else if (move !== undefined) tryWidth(edge, (trial.current ?? begin(edge, 0)).wanted + move)
      else return
      event.preventDefault()
    },
    onKeyUp: ({ currentTarget }) => keep(currentTarget),
    onBlur: ({ currentTarget }) => keep(currentTarget),
  }
}

const step = 16

function widthOf(edge: HTMLElement): number {
  return edge.closest('th')?.getBoundingClientRect().width ?? 0
}

function exposeWidth(edge: HTMLElement): void {
  edge.setAttribute('aria-valuenow', String(Math.round(widthOf(edge))))
}
