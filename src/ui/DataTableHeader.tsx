import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useRef } from 'react'
import styles from './DataTable.module.css'
import { columnWidths } from './data-table.ts'
import { Tooltip } from './popovers.tsx'

/**
 * The header of one column: its name, a few words about it, a button where rows can be sorted by it, and its edge. Drawn again only when
 * one of these changes.
 */
export const DataTableHeader = memo(Header)

function Header({
  id,
  name,
  align,
  hint,
  direction,
  onSort,
  whyUnsorted,
  minSize = columnWidths.min,
  width,
  onTry,
  onWidth,
}: {
  id: string
  name: string
  align: 'end' | undefined
  hint: string | undefined
  /** Which way the rows are sorted by it. */
  direction: 'asc' | 'desc' | false
  /** Asks for the next sorting by this column: upwards, downwards, then the rows' own order. Left out where rows cannot be sorted by it. */
  onSort: ((id: string) => void) | undefined
  /** Why no column sorts now. */
  whyUnsorted: string | null
  minSize: number | undefined
  /** Chosen by the reader. */
  width: string | undefined
  onTry: EdgeProps['onTry']
  /** Left out where widths are nobody's to choose. */
  onWidth: EdgeProps['onWidth'] | undefined
}): ReactNode {
  const canSort = onSort !== undefined && whyUnsorted === null
  const label = <span className={styles.name}>{name}</span>
  const control = onSort ? (
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
      {label}
      {canSort && <SortIcon direction={direction} />}
    </button>
  ) : hint ? (
    // The hint is for the keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what a tooltip says is there for every reader
    <span className={styles.name} data-hint data-header tabIndex={0}>
      {name}
    </span>
  ) : (
    label
  )
  const aside = onSort ? whyUnsorted : null
  return (
    // Named by its text alone: an open tooltip and the edge are within it.
    <th
      scope="col"
      className={styles.header}
      data-align={align}
      aria-label={name}
      aria-sort={canSort ? sortNames[`${direction}`] : undefined}
      style={width === undefined ? undefined : { '--width': width }}
    >
      {hint || aside ? (
        <Tooltip text={hint} aside={aside}>
          {control}
        </Tooltip>
      ) : (
        control
      )}
      {onWidth && <ColumnEdge id={id} name={name} minSize={minSize} onTry={onTry} onWidth={onWidth} />}
    </th>
  )
}

const sortNames = { asc: 'ascending', desc: 'descending', false: 'none' } as const

function SortIcon({ direction }: { direction: 'asc' | 'desc' | false }) {
  if (!direction) return <ChevronsUpDown className={styles.unsorted} size={12} aria-hidden />
  const Icon = direction === 'desc' ? ArrowDown : ArrowUp
  return <Icon size={12} aria-hidden />
}

interface EdgeProps {
  id: string
  name: string
  minSize: number
  /** Shows a width, as long as it is being tried; null shows what was there before. */
  onTry: (id: string, width: number | null) => void
  /** Keeps a width; null gives back the product's own. */
  onWidth: (id: string, width: number | null) => void
}

/** The edge of a column, to be dragged, or moved by arrow keys. A double click, or Enter, gives the product's own width back. */
function ColumnEdge({ id, name, minSize, onTry, onWidth }: EdgeProps): ReactNode {
  /** A width that is being tried, and where the pointer took the edge. */
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
    sayWidth(edge)
  }

  function end(edge: HTMLElement) {
    trial.current = null
    onTry(id, null)
    sayWidth(edge)
  }

  function letGo(edge: HTMLElement) {
    const tried = trial.current
    trial.current = null
    if (!tried || tried.wanted === tried.width) return
    // Where what it holds keeps it wider than was asked for, that is its width.
    onWidth(id, clamp(widthOf(edge)))
  }

  function grab(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    // Nothing is selected on the way.
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    event.currentTarget.setPointerCapture(event.pointerId)
    begin(event.currentTarget, event.clientX)
  }

  function pressed(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { currentTarget: edge, key } = event
    const move = { ArrowRight: step, ArrowLeft: -step, Home: -columnWidths.max }[key]
    if (key === 'Escape' && trial.current) end(edge)
    else if (key === 'Enter' || key === 'Delete') reset(edge)
    else if (move !== undefined) {
      const { wanted } = trial.current ?? begin(edge, 0)
      tryWidth(edge, wanted + move)
    } else return
    event.preventDefault()
  }

  function reset(edge: HTMLElement) {
    end(edge)
    onWidth(id, null)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is no control, and this is one
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuemin={minSize}
      aria-valuemax={columnWidths.max}
      aria-valuenow={minSize}
      tabIndex={-1}
      data-edge
      data-print="hide"
      // Said when somebody is there to hear it: to ask for ten widths after each drawing would have the table laid out at once.
      onFocus={({ currentTarget }) => sayWidth(currentTarget)}
      onPointerDown={grab}
      onPointerMove={({ currentTarget, clientX, buttons }) => {
        if (trial.current && buttons > 0)
          tryWidth(currentTarget, trial.current.width + clientX - trial.current.from)
      }}
      onPointerUp={({ currentTarget }) => letGo(currentTarget)}
      onPointerCancel={({ currentTarget }) => end(currentTarget)}
      onDoubleClick={({ currentTarget }) => reset(currentTarget)}
      onKeyDown={pressed}
      onKeyUp={({ currentTarget }) => letGo(currentTarget)}
      onBlur={({ currentTarget }) => letGo(currentTarget)}
    />
  )
}

const step = 16

function widthOf(edge: HTMLElement): number {
  return edge.closest('th')?.getBoundingClientRect().width ?? 0
}

/** Its width is known to the layout alone. */
function sayWidth(edge: HTMLElement): void {
  edge.setAttribute('aria-valuenow', String(Math.round(widthOf(edge))))
}
