/** Periods for which this browser made a pack, by account. They tell which pack is due. */
import { presentTime } from '../../api/open-pack.ts'
import { useReader } from '../../api/session.ts'
import { dayOf, dayText } from '../../contract/day.ts'
import { parseJson, storePerReader } from '../../ui/browser-store.ts'
import { lastMonth } from '../../url/packs.ts'
import { type Period, periodName, writePeriod } from '../../url/periods.ts'

const storeOf = storePerReader<readonly string[]>('packs', {
  parse(stored) {
    const kept = parseJson(stored)
    return Array.isArray(kept) ? kept.filter((period) => typeof period === 'string') : []
  },
  serialise: JSON.stringify,
})

const mostKept = 24

/** As links write them. */
export function useMadePeriods(): {
  readonly made: readonly string[]
  readonly noteMade: (period: string) => void
} {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  return {
    made: store.useValue(),
    noteMade(period) {
      const kept = store.load()
      if (reader !== null && !kept.includes(period)) store.set([period, ...kept].slice(0, mostKept))
    },
  }
}

/** The last month that is over, until its pack is made here. Null while signed out, and while a pack is open. */
export function useDuePack(): Period | null {
  const { made } = useMadePeriods()
  const isSignedIn = useReader() !== null
  const due = lastMonth(dayText(dayOf(presentTime())))
  return isSignedIn && !made.includes(writePeriod(due)) ? due : null
}

/** "The audit pack of October 2026 is due." */
export function dueText(due: Period): string {
  return `The audit pack of ${periodName(due)} is due.`
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
