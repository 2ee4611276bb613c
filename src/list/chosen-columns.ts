/** Choosing columns and their order. `known` are all columns of a table, in the product's own order. */

/** The columns with one more: after the nearest of those that stand before it in the product's order. */
export function withColumn(
  columns: readonly string[],
  added: string,
  known: readonly string[],
): readonly string[] {
  if (columns.includes(added)) return columns
  const before = known.slice(0, known.indexOf(added)).findLast((id) => columns.includes(id))
  const place = before === undefined ? 0 : columns.indexOf(before) + 1
  return columns.toSpliced(place, 0, added)
}

/** The columns without one; the last column stays. */
export function withoutColumn(columns: readonly string[], removed: string): readonly string[] {
  const rest = columns.filter((id) => id !== removed)
  return rest.length > 0 ? rest : columns
}

/** The columns with one of them at another place, counted from 0; a place beyond the ends is the end. */
export function movedColumn(columns: readonly string[], moved: string, place: number): readonly string[] {
  if (!columns.includes(moved)) return columns
  const rest = columns.filter((id) => id !== moved)
  return rest.toSpliced(Math.max(0, Math.min(place, rest.length)), 0, moved)
}
