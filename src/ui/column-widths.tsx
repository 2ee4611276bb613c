/** The widths of a table's columns. */
import type { CSSProperties, ReactNode } from 'react'
import type { RowData, TableModel } from './data-table.ts'

/** One column's width, as CSS has it. Without one it is as wide as its contents. */
interface ColumnWidth {
  readonly id: string
  readonly width: string | undefined
  /** Texts wider than the column are cut. */
  readonly clips: boolean | undefined
}

export function columnWidths<R extends RowData>(table: TableModel<R>): readonly ColumnWidth[] {
  return table.getVisibleLeafColumns().map(({ id, columnDef: { size = 0, meta } }) => {
    // What may be cut has more room where there is some.
    const width = `${size / 16}rem - var(--narrower)`
    const standard = meta?.clips ? `max(${width}, 13vw)` : `calc(${width})`
    return { id, width: size === 0 ? undefined : standard, clips: meta?.clips }
  })
}

/** Properties of the table: how wide a text can be before it is cut, by column. */
export function clipProperties(widths: readonly ColumnWidth[]): CSSProperties {
  return Object.fromEntries(widths.map(({ id, width, clips }) => [`--clip-${id}`, clips ? width : undefined]))
}

export function ColumnGroup({ widths }: { widths: readonly ColumnWidth[] }): ReactNode {
  // One column has no width and takes the room that is left. Otherwise all of them would share it.
  const isFull = widths.every(({ width }) => width)
  return (
    <colgroup>
      {widths.map(({ id, width }, index) => (
        <col key={id} style={{ width: isFull && index === widths.length - 1 ? undefined : width }} />
      ))}
    </colgroup>
  )
}
