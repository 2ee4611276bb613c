import { createFingerprints, type Fingerprint, fingerprint } from './fingerprints.ts'

/** A page as it came: its records, and what tells each from the others. */
export interface IdentifiedPage<R> {
  readonly records: readonly R[]
  readonly ids: readonly (string | null)[]
  readonly marks: readonly (Fingerprint | null)[]
}

/** The records of a list that were given already, in little memory. */
export interface KnownRecords<R> {
  /** Whether the record at this place of a page was given before. Records without an identity never were. */
  has(page: IdentifiedPage<R>, index: number): boolean
  /**
   * The records of a page that were not given before, which from now on are known. Those without an identity are given where
   * they stand behind `joint`, the last known record of the page, and the `trailing` ones right behind it that were given with it.
   */
  take(page: IdentifiedPage<R>, joint: number, trailing: number): readonly R[]
  /** How many records without an identity were given. */
  readonly nameless: number
  /** Whether one page held two records of one identity. */
  readonly hasRepeated: boolean
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
  const given = createFingerprints()
  /** How often identities were given that stood twice on one page. */
  const repeated = new Map<string, number>()
  let nameless = 0
  let hasRepeated = false

  /** Two records of one page are two, whatever they are called: nothing that the service lists is left out. */
  const isNewRepetition = (id: string, times: number) => {
    hasRepeated = true
    if (times <= (repeated.get(id) ?? 1) || repeated.size >= maxRepeated) return false
    repeated.set(id, times)
    return true
  }
  return {
    has(page, index) {
      const mark = page.marks[index]
      return mark !== undefined && mark !== null && given.has(mark)
    },
    take({ records, ids, marks }, joint, trailing) {
      const onPage = new Map<string, number>()
      const firstNameless = joint < 0 ? 0 : joint + trailing + 1
      return records.filter((_, index) => {
        const id = ids[index] ?? null
        const mark = marks[index] ?? null
        if (id === null || mark === null) return index >= firstNameless && ++nameless > 0
        const times = (onPage.get(id) ?? 0) + 1
        onPage.set(id, times)
        return times === 1 ? given.add(mark) : isNewRepetition(id, times)
      })
    },
    get nameless() {
      return nameless
    },
    get hasRepeated() {
      return hasRepeated
    },
  }
}

/** Against a service that repeats without end. */
const maxRepeated = 10_000
