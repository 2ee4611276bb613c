/** How far a reader has seen what changed, and what the reader watches: kept in this browser, by account. */
import type { ChangesAnswer } from '../../contract/changes.ts'
import { asFields } from '../../contract/normal-records.ts'
import { epochOf } from '../../contract/revision.ts'
import { parseJson, storePerReader } from '../../ui/browser-store.ts'

export interface Look {
  /** Of the records: others number their readings anew. */
  readonly epoch: string
  /** What was told by this reading is seen. */
  readonly reading: number
  /** What was seen by then: ISO 8601 UTC. Null where nothing is. */
  readonly at: string | null
  /** How many of each kind of news the reader has looked at since. */
  readonly looked: Readonly<Record<string, number>>
}

/** Null before the first look. */
export const lookOf = storePerReader<Look | null>('look', {
  parse(stored) {
    const { epoch, reading, at, looked } = asFields(parseJson(stored)) ?? {}
    if (typeof epoch !== 'string' || typeof reading !== 'number') return null
    return { epoch, reading, at: typeof at === 'string' ? at : null, looked: numbersIn(looked) }
  },
  serialise: JSON.stringify,
})

/** By id, whether the reader was told of its end. */
export type Watched = Readonly<Record<string, boolean>>

export const watchedOf = storePerReader<Watched>('watched', {
  parse: (stored) => valuesIn(parseJson(stored), (value) => typeof value === 'boolean'),
  serialise: JSON.stringify,
})

/** Of a first look nothing is news. Of other records, or of an earlier state of these, nothing is seen. */
export function soundLook(look: Look | null, answer: ChangesAnswer): Look {
  const epoch = epochOf(answer.revision ?? '')
  if (look === null) return seenBy(answer)
  const isOfThese = look.epoch === epoch && look.reading <= answer.last
  return isOfThese ? look : { epoch, reading: 0, at: null, looked: {} }
}

export function seenBy({ revision, last, until }: ChangesAnswer): Look {
  return { epoch: epochOf(revision ?? ''), reading: last, at: until, looked: {} }
}

/** `seen`: all that was told by then. Watched transactions that ended by then are watched no more. */
export function markSeen(reader: string, seen: Look): void {
  lookOf(reader).set(seen)
  const watching = watchedOf(reader)
  watching.set(Object.fromEntries(Object.entries(watching.load()).filter(([, isTold]) => !isTold)))
}

function numbersIn(stored: unknown): Readonly<Record<string, number>> {
  return valuesIn(stored, (value) => typeof value === 'number')
}

function valuesIn<Value>(
  stored: unknown,
  isOne: (value: unknown) => value is Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(asFields(stored) ?? {}).flatMap(([key, value]) => (isOne(value) ? [[key, value]] : [])),
  )
}
