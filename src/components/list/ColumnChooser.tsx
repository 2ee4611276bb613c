import { Columns3 } from 'lucide-react'
import { startTransition, useOptimistic } from 'react'
import { Button } from '../../ui/Button.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import actionStyles from '../views/ListActions.module.css'
import styles from './ColumnChooser.module.css'
import { ColumnList } from './ColumnList.tsx'
import type { UseArrangement } from './use-arrangement.ts'

/** Chooses a table's columns, their order and the height of its rows, and keeps the choice as the reader's own. */
export function ColumnChooser({
  columns,
  arrangement: now,
  arrange,
  keep,
  reset,
  isOwn,
  isProduct,
}: UseArrangement & {
  /** All columns that can be chosen, in the product's own order. */
  columns: readonly { readonly id: string; readonly header: string }[]
}) {
  // A hundred rows take a moment to be drawn with other columns; the box that was ticked shows it at once.
  const [arrangement, expect] = useOptimistic(now)
  const change = (part: Partial<typeof now>) =>
    startTransition(() => {
      expect({ ...arrangement, ...part })
      arrange(part)
    })
  // Closed, since the button that was pressed can then do nothing more, and would lose the focus.
  const settle = (close: () => void, action: () => void, said: string) => {
    close()
    action()
    announce(said)
  }
  return (
    <Popover
      label="Columns"
      placement="end"
      button={(props) => (
        <Button {...props} small icon={<Columns3 aria-hidden />}>
          <span className={actionStyles.words}>Columns</span>
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.chooser}>
          <ColumnList
            all={columns}
            shown={arrangement.columns}
            onChange={(shown) => change({ columns: shown })}
          />
          <SegmentedControl
            label="Row height"
            value={arrangement.density}
            options={[
              { value: 'regular', label: 'Regular' },
              { value: 'compact', label: 'Compact' },
            ]}
            onChange={(density) => change({ density })}
          />
          <div className={styles.actions}>
            <Button small disabled={isOwn} onClick={() => settle(close, keep, 'Kept as your default.')}>
              Use as my default
            </Button>
            <Button
              small
              kind="quiet"
              disabled={isProduct && isOwn}
              onClick={() => settle(close, reset, 'The table is as it was at first.')}
            >
              Reset
            </Button>
          </div>
        </div>
      )}
    </Popover>
  )
}
