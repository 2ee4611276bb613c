import Columns3 from 'lucide-react/icons/columns-3'
import { Button } from '../ui/buttons.tsx'
import type { RowData } from '../ui/data-table.ts'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Popover } from '../ui/popovers.tsx'
import styles from './list.module.css'
import type { ListTable } from './list-table.ts'

/** Chooses which columns a table has. One always stays. */
export function ColumnChooser<R extends RowData>({
  table: { all, arrangement },
}: {
  table: Pick<ListTable<R>, 'all' | 'arrangement'>
}) {
  const { columns, show, reset, isDefault } = arrangement
  return (
    <Popover
      label="Columns"
      placement="end"
      button={(button) => (
        <Button {...button} className={styles.columns} small icon={<Columns3 aria-hidden />}>
          <span className={layout.roomy}>Columns</span>
        </Button>
      )}
    >
      {(close) => (
        <div className={layout.stack}>
          <ul className={classes(layout.stack, layout.dense)} aria-label="Columns">
            {all.map(({ id, header }) => (
              <li key={id} className={classes(layout.line, styles.columnLine)}>
                <label className={classes(layout.row, layout.fill)}>
                  <input
                    type="checkbox"
                    checked={columns.includes(id)}
                    disabled={columns.length === 1 && columns.includes(id)}
                    onChange={({ target }) => show(id, target.checked)}
                  />
                  {header}
                </label>
              </li>
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
                close()
              }}
            >
              Reset
            </Button>
          </div>
        </div>
      )}
    </Popover>
  )
}
