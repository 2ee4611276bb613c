/** How far a reader has seen what changed, and what the reader watches: kept in this browser, by account. */
import type { ChangesAnswer } from '../../contract/changes.ts'
import { asFields } from '../../contract/normal-records.ts'
import { parseJson, storePerReader } from '../../ui/browser-store.ts'

export interface Look {
  /** What was told by this moment is seen: milliseconds since 1970, by the gateway's clock. Nothing that is told later has an earlier one. */
  readonly seen: number
  /** How many of each kind of news the reader has looked at since. */
  readonly looked: Readonly<Record<string, number>>
}

/** Null before the first look. */
export const lookOf = storePerReader<Look | null>('look', {
  parse(stored) {
    const { seen, looked } = asFields(parseJson(stored)) ?? {}
    if (typeof seen !== 'number') return null
    return { seen, looked: valuesIn(looked, (value) => typeof value === 'number') }
  },
  serialise: JSON.stringify,
})

/** By id, whether the reader was told of its end. */
export type Watched = Readonly<Record<string, boolean>>

export const watchedOf = storePerReader<Watched>('watched', {
  parse: (stored) => valuesIn(parseJson(stored), (value) => typeof value === 'boolean'),
  serialise: JSON.stringify,
})

/** All that an answer tells. */
export function seenBy({ last, until }: Pick<ChangesAnswer, 'last' | 'until'>): number {
  return Math.max(last, until === null ? 0 : Date.parse(until))
}

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
