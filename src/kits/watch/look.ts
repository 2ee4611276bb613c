/** How far a reader has seen what changed, and what the reader watches: kept in this browser, by account. */
import { useReader } from '../../api/session.ts'
import { asFields } from '../../contract/normal-records.ts'
import { parseJson, storePerReader } from '../../ui/browser-store.ts'

interface Look {
  /**
   * What was told by this moment is seen: milliseconds since 1970, by the gateway's clock. Nothing that is told later has an earlier one. Null
   * before anything was marked as seen.
   */
  readonly seen: number | null
}

export const lookOf = storePerReader<Look>('look', {
  parse(stored) {
    const { seen } = asFields(parseJson(stored)) ?? {}
    return { seen: typeof seen === 'number' ? seen : null }
  },
  serialise: JSON.stringify,
})

/** When the reader last marked anything as seen: ISO 8601 UTC. */
export function seenAt({ seen }: Look): string | null {
  return seen === null ? null : new Date(seen).toISOString()
}

/** By id, whether the reader was told of its end. */
export type Watched = Readonly<Record<string, boolean>>

export const watchedOf = storePerReader<Watched>('watched', {
  parse: (stored) =>
    Object.fromEntries(
      Object.entries(asFields(parseJson(stored)) ?? {}).flatMap(([id, isTold]) =>
        typeof isTold === 'boolean' ? [[id, isTold]] : [],
      ),
    ),
  serialise: JSON.stringify,
})

/** What was told by then. Watched transactions whose end was told are watched no more. */
export function markSeen(reader: string, seen: number): void {
  lookOf(reader).set({ seen })
  const watching = watchedOf(reader)
  watching.set(Object.fromEntries(Object.entries(watching.load()).filter(([, isTold]) => !isTold)))
}

/** Null while nobody is signed in, and while a pack is open. */
export function useLook() {
  const reader = useReader() ?? ''
  const at = seenAt(lookOf(reader).useValue())
  if (reader === '') return null
  return {
    /** ISO 8601 UTC. Null before the first look. */
    at,
    /** Given until when, ISO 8601 UTC: what was told later is not seen. */
    markSeen: (until: string) => markSeen(reader, Date.parse(until)),
  }
}
