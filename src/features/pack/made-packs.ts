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
type KeptPacks = readonly z.infer<typeof madePack>[]

const storeOf = storePerReader<KeptPacks>('packs', {
  parse(stored) {
    const { data } = z.safeParse(z.array(madePack), parseJson(stored))
    return data ?? []
  },
  serialise: JSON.stringify,
})

/** `keep`: once for each file. */
export function useKeptPacks(): {
  readonly made: KeptPacks
  readonly keep: (period: string, file: string) => void
} {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  return {
    made: store.useValue(),
    keep(period, file) {
      const kept = store.load()
      if (reader === null || kept.some((each) => each.file === file)) return
      store.set([{ period, at: new Date().toISOString(), file }, ...kept].slice(0, mostKept))
    },
  }
}

const mostKept = 24

/** The last month that is over, until its pack is made here. Null while signed out, and while a pack is open. */
export function useDuePack(): Period | null {
  const { made } = useKeptPacks()
  const isSignedIn = useReader() !== null
  const due = lastMonth(dayText(dayOf(presentTime(), 'utc')))
  return isSignedIn && !isMade(due, made) ? due : null
}

export function isMade(period: Period, made: KeptPacks): boolean {
  return made.some((pack) => pack.period === writePeriod(period))
}

/** "October 2026 is over. Its pack is due." */
export function dueText(due: Period): string {
  return `${periodName(due)} is over. Its pack is due.`
}

const begunKey = 'custody-console.begun-pack'

/** Whether this tab, or the page that was loaded in it before, began to make a pack. */
export function hasBegunPack(): boolean {
  try {
    return sessionStorage.getItem(begunKey) !== null
  } catch {
    return false
  }
}

export function noteBegunPack(): void {
  try {
    sessionStorage.setItem(begunKey, '')
  } catch {
    // Storage is switched off: the page of packs says how far it is.
  }
}
