/** Where a page of a filtered list ended: at the record before number `offset`, as of `revision` of the table. */
export interface Place {
  readonly filter: string
  readonly offset: number
  readonly revision: string
  readonly recordedAt: string
  readonly transactionId: string
}

/** What the memory of the pages that ended last can do. */
export interface PageMemory {
  /** The nearest place at or before `offset`. */
  nearest(filter: string, offset: number): Place | undefined
  remember(place: Place): void
  forget(filter: string): void
}

/**
 * Remembers where the last pages ended. The API knows pages by offset alone, and no index counts: without this, a list that is walked costs
 * the square of its length. It is never wrong, as a place holds for one revision of the table, and it may be lost at any time.
 */
export function createPageMemory(most = 200): PageMemory {
  let places: readonly Place[] = []
  return {
    nearest(filter, offset) {
      let nearest: Place | undefined
      for (const place of places)
        if (place.filter === filter && place.offset <= offset && place.offset >= (nearest?.offset ?? 0))
          nearest = place
      return nearest
    },
    remember(place) {
      const others = places.filter(({ filter, offset }) => filter !== place.filter || offset !== place.offset)
      places = [...others, place].slice(-most)
    },
    forget(filter) {
      places = places.filter((place) => place.filter !== filter)
    },
  }
}
