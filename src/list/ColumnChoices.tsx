import { startTransition, useOptimistic, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { notStored } from '../ui/browser-store.ts'
import { announce } from '../ui/LiveRegion.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import styles from './ColumnChooser.module.css'
import { ColumnList } from './ColumnList.tsx'
import type { UseArrangement } from './use-arrangement.ts'

/** How a table is arranged, the ways to arrange it otherwise, and what can be chosen from. */
export interface ColumnChoicesProps extends UseArrangement {
  /** All columns that can be chosen, in the product's own order. */
  readonly columns: readonly { readonly id: string; readonly header: string }[]
  readonly onClose: () => void
}

/** Chooses a table's columns, their order and the height of its rows, and keeps the choice as the reader's own. */
export default function ColumnChoices({
  columns,
  arrangement: now,
  arrange,
  keep,
  reset,
  isOwn,
  isProduct,
  onClose,
}: ColumnChoicesProps) {
  // A hundred rows take a moment to be drawn with other columns; the box that was ticked shows it at once.
  const [arrangement, expect] = useOptimistic(now)
  const change = (part: Partial<typeof now>) =>
    startTransition(() => {
      expect({ ...arrangement, ...part })
      arrange(part)
    })
  const [isRefused, setRefused] = useState(false)
  const settle = (action: () => boolean, said: string) => {
    const isKept = action()
    setRefused(!isKept)
    announce(isKept ? said : notStored)
    // The button that was pressed can then do nothing more, and would lose the focus.
    if (isKept) onClose()
  }
  return (
    <div className={styles.chooser}>
      <ColumnList
        all={columns}
        shown={arrangement.columns}
        onChange={(shown) => change({ columns: shown })}
      />
      <div className={styles.density}>
        <span aria-hidden>Row height</span>
        <SegmentedControl
          label="Row height"
          value={arrangement.density}
          options={[
            { value: 'regular', label: 'Regular' },
            { value: 'compact', label: 'Compact' },
          ]}
          onChange={(density) => change({ density })}
        />
      </div>
      <div className={styles.actions}>
        <Button small disabled={isOwn} onClick={() => settle(keep, 'Kept as your default.')}>
          Use as my default
        </Button>
        <Button
          small
          kind="quiet"
          disabled={isProduct && isOwn}
          onClick={() => settle(reset, 'The table is back to the default.')}
        >
          Reset
        </Button>
      </div>
      {isRefused && <p className={styles.trouble}>{notStored}</p>}
    </div>
  )
}
