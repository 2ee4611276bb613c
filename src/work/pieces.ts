/** Long lists of an answer travel one piece after the other: a page that takes in a whole report at once cannot draw meanwhile. */
import type { BookRow } from '../books/transaction-table.ts'

type Path = readonly (string | number)[]

/** More of the list that is at this place of the answer. */
export interface Piece {
  readonly path: Path
  readonly rows: readonly unknown[]
}

const rowsOfPiece = 250

/** A copy that can be cloned, with the beginnings of long lists, and the rest of them. Rows of the books' table become whole. */
export function splitAnswer(answer: unknown): { readonly head: unknown; readonly pieces: readonly Piece[] } {
  const pieces: Piece[] = []
  const copy = (value: unknown, path: Path): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const first = pieces.length
      const rows = value.map((row, index) => copy(row, [...path, index]))
      const rest: Piece[] = []
      for (let at = rowsOfPiece; at < rows.length; at += rowsOfPiece)
        rest.push({ path, rows: rows.slice(at, at + rowsOfPiece) })
      // Before the pieces of these rows themselves.
      pieces.splice(first, 0, ...rest)
      return rows.slice(0, rowsOfPiece)
    }
    if (isBookRow(value)) return value.whole()
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, copy(part, [...path, name])]),
    )
  }
  return { head: copy(answer, []), pieces }
}

function isBookRow(value: object): value is BookRow {
  return 'whole' in value
}

export function joinPieces(head: unknown, pieces: readonly Piece[]): unknown {
  for (const { path, rows } of pieces) {
    const list = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), head)
    if (Array.isArray(list)) for (const row of rows) list.push(row)
  }
  return head
}
