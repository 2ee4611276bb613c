/** Pairs the records of two accounts, and finds the fields in which they differ. */
import { counted } from '../contract/count-text.ts'
import { compare, readDecimal } from '../contract/decimal.ts'
import type { Vault } from '../contract/normal-records.ts'

export interface Both<R> {
  readonly before: R | null
  readonly after: R | null
}

export interface FieldChange extends Both<string> {
  readonly field: string
}

/** Pairs records by id. `left` counts records without an id or with a duplicate id: these cannot be told apart. */
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

export function leftSentence(count: number, one: string): string {
  return `${counted(count, one)} without an id, or with the id of another, could not be compared.`
}

export function isOneSided({ before, after }: Both<unknown>): boolean {
  return before === null || after === null
}

export type Fields<R> = readonly (readonly [field: string, of: (record: R) => string | null])[]

/** Of a part of a record, by the names of its fields. */
export function fieldsOf<R, Name extends string>(
  partOf: (record: R) => Readonly<Record<Name, string | null>>,
  ...names: readonly Name[]
): Fields<R> {
  return names.map((name) => [name, (record) => partOf(record)[name]])
}

export const vaultFields = fieldsOf((vault: Vault) => vault, 'vault_name', 'vault_type')

/** Differing fields of a record that both have. A missing field equals an empty one. */
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
