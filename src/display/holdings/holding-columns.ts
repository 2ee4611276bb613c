import type { ColumnPrices } from '../../api/prices.ts'
import { type Amounts, amountNames, type Holding } from '../../contract/normal-records.ts'
import type { Column } from '../../ui/data-table.ts'
import { classes } from '../../ui/inline.tsx'
import { figureCells } from '../amounts.tsx'
import { amountLabels } from '../labels.ts'
import { heldAssets, valueColumns } from '../values.tsx'
import styles from './holdings.module.css'

/** The total, its parts and its value. They have the room of their figures before these come. */
export function holdingColumns(
  rows: readonly Holding[],
  prices: ColumnPrices,
  /** In CSS pixels. */
  sizes: Readonly<Record<keyof Amounts | 'value', number>>,
  /** Windows that have room for what the others leave out. */
  shownIn: Readonly<Partial<Record<keyof Amounts | 'value', string>>> = {},
): readonly Column<Holding>[] {
  const amounts = amountNames.map((name): Column<Holding> => {
    const { label, meaning } = amountLabels[name]
    const { meta, ...cells } = figureCells<Holding>(({ balances }) => balances[name], rows)
    const card = name === 'total_balance' ? 'main' : 'line'
    return { id: name, header: label, ...cells, size: sizes[name], meta: { ...meta, hint: meaning, card } }
  })
  const value = valueColumns<Holding>(prices, (row) => heldAssets([row]), { size: sizes.value })
  return [...amounts, ...value].map(({ meta = {}, ...column }) => {
    const where = Object.entries(shownIn).find(([id]) => id === column.id)?.[1]
    return {
      ...column,
      meta: {
        ...meta,
        ...(where !== undefined && { shownIn: where }),
        look(context) {
          const look = meta.look?.(context)
          return { ...look, className: classes(look?.className, styles.figure), 'data-across': 'true' }
        },
      },
    }
  })
}
