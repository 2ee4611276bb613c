/** Where a transaction stands in the list: its place in the order is right behind this one. */
export interface SortKey {
  readonly recordedAt: string
  readonly transactionId: string
}

/** A place in a filtered list: `key` belongs to the record before number `offset`, as of `revision` of the table. */
export interface Place {
  readonly offset: number
  readonly key: SortKey
  readonly revision: string
}

/**
 * Remembers where pages ended, so that the next page need not count through all before it. Bounded, and never wrong: a
 * place holds for one revision of the table only, and whoever uses it compares.
 */
export interface PageMemory {
  /** The nearest remembered place at or before `offset`. */
  nearest(filter: string, offset: number): Place | undefined
  /** Remembers a place. Places of the same filter with another revision are forgotten. */
  remember(filter: string, place: Place): void
  forget(filter: string): void
}

/** Creates an empty memory that keeps the filters used last, each with at most so many places. */
export function createPageMemory(maxFilters = 100, maxPlaces = 1000): PageMemory {
  // In order of last use, so that the first is the one to forget.
  const lists = new Map<string, Place[]>()
  const used = (filter: string): Place[] => {
    const places = lists.get(filter) ?? []
    lists.delete(filter)
    lists.set(filter, places)
    return places
  }
  return {
    nearest(filter, offset) {
      if (!lists.has(filter)) return undefined
      const places = used(filter)
      return places[countUpTo(places, offset) - 1]
    },
    remember(filter, place) {
      const places = used(filter)
      if (places[0] !== undefined && places[0].revision !== place.revision) places.length = 0
      const count = countUpTo(places, place.offset)
      if (places[count - 1]?.offset === place.offset) return
      places.splice(count, 0, place)
      if (places.length > maxPlaces) lists.set(filter, thinOut(places))
      if (lists.size > maxFilters) lists.delete([...lists.keys()][0] ?? filter)
    },
    forget(filter) {
      lists.delete(filter)
    },
  }
}

/** How many places have an offset up to `offset`. Places are in the order of their offsets. */
function countUpTo(places: readonly Place[], offset: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle]?.offset ?? Number.POSITIVE_INFINITY) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Every other place, and always the last: going on from there is what most do. */
function thinOut(places: readonly Place[]): Place[] {
  return places.filter((_, index) => (places.length - 1 - index) % 2 === 0)
}
