import { createFingerprints, type Fingerprint, fingerprint } from './fingerprints.ts'

/** A page as it came: its records, and what tells each from the others. */
export interface IdentifiedPage<R> {
  readonly records: readonly R[]
  readonly ids: readonly (string | null)[]
  readonly marks: readonly (Fingerprint | null)[]
}

/** The records of a page that come next in this reading, and those among them that no reading gave before. */
export interface Taken<R> {
  readonly met: readonly R[]
  readonly fresh: readonly R[]
}

/** The records of a list that were given already, in little memory, over up to eight readings of it. */
export interface KnownRecords<R> {
  /** Whether the record at this place of a page was met before in this reading. Records without an identity never were. */
  has(page: IdentifiedPage<R>, index: number): boolean
  /**
   * Takes the records of a page that this reading has not met before. Those without an identity are taken where
   * they stand behind `joint`, the last known record of the page, and the `trailing` ones right behind it that were taken with it.
   */
  take(page: IdentifiedPage<R>, joint: number, trailing: number): Taken<R>
  /** Ends this reading and begins the next. Gives the digest of the ids that were met, in their order. */
  nextReading(): string
  /** Whether any reading gave the record with this identity. */
  wasGiven(identity: string | null): boolean
  /** How many records without an identity were taken. */
  readonly nameless: number
  /** Identities that two records of one page had, at most a few of them. */
  readonly repeated: readonly string[]
}

/** Identifies each record of a page. An empty text tells nothing apart. */
export function identified<R>(
  records: readonly R[],
  identity: (record: R) => string | null,
): IdentifiedPage<R> {
  const ids = records.map((record) => identity(record) || null)
  return { records, ids, marks: ids.map((id) => (id === null ? null : fingerprint(id))) }
}

/** Knows nothing yet. */
export function createKnownRecords<R>(): KnownRecords<R> {
  // A number of three bits tells in which of eight readings each was met last.
  const given = createFingerprints(3)
  let round = 0
  let sequence = emptySequence()
  /** How often identities were taken that stood twice on one page. */
  const repeated = new Map<string, number>()
  let nameless = 0

  /** Two records of one page are two, whatever they are called: nothing that the service lists is left out. */
  const isNewRepetition = (id: string, times: number) => {
    if (times <= (repeated.get(id) ?? 1) || repeated.size >= maxRepeated) return false
    repeated.set(id, times)
    return true
  }
  return {
    has(page, index) {
      const mark = page.marks[index] ?? null
      return mark !== null && given.stampOf(mark) === round
    },
    take({ records, ids, marks }, joint, trailing) {
      const onPage = new Map<string, number>()
      const firstNameless = joint < 0 ? 0 : joint + trailing + 1
      const met: R[] = []
      const fresh: R[] = []
      for (const [index, record] of records.entries()) {
        const id = ids[index] ?? null
        const mark = marks[index] ?? null
        let isMet: boolean
        let isFresh: boolean
        if (id === null || mark === null) {
          isMet = index >= firstNameless
          isFresh = isMet
          if (isMet) nameless += 1
        } else {
          const times = (onPage.get(id) ?? 0) + 1
          onPage.set(id, times)
          if (times === 1) {
            const before = given.stampOf(mark)
            isMet = before !== round
            isFresh = before === null
            if (isMet) {
              given.stamp(mark, round)
              sequence = followed(sequence, mark)
            }
          } else {
            isMet = isNewRepetition(id, times)
            isFresh = isMet
          }
        }
        if (isMet) met.push(record)
        if (isFresh) fresh.push(record)
      }
      return { met, fresh }
    },
    wasGiven: (identity) => identity !== null && given.has(fingerprint(identity)),
    nextReading() {
      const digest = sequence.join(' ')
      sequence = emptySequence()
      round += 1
      return digest
    },
    get nameless() {
      return nameless
    },
    get repeated() {
      return [...repeated.keys()].slice(0, fewRepeated)
    },
  }
}

/** Against a service that repeats without end. */
const maxRepeated = 10_000
const fewRepeated = 3

/** A digest of ids in an order: two orders of the same ids have different ones. Against chance, not against malice. */
type Sequence = readonly [number, number, number, number]

function emptySequence(): Sequence {
  return [0, 0, 0, 0]
}

function followed([a, b, c, d]: Sequence, mark: Fingerprint): Sequence {
  return [step(a, mark[0]), step(b, mark[1]), step(c, mark[2]), step(d, mark[3])]
}

function step(sum: number, word: number): number {
  return (Math.imul(((sum << 5) | (sum >>> 27)) ^ word, 0x9e3779b1) + 0x7f4a7c15) >>> 0
}
