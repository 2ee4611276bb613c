/** Finds the row of another reading for each row, in the order of those that share an id. */
export function rowsById<R>(rows: readonly R[], idOf: (row: R) => string | null): (row: R) => R | undefined {
  const byId = new Map<string | null, R[]>()
  for (const row of rows) {
    const others = byId.get(idOf(row))
    if (others) others.push(row)
    else byId.set(idOf(row), [row])
  }
  return (row) => (idOf(row) === null ? undefined : byId.get(idOf(row))?.shift())
}
