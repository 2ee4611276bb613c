/** Packs that were made in this browser, by account. They tell which pack is due. */
import * as z from 'zod/mini'
import { presentTime } from '../../api/open-pack.ts'
import { useReader } from '../../api/session.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import { parseJson, storePerReader } from '../../ui/browser-store.ts'
import { lastMonth } from '../../url/packs.ts'
import { type Period, periodName, writePeriod } from '../../url/periods.ts'

const madePack = z.object({
  period: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  file: z.string(),
})

/** Newest first. */
type MadePacks = readonly z.infer<typeof madePack>[]

const storeOf = storePerReader<MadePacks>('packs', {
  parse(stored) {
    const { data } = z.safeParse(z.array(madePack), parseJson(stored))
    return data ?? []
  },
  serialise: JSON.stringify,
})

export function useMadePacks(): {
  readonly made: MadePacks
  readonly keep: (period: Period, file: string) => void
} {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  return {
    made: store.useValue(),
    keep(period, file) {
      if (reader === null) return
      const pack = { period: writePeriod(period), at: new Date().toISOString(), file }
      store.set([pack, ...store.load()].slice(0, mostKept))
    },
  }
}

const mostKept = 24

/** The last month that is over, until its pack is made here. Null while signed out, and while a pack is open. */
export function useDuePack(): Period | null {
  const { made } = useMadePacks()
  const isSignedIn = useReader() !== null
  const due = lastMonth(dayText(dayOf(presentTime(), 'utc')))
  return isSignedIn && !isMade(due, made) ? due : null
}

export function isMade(period: Period, made: MadePacks): boolean {
  return made.some((pack) => pack.period === writePeriod(period))
}

/** "October 2026 is over. Its pack is due." */
export function dueText(due: Period): string {
  return `${periodName(due)} is over. Its pack is due.`
}
