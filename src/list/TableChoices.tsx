/** How a table is arranged and sorted, chosen by its reader. Loaded when somebody is about to. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../ui/buttons.tsx'
import { SegmentedControl, SelectField } from '../ui/fields.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import styles from './list.module.css'
import type { UseArrangement } from './use-list-table.ts'

/** A column as it is chosen: its id, and the name of its header. */
interface NamedColumn {
  readonly id: string
  readonly header: string
}

/** Chooses a table's columns and their order: a box each, and buttons and dragging for their places. One column at least stays. */
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

  const move = (column: NamedColumn, to: number, direction: 'up' | 'down') => {
    if (to < 0 || to >= shown.length) return
    focusButton(column.id, direction)
    change(movedColumn(shown, column.id, to))
    announce(`${column.header}: column ${to + 1} of ${shown.length}.`)
  }
  const dragOver = (event: DragEvent, id: string) => {
    if (!dragged || !shown.includes(id)) return
    event.preventDefault()
    setDragged({ id: dragged.id, order: movedColumn(shown, dragged.id, shown.indexOf(id)) })
  }

  return (
    <div className={styles.choices}>
      <ul ref={list} className={styles.columns} aria-label="Columns">
        {lines.map((column) => {
          const place = order.indexOf(column.id)
          const isShown = place >= 0
          return (
            <li
              key={column.id}
              className={styles.columnLine}
              data-dragged={dragged?.id === column.id || undefined}
              draggable={isShown}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', column.header)
                setDragged({ id: column.id, order: shown })
              }}
              onDragOver={(event) => dragOver(event, column.id)}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged) change(dragged.order)
              }}
              onDragEnd={() => setDragged(null)}
            >
              <GripVertical className={styles.grip} data-idle={!isShown || undefined} aria-hidden />
              <label className={styles.columnName}>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && order.length === 1}
                  onChange={() =>
                    change(isShown ? withoutColumn(shown, column.id) : withColumn(shown, column.id, known))
                  }
                />
                {column.header}
              </label>
              {isShown && (
                <>
                  <IconButton
                    label={`Move ${column.header} up`}
                    data-move={`${column.id} up`}
                    aria-disabled={place === 0 || undefined}
                    onClick={() => move(column, place - 1, 'up')}
                  >
                    <ChevronUp aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Move ${column.header} down`}
                    data-move={`${column.id} down`}
                    aria-disabled={place === order.length - 1 || undefined}
                    onClick={() => move(column, place + 1, 'down')}
                  >
                    <ChevronDown aria-hidden />
                  </IconButton>
                </>
              )}
            </li>
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
            // The button can then do nothing more, and would lose the focus.
            onClose()
          }}
        >
          Reset
        </Button>
      </div>
    </div>
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

/** The columns with one more: after the nearest of those before it in the product's order, which `known` is. */
export function withColumn(
  columns: readonly string[],
  added: string,
  known: readonly string[],
): readonly string[] {
  if (columns.includes(added)) return columns
  const before = known.slice(0, known.indexOf(added)).findLast((id) => columns.includes(id))
  const place = before === undefined ? 0 : columns.indexOf(before) + 1
  return columns.toSpliced(place, 0, added)
}

/** The columns without one; the last column stays. */
export function withoutColumn(columns: readonly string[], removed: string): readonly string[] {
  const rest = columns.filter((id) => id !== removed)
  return rest.length > 0 ? rest : columns
}

/** The columns with one of them at another place, counted from 0; a place beyond the ends is the end. */
export function movedColumn(columns: readonly string[], moved: string, place: number): readonly string[] {
  if (!columns.includes(moved)) return columns
  const rest = columns.filter((id) => id !== moved)
  return rest.toSpliced(Math.max(0, Math.min(place, rest.length)), 0, moved)
}

/** By which column rows are sorted, and which way. */
interface ColumnSorting {
  readonly id: string
  readonly desc: boolean
}

/** How the rows are sorted, and by which columns they can be. */
export interface SortChoicesProps {
  readonly columns: readonly NamedColumn[]
  readonly sorting: ColumnSorting | null
  /** Why rows cannot be sorted now; null where they can. */
  readonly impossible: string | null
  readonly onSort: (sorting: ColumnSorting | null) => void
}

/** Chooses the column by which rows are sorted, and which way; or says why they cannot be. */
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
