/** What a service does with what is left open (specification, "Open points"), as far as it was asked. */
import type { ConsoleListName } from '../../contract/console-api.ts'
import type { DateForm } from '../../contract/day.ts'
import { limitRange } from '../../contract/endpoints.ts'

/**
 * `refused`: no form of date is accepted. `nowhere`: transactions exist, but on no day. Of both, it can only be said that the service's dates
 * have a form that the console does not know. `ignored`: one transaction is on two days.
 * `ahead`: it lists transactions in the future. `zone`: it reads instants wrongly, whatever the offset.
 * `request`: it filters by the time of the request.
 */
export type DatesOff = 'refused' | 'nowhere' | 'ignored' | 'ahead' | 'zone' | 'request'

export interface DateFilter {
  readonly off: DatesOff | null
  readonly form: DateForm
  /** UTC only where instants are read correctly. Otherwise the service's own days, in an unknown zone. */
  readonly days: 'utc' | 'service'
  /** Links prefer plain dates, which people can read. */
  readonly formOfLinks: DateForm
  /** Set where the service takes instants as milliseconds since 1970 alone. */
  readonly isEpoch?: true
}

export interface ServiceProfile {
  /** The largest `limit` that it takes. */
  readonly mostRows: number
  /** The largest `limit` that it took so far. What it refuses of a smaller one is something else. */
  readonly takenRows?: number
  /** Whether the pages of a list turn; absent until that is known. */
  readonly turns: Readonly<Partial<Record<ConsoleListName, boolean>>>
  readonly dates?: DateFilter
}

export interface ProfileKeeper {
  readonly known: ServiceProfile
  learn(learned: Partial<ServiceProfile>): void
}

export const unknownService: ServiceProfile = { mostRows: limitRange.max, turns: {} }

/** Of one service and account. `onLearned` gets all that is known by then. */
export function createProfile(
  before: ServiceProfile = unknownService,
  onLearned: (profile: ServiceProfile) => void = () => {},
): ProfileKeeper {
  let known = before
  return {
    get known() {
      return known
    },
    learn(learned) {
      const mostRows = Math.min(learned.mostRows ?? known.mostRows, known.mostRows)
      const takenRows = Math.max(learned.takenRows ?? 0, known.takenRows ?? 0)
      const turns = { ...known.turns, ...learned.turns }
      known = { ...known, ...learned, mostRows, turns, ...(takenRows > 0 && { takenRows }) }
      onLearned(known)
    },
  }
}
