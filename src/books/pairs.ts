/** Records of two books side by side: which belong together, and in which fields they differ. */
import { counted } from '../contract/count-text.ts'
import { compare, readDecimal } from '../contract/decimal.ts'

/** A record in the earlier and in the later books; null where it is not in them. */
export interface Both<R> {
  readonly before: R | null
  readonly after: R | null
}

/** A field with other contents than before, by the API's own name. */
export interface FieldChange extends Both<string> {
  readonly field: string
}

/** Whether a list is proved to be whole. */
export function isComplete({ completeness }: { readonly completeness: string }): boolean {
  return completeness === 'complete'
}

/** Records of both by their ids, and how many have none, or one that another has: nothing tells these apart. */
export function pairsOf<R>(
  before: readonly R[],
  after: readonly R[],
  idOf: (record: R) => string | null,
): { readonly pairs: readonly Both<R>[]; readonly left: number } {
  const pairs = new Map<string, { before: R | null; after: R | null }>()
  let left = 0
  for (const [side, records] of [['before', before] as const, ['after', after] as const])
    for (const record of records) {
      const id = idOf(record)
      const pair = pairs.get(id ?? '') ?? { before: null, after: null }
      if (!id || pair[side] !== null) left += 1
      else pairs.set(id, { ...pair, [side]: record })
    }
  return { pairs: [...pairs.values()], left }
}

/** That some could not be compared. */
export function leftSentence(count: number, one: string): string {
  return `${counted(count, one)} without an id, or with the id of another, could not be compared.`
}

export function isOneSided({ before, after }: Both<unknown>): boolean {
  return before === null || after === null
}

/** How a record is asked for each field that is compared. */
export type Fields<R, Name extends string = string> = readonly (readonly [
  field: Name,
  of: (record: R) => string | null,
])[]

/** The fields that differ, of what is in both. What a service leaves out and what it sends empty is the same. */
export function fieldChanges<R>({ before, after }: Both<R>, fields: Fields<R>): FieldChange[] {
  if (before === null || after === null) return []
  const changes: FieldChange[] = []
  for (const [field, of] of fields) {
    const [was, is] = [of(before), of(after)]
    if (!isAlike(was, is)) changes.push({ field, before: was, after: is })
  }
  return changes
}

function isAlike(one: string | null, other: string | null): boolean {
  if (one === other || (one ?? '') === (other ?? '')) return true
  const [was, is] = [readDecimal(one), readDecimal(other)]
  return was !== null && is !== null && compare(was, is) === 0
}
