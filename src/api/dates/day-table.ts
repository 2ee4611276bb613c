import { createFingerprints, fingerprint } from '../walk/fingerprints.ts'
import { clockError, type DatesOff } from './date-filter.ts'
import { type Day, type DayNumber, type DayRange, dayStart, dayText } from './day.ts'

/** Why no row has a date: the service's dates cannot be relied on, or the filter's own are in a form that is not known here. */
export type NoDates = DatesOff | 'unknown-range'

/** Dates that say nothing of when a row was recorded. */
export class Unusable extends Error {
  readonly why: NoDates
  constructor(why: NoDates) {
    super(why)
    this.why = why
  }
}

/** The day on which each id was listed, in about 20 bytes an id. */
export interface DayTable {
  /** Notes what was listed on one day of the filter. Throws `Unusable` where that contradicts another answer, or the clock. */
  note(day: DayNumber, ids: readonly string[]): void
  /** The same for a day that the filter does not let through. */
  noteOutside(day: DayNumber, ids: readonly string[]): void
  dayOf(id: string): Day | null
  /** Those of the ids listed in a window of several days that have no day yet. Throws `Unusable` where one has a day outside of the window. */
  leftOf(ids: readonly string[], window: DayRange): readonly string[]
  /** How many ids have a day, and how many each day has. */
  readonly size: number
  readonly places: ReadonlyMap<DayNumber, number>
}

/** Knows nothing yet. `now`: the reader's clock, in milliseconds. */
export function createDayTable(now: number): DayTable {
  const days = createFingerprints(dayBits)
  const outside = createFingerprints()
  const places = new Map<DayNumber, number>()
  let size = 0
  const mustHaveBegun = (day: DayNumber, ids: readonly string[]) => {
    if (ids.length > 0 && dayStart(day, 'utc') > now + clockError) throw new Unusable('ahead')
  }
  return {
    note(day, ids) {
      mustHaveBegun(day, ids)
      for (const mark of ids.map(fingerprint)) {
        const before = days.stampOf(mark)
        if (outside.has(mark) || (before !== null && before !== day)) throw new Unusable('ignored')
        if (before === null) {
          size += 1
          places.set(day, (places.get(day) ?? 0) + 1)
        }
        days.stamp(mark, day)
      }
    },
    noteOutside(day, ids) {
      mustHaveBegun(day, ids)
      for (const mark of ids.map(fingerprint)) {
        if (days.has(mark)) throw new Unusable('ignored')
        outside.add(mark)
      }
    },
    dayOf(id) {
      const day = days.stampOf(fingerprint(id))
      return day === null ? null : dayText(day)
    },
    leftOf(ids, { first, last }) {
      return ids.filter((id) => {
        const day = days.stampOf(fingerprint(id))
        if (day !== null && (day < first || day > last)) throw new Unusable('ignored')
        return day === null
      })
    },
    places,
    get size() {
      return size
    },
  }
}

/** For days up to the year 2328. Those that have not begun are refused, so none needs more. */
const dayBits = 17
