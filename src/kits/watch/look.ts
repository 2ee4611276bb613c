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
  /** How many of each line of news the reader has looked at since. */
  readonly looked: Readonly<Record<string, number>>
}

export const lookOf = storePerReader<Look>('look', {
  parse(stored) {
    const { seen, looked } = asFields(parseJson(stored)) ?? {}
    return {
      seen: typeof seen === 'number' ? seen : null,
      looked: valuesIn(looked, (value) => typeof value === 'number'),
    }
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
  parse: (stored) => valuesIn(parseJson(stored), (value) => typeof value === 'boolean'),
  serialise: JSON.stringify,
})

/** What was told by then. Watched transactions whose end was told are watched no more. */
export function markSeen(reader: string, seen: number): void {
  lookOf(reader).set({ seen, looked: {} })
  const watching = watchedOf(reader)
  watching.set(Object.fromEntries(Object.entries(watching.load()).filter(([, isTold]) => !isTold)))
}

function valuesIn<Value>(
  stored: unknown,
  isOne: (value: unknown) => value is Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(asFields(stored) ?? {}).flatMap(([key, value]) => (isOne(value) ? [[key, value]] : [])),
  )
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
