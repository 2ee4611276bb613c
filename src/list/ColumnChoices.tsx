import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../ui/buttons.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import styles from './list.module.css'
import type { UseArrangement } from './list-table.ts'

interface NamedColumn {
  readonly id: string
  readonly header: string
}

/** Chooses a table's columns and their order. One column always stays. */
export default function ColumnChoices({
  all,
  order,
  columns: shown,
  arrange,
  show,
  reset,
  isDefault,
  onClose,
}: UseArrangement & {
  all: readonly NamedColumn[]
  onClose: () => void
}) {
  // A hidden column keeps its place, so that no line moves under the pointer.
  const lines = order.flatMap((id) => all.find((column) => column.id === id) ?? [])
  return (
    <div className={layout.stack}>
      <ul className={classes(layout.stack, layout.dense)} aria-label="Columns">
        {lines.map(({ id, header }) => (
          <ColumnLine
            key={id}
            header={header}
            place={shown.indexOf(id)}
            count={shown.length}
            onToggle={(isShown) => show(id, isShown)}
            onMove={(to) => {
              arrange({ order: swapped(order, id, shown[to] ?? id) })
              announce(`${header}: column ${to + 1} of ${shown.length}.`)
            }}
          />
        ))}
      </ul>
      <div className={layout.row}>
        <Button
          small
          kind="quiet"
          disabled={isDefault}
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

function ColumnLine({
  header,
  place,
  count,
  onToggle,
  onMove,
}: {
  header: string
  /** Among the `count` columns that are shown; -1 for one that is hidden. */
  place: number
  count: number
  onToggle: (isShown: boolean) => void
  onMove: (to: number) => void
}) {
  const isShown = place >= 0
  const moveButton = (direction: 'up' | 'down', to: number, icon: ReactNode) => {
    const isEnd = to < 0 || to >= count
    return (
      <IconButton
        label={`Move ${header} ${direction}`}
        aria-disabled={isEnd || undefined}
        onClick={() => isEnd || onMove(to)}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <li className={classes(layout.line, styles.columnLine)}>
      <label className={classes(layout.row, layout.fill)}>
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

function swapped(order: readonly string[], one: string, other: string): readonly string[] {
  return order.with(order.indexOf(one), other).with(order.indexOf(other), one)
}
