import type { HTMLAttributes, ReactNode } from 'react'

/** One column of a table of rows R. Keep the array stable: new columns draw every cell again. */
export interface Column<R> {
  id: string
  header: string
  /** How the cell is drawn. In the first column nothing that can be pressed: the row's link is around it. */
  cell: (row: R) => ReactNode
  /** What the cell carries for its content, which then needs no element of its own: a hundred rows have a thousand cells. */
  look?: ((row: R) => CellLook) | undefined
  /** How it is drawn instead while another column is not shown, without which it would not say enough. */
  cellWithout?: { readonly column: string; readonly cell: (row: R) => ReactNode }
  align?: 'start' | 'end'
  /** CSS width such as '12rem'. Where all columns but one have theirs, nothing moves when rows arrive. */
  width?: string
  /** Shown when hovering or focusing the header. */
  hint?: string
  /** What rows are sorted by in this column; without it they cannot be. Null comes last. */
  sortBy?: (row: R) => string | null
  /**
   * A reader may make it so narrow that its texts end in an ellipsis, down to these pixels. All others stay as wide as what they
   * hold: an amount or an address that is cut is a wrong one.
   */
  narrowest?: number
  /** Where it stands in the card that a row becomes without room: a line of name and value unless it says otherwise. */
  card?: CardPlace
}

/** Attributes of the element that a value stands in. */
export type CellLook = Pick<HTMLAttributes<HTMLElement>, 'className' | 'title'> &
  Readonly<Record<`data-${string}`, string | undefined>>

/**
 * The parts of a card: title, date and aside on its first line; main, large, with what stands beside it on the second; from and to on the
 * third; then a line each.
 */
export type CardPlace = 'title' | 'date' | 'aside' | 'main' | 'beside' | 'from' | 'to' | 'line'
