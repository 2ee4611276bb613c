import type { ReactNode } from 'react'

/** One column of a table of rows R. Keep the array stable: new columns draw every cell again. */
export interface Column<R> {
  id: string
  header: string
  /** How the cell is drawn. In the first column nothing that can be pressed: the row's link is around it. */
  cell: (row: R) => ReactNode
  align?: 'start' | 'end'
  /** CSS width such as '12rem'. Where all columns but one have theirs, nothing moves when rows arrive. */
  width?: string
  /** Shown when hovering or focusing the header. */
  hint?: string
}
