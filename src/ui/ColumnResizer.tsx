import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { clampWidth, columnWidths, widthByKey } from './column-width.ts'
import styles from './DataTableHeader.module.css'
import { type ShownWidth, shownWidth, showWidth } from './show-width.ts'

/** A width that is being tried, by pointer or by keys. */
interface Trial {
  /** Where the pointer took the edge; null for keys. */
  readonly from: number | null
  readonly width: number
  readonly before: ShownWidth | null
  wanted: number
}

/**
 * The edge of a column, to be dragged, or moved by arrow keys. What is being tried is written to the document alone; `onWidth` is
 * told when it is let go, so that nothing is kept at every pixel. A double click, or Enter, gives the product's own width back.
 */
export function ColumnResizer({
  id,
  name,
  narrowest = columnWidths.min,
  onWidth,
}: {
  id: string
  name: string
  narrowest?: number | undefined
  onWidth: (id: string, width: number | null) => void
}): ReactNode {
  const trial = useRef<Trial | null>(null)

  function begin(within: HTMLElement, from: number | null): Trial {
    const width = widthOf(within)
    trial.current = { from, width, before: shownWidth(within, id), wanted: width }
    return trial.current
  }

  function tryWidth(within: HTMLElement, width: number) {
    if (trial.current) trial.current.wanted = width
    showWidth(within, id, width)
    sayWidth(within)
  }

  function giveUp(within: HTMLElement) {
    if (trial.current?.before) showWidth(within, id, trial.current.before)
    trial.current = null
    sayWidth(within)
  }

  function letGo(within: HTMLElement) {
    const tried = trial.current
    trial.current = null
    if (!tried || tried.wanted === tried.width) return
    // Where what it holds keeps it wider than was asked for, that is its width.
    const width = clampWidth(widthOf(within), narrowest)
    showWidth(within, id, width)
    onWidth(id, width)
  }

  function grab(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    // Nothing is selected on the way.
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    event.currentTarget.setPointerCapture(event.pointerId)
    begin(event.currentTarget, event.clientX)
  }

  function drag({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const { from, width } = trial.current ?? {}
    if (width === undefined || typeof from !== 'number') return
    tryWidth(currentTarget, clampWidth(width + clientX - from, narrowest))
  }

  function pressed(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { currentTarget } = event
    if (event.key === 'Escape' && trial.current) {
      event.preventDefault()
      giveUp(currentTarget)
      return
    }
    const { wanted: width } = trial.current ?? { wanted: widthOf(currentTarget) }
    const next = widthByKey(event.key, { width, narrowest })
    if (next === undefined) return
    event.preventDefault()
    if (next === null) return reset(currentTarget)
    if (!trial.current) begin(currentTarget, null)
    tryWidth(currentTarget, next)
  }

  function reset(within: HTMLElement) {
    giveUp(within)
    onWidth(id, null)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is no control, and this is one
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuemin={narrowest}
      aria-valuemax={columnWidths.max}
      aria-valuenow={narrowest}
      tabIndex={-1}
      data-edge
      data-print="hide"
      // Said when somebody is there to hear it: to ask for ten widths after each drawing would have the table laid out at once.
      onFocus={({ currentTarget }) => sayWidth(currentTarget)}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={({ currentTarget }) => letGo(currentTarget)}
      onPointerCancel={({ currentTarget }) => giveUp(currentTarget)}
      onDoubleClick={({ currentTarget }) => reset(currentTarget)}
      onKeyDown={pressed}
      onKeyUp={({ currentTarget }) => letGo(currentTarget)}
      onBlur={({ currentTarget }) => letGo(currentTarget)}
    />
  )
}

function widthOf(edge: HTMLElement): number {
  return edge.closest('th')?.getBoundingClientRect().width ?? 0
}

/** Its width is known to the layout alone. */
function sayWidth(edge: HTMLElement): void {
  edge.setAttribute('aria-valuenow', String(Math.round(widthOf(edge))))
}
