import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/buttons.tsx'
import { announce } from '../ui/inline.tsx'
import styles from './ColumnList.module.css'
import { movedColumn, withColumn, withoutColumn } from './chosen-columns.ts'

/** A column as it is chosen: its id, and the name of its header. */
interface NamedColumn {
  readonly id: string
  readonly header: string
}

/** The columns of a table with a box each, in their order, which buttons and dragging change. One column at least stays. */
export function ColumnList({
  all,
  shown,
  onChange,
}: {
  all: readonly NamedColumn[]
  shown: readonly string[]
  onChange: (shown: readonly string[]) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<{ id: string; order: readonly string[] } | null>(null)
  const focusButton = useFocusAfterMove(list)
  const order = dragged?.order ?? shown
  const known = all.map(({ id }) => id)
  const lines = [...order, ...known.filter((id) => !order.includes(id))].flatMap(
    (id) => all.find((column) => column.id === id) ?? [],
  )

  const move = (column: NamedColumn, to: number, direction: 'up' | 'down') => {
    if (to < 0 || to >= shown.length) return
    focusButton(column.id, direction)
    onChange(movedColumn(shown, column.id, to))
    announce(`${column.header}: column ${to + 1} of ${shown.length}.`)
  }
  const dragOver = (event: DragEvent, id: string) => {
    if (!dragged || !shown.includes(id)) return
    event.preventDefault()
    setDragged({ id: dragged.id, order: movedColumn(shown, dragged.id, shown.indexOf(id)) })
  }

  return (
    <ul ref={list} className={styles.list} aria-label="Columns">
      {lines.map((column) => {
        const place = order.indexOf(column.id)
        const isShown = place >= 0
        return (
          <li
            key={column.id}
            className={styles.line}
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
              if (dragged) onChange(dragged.order)
            }}
            onDragEnd={() => setDragged(null)}
          >
            <GripVertical className={styles.grip} data-idle={!isShown || undefined} aria-hidden />
            <label className={styles.name}>
              <input
                type="checkbox"
                checked={isShown}
                disabled={isShown && order.length === 1}
                onChange={() =>
                  onChange(isShown ? withoutColumn(shown, column.id) : withColumn(shown, column.id, known))
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
