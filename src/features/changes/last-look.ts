/** Until when a reader saw the changes of an account, kept in this browser. */
import * as z from 'zod/mini'
import { useReader } from '../../api/session.ts'
import { dayLength } from '../../contract/day.ts'
import { parseJson, storePerReader } from '../../ui/browser-store.ts'

const looks = z.object({
  /** Milliseconds since 1970: where the look begins that the reader takes now. */
  from: z.nullable(z.number()),
  /** The reader never looked before it. */
  isFirst: z.boolean(),
  /** Until when changes were told: ISO 8601 UTC. */
  until: z.nullable(z.string()),
})
type Looks = z.infer<typeof looks>

const storeOf = storePerReader<Looks>('changes-seen', {
  parse(stored) {
    const { data } = z.safeParse(looks, parseJson(stored))
    return data ?? { from: null, isFirst: true, until: null }
  },
  serialise: JSON.stringify,
})

/** Null while nobody is signed in, and while a pack is open. */
export function useLastLook() {
  const reader = useReader()
  const store = storeOf(reader ?? '')
  const { from, isFirst } = store.useValue()
  if (reader === null) return null
  return {
    from,
    isFirst,
    /** Begins where the last look ended; the first one, a day before `now`. Returns where. */
    begin(now: number): number {
      const { until } = store.load()
      // What was seen in that millisecond was told.
      const start = until === null ? now - (now % 1000) - dayLength : Date.parse(until) + 1
      store.set({ from: start, isFirst: until === null, until })
      return start
    },
    /** What came between the last look and a report that begins later was not looked at. */
    note({ from, until }: { readonly from: string; readonly until: string }) {
      const kept = store.load()
      const isAfter = kept.until !== null && Date.parse(from) > Date.parse(kept.until) + 1
      if (!isAfter && Date.parse(kept.until ?? '') !== Date.parse(until)) store.set({ ...kept, until })
    },
  }
}
