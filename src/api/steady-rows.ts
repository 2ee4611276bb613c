/** Rows that hold still while they are read again: nothing moves under the pointer until the reader asks for it. */

/** What an automatic refresh found, compared with the rows on screen. */
export interface SteadyRows<R> {
  /** The rows on screen, in their places, each as it was read last. */
  readonly rows: readonly R[]
  /** Ids of rows whose content changed since they came on screen. */
  readonly changed: ReadonlySet<string>
  /** How many rows are in the latest reading that are not on screen. */
  readonly added: number
  /** How many rows on screen are no longer in the latest reading. */
  readonly gone: number
}

/** Where a row's identity and content are found. Content leaves out what differs at each reading, such as its time. */
export interface RowIdentity<R> {
  readonly id: (row: R) => string | null
  readonly content: (row: R) => string
}

/** Compares what is on screen with the latest reading of the same page. Rows without an id stay as they are. */
export function steadyRows<R>(
  shown: readonly R[],
  latest: readonly R[],
  { id, content }: RowIdentity<R>,
): SteadyRows<R> {
  if (shown === latest) return { rows: shown, changed: new Set(), added: 0, gone: 0 }
  const byId = new Map(latest.map((row) => [id(row), row]))
  const changed = new Set<string>()
  let gone = 0
  const rows = shown.map((row) => {
    const key = id(row)
    if (key === null) {
      // Of rows without an id only this much is certain.
      if (latest.length === 0) gone += 1
      return row
    }
    const now = byId.get(key)
    if (!now) {
      gone += 1
      return row
    }
    if (content(now) !== content(row)) changed.add(key)
    return now
  })
  const onScreen = new Set(shown.map(id))
  const added = latest.filter((row) => !onScreen.has(id(row))).length
  return { rows, changed, added, gone }
}
