import { startTransition, useOptimistic } from 'react'
import { Button } from '../ui/buttons.tsx'
import { announce } from '../ui/inline.tsx'
import { painted } from '../ui/lazy.tsx'
import type { UseArrangement } from './arrangement.ts'
import styles from './ColumnChooser.module.css'
import { ColumnList } from './ColumnList.tsx'

/** How a table is arranged, the ways to arrange it otherwise, and what can be chosen from. */
export interface ColumnChoicesProps extends UseArrangement {
  /** All columns that can be chosen, in the product's own order. */
  readonly columns: readonly { readonly id: string; readonly header: string }[]
  readonly onClose: () => void
}

/** Chooses a table's columns and their order. */
export default function ColumnChoices({
  columns,
  arrangement,
  arrange,
  reset,
  isProduct,
  onClose,
}: ColumnChoicesProps) {
  // A hundred rows take a moment to be drawn with other columns; the box that was ticked shows it at once.
  const [shown, expect] = useOptimistic(arrangement.columns)
  const change = (next: readonly string[]) =>
    startTransition(async () => {
      expect(next)
      await painted()
      arrange({ columns: next })
    })
  return (
    <div className={styles.chooser}>
      <ColumnList all={columns} shown={shown} onChange={change} />
      <div className={styles.actions}>
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
