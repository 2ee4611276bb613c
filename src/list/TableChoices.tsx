/** The reader's choice of columns and sorting. */
import type { ColumnSort } from '@tanstack/react-table'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../ui/buttons.tsx'
import { SegmentedControl, SelectField } from '../ui/fields.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import styles from './list.module.css'
import type { UseArrangement } from './use-list-table.ts'

interface NamedColumn {
  readonly id: string
  readonly header: string
}

/** Chooses a table's columns and their order, by a checkbox each, buttons and dragging. One column always stays. */
export function ColumnChoices({
  all,
  columns: shown,
  arrange,
  reset,
  isProduct,
  onClose,
}: Omit<UseArrangement, 'widths'> & {
  /** All columns that can be chosen, in the product's own order. */
  all: readonly NamedColumn[]
  onClose: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<{ id: string; order: readonly string[] } | null>(null)
  const focusButton = useFocusAfterMove(list)
  const order = dragged?.order ?? shown
  const known = all.map(({ id }) => id)
  const lines = [...order, ...known.filter((id) => !order.includes(id))].flatMap(
    (id) => all.find((column) => column.id === id) ?? [],
  )
  const change = (columns: readonly string[]) => arrange({ columns })
  const drag = (id: string): Drag => ({
    onDragStart: () => setDragged({ id, order: shown }),
    onDragOver(event) {
      if (!dragged || !shown.includes(id)) return
      event.preventDefault()
      setDragged({ id: dragged.id, order: movedColumn(shown, dragged.id, shown.indexOf(id)) })
    },
    onDrop(event) {
      event.preventDefault()
      if (dragged) change(dragged.order)
    },
    onDragEnd: () => setDragged(null),
  })
  return (
    <div className={styles.choices}>
      <ul ref={list} className={styles.columns} aria-label="Columns">
        {lines.map((column) => {
          const { id, header } = column
          return (
            <ColumnLine
              key={id}
              column={column}
              place={order.indexOf(id)}
              count={order.length}
              isDragged={dragged?.id === id}
              drag={drag(id)}
              onToggle={(isShown) =>
                change(isShown ? withColumn(shown, id, known) : shown.filter((other) => other !== id))
              }
              onMove={(to, direction) => {
                focusButton(id, direction)
                change(movedColumn(shown, id, to))
                announce(`${header}: column ${to + 1} of ${shown.length}.`)
              }}
            />
          )
        })}
      </ul>
      <div className={classes(layout.row, styles.choiceActions)}>
        <Button
          small
          kind="quiet"
          disabled={isProduct}
          onClick={() => {
            reset()
            announce('The table is back to the default.')
            // The button is disabled next, and would lose the focus.
            onClose()
          }}
        >
          Reset
        </Button>
      </div>
    </div>
  )
}

type Drag = Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDrop' | 'onDragEnd'> & {
  onDragStart: () => void
}

function ColumnLine({
  column: { id, header },
  place,
  count,
  isDragged,
  drag,
  onToggle,
  onMove,
}: {
  column: NamedColumn
  /** Among the `count` columns that are shown; -1 for one that is hidden. */
  place: number
  count: number
  isDragged: boolean
  drag: Drag
  onToggle: (isShown: boolean) => void
  onMove: (to: number, direction: 'up' | 'down') => void
}) {
  const isShown = place >= 0
  const moveButton = (direction: 'up' | 'down', to: number, icon: ReactNode) => {
    const isEnd = to < 0 || to >= count
    return (
      <IconButton
        label={`Move ${header} ${direction}`}
        data-move={`${id} ${direction}`}
        aria-disabled={isEnd || undefined}
        onClick={() => isEnd || onMove(to, direction)}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <li
      className={styles.columnLine}
      data-dragged={isDragged || undefined}
      draggable={isShown}
      {...drag}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', header)
        drag.onDragStart()
      }}
    >
      <GripVertical className={styles.grip} data-idle={!isShown || undefined} aria-hidden />
      <label className={styles.columnName}>
        <input
          type="checkbox"
          checked={isShown}
          disabled={isShown && count === 1}
          onChange={() => onToggle(!isShown)}
        />
        {header}
      </label>
      {isShown && moveButton('up', place - 1, <ChevronUp aria-hidden />)}
      {isShown && moveButton('down', place + 1, <ChevronDown aria-hidden />)}
    </li>
  )
}

/** A line that changes its place in the document loses the focus; the button that moved it gets it back. */
function useFocusAfterMove(list: { readonly current: HTMLElement | null }) {
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-move="${wanted.current}"]`)?.focus()
    wanted.current = null
  })
  return (id: string, direction: 'up' | 'down') => {
    wanted.current = `${id} ${direction}`
  }
}

/** Adds a hidden column, after the nearest shown one that comes before it in the product's order, which `known` is. */
export function withColumn(
  columns: readonly string[],
  added: string,
  known: readonly string[],
): readonly string[] {
  const before = known.slice(0, known.indexOf(added)).findLast((id) => columns.includes(id))
  return columns.toSpliced(before === undefined ? 0 : columns.indexOf(before) + 1, 0, added)
}

function movedColumn(columns: readonly string[], moved: string, place: number): readonly string[] {
  return columns.filter((id) => id !== moved).toSpliced(place, 0, moved)
}

export interface SortChoicesProps {
  /** Those that can sort. */
  readonly columns: readonly NamedColumn[]
  readonly sorting: ColumnSort | null
  /** Why rows cannot be sorted now, or null. */
  readonly impossible: string | null
  readonly onSort: (sorting: ColumnSort | null) => void
}

/** Chooses the column that sorts the rows, and the direction. */
export function SortChoices({ columns, sorting, impossible, onSort }: SortChoicesProps) {
  if (impossible !== null) return <p className={classes(layout.muted, styles.impossible)}>{impossible}</p>
  const desc = sorting?.desc ?? false
  return (
    <div className={styles.sortChoices}>
      <SelectField
        label="Sort by"
        value={sorting?.id ?? ''}
        onChange={({ target: { value } }) => onSort(value === '' ? null : { id: value, desc })}
      >
        <option value="">The service’s own order</option>
        {columns.map(({ id, header }) => (
          <option key={id} value={id}>
            {header}
          </option>
        ))}
      </SelectField>
      {sorting && (
        <SegmentedControl
          label="Direction"
          value={desc ? 'descending' : 'ascending'}
          options={[
            { value: 'ascending', label: 'Ascending' },
            { value: 'descending', label: 'Descending' },
          ]}
          onChange={(way) => onSort({ id: sorting.id, desc: way === 'descending' })}
        />
      )}
    </div>
  )
}
