/** Compares whitelists. Entries have no id, so they are paired by what they have in common. */
import type { Whitelist, WhitelistAsset } from '../contract/normal-records.ts'
import { groupBy } from '../ledger/group-by.ts'
import {
  type Both,
  type FieldChange,
  fieldChanges,
  fieldsOf,
  isOneSided,
  leftSentence,
  pairsOf,
} from './pairs.ts'

export interface WhitelistChange {
  readonly list: Both<Whitelist>
  /** Null if the whitelist itself changed. */
  readonly entry: Both<WhitelistAsset> | null
  readonly fields: readonly FieldChange[]
  /** Whitelists that had this name or address before and no longer have it. */
  readonly movedFrom: readonly Whitelist[]
  readonly isCertain: boolean
}

const listFields = fieldsOf((list: Whitelist) => list, 'whitelist_name', 'whitelist_type')
const entryNames = ['asset_id', 'network_id', 'address', 'memo'] as const
const entryFields = fieldsOf((entry: WhitelistAsset) => entry, ...entryNames)

interface ReadWhitelists {
  readonly records: readonly Whitelist[]
  readonly isComplete: boolean
}

export function compareWhitelists(
  was: ReadWhitelists,
  is: ReadWhitelists,
  untold: string[],
): { readonly changes: readonly WhitelistChange[]; readonly compared: number } {
  const { pairs, left } = pairsOf(was.records, is.records, ({ whitelist_id }) => whitelist_id)
  if (left > 0) untold.push(leftSentence(left, 'whitelist'))
  const names = ownersOf(pairs, ({ whitelist_name }) => [whitelist_name])
  const addresses = ownersOf(pairs, ({ assets }) => assets.map(({ address }) => address))
  const changes = pairs.flatMap((list): readonly WhitelistChange[] => {
    const isCertain = (one: Both<unknown>) =>
      (one.before !== null || was.isComplete) && (one.after !== null || is.isComplete)
    const fields = fieldChanges(list, listFields)
    const isNamedAnew = list.before?.whitelist_name !== list.after?.whitelist_name
    const movedFrom = isNamedAnew ? names(list.after?.whitelist_name, list) : []
    const own = { list, entry: null, fields, movedFrom, isCertain: isCertain(list) }
    if (list.before === null || list.after === null) return [own]
    const entries = entryPairs(list.before.assets, list.after.assets).map((entry) => {
      const isElsewhere = entry.before?.address !== entry.after?.address
      const movedFrom = isElsewhere ? addresses(entry.after?.address, list) : []
      return { list, entry, fields: fieldChanges(entry, entryFields), movedFrom, isCertain: true }
    })
    return [...(fields.length > 0 ? [own] : []), ...entries]
  })
  return { changes, compared: pairs.filter((pair) => !isOneSided(pair)).length }
}

function ownersOf(
  pairs: readonly Both<Whitelist>[],
  valuesOf: (list: Whitelist) => readonly (string | null)[],
) {
  const lost = new Map<string, Both<Whitelist>[]>()
  for (const pair of pairs) {
    const kept = new Set(pair.after ? valuesOf(pair.after) : [])
    for (const value of new Set(pair.before ? valuesOf(pair.before) : []))
      if (value && !kept.has(value)) lost.set(value, [...(lost.get(value) ?? []), pair])
  }
  return (value: string | null | undefined, list: Both<Whitelist>): readonly Whitelist[] =>
    (lost.get(value ?? '') ?? []).flatMap((pair) => (pair === list || !pair.before ? [] : [pair.before]))
}

/** Pairs entries that differ only in the memo, or that are the only ones of their asset and network with another address. */
function entryPairs(
  before: readonly WhitelistAsset[],
  after: readonly WhitelistAsset[],
): readonly Both<WhitelistAsset>[] {
  const pairs: Both<WhitelistAsset>[] = []
  let [removed, added] = [before, after]
  const match = (
    keyOf: (entry: WhitelistAsset) => string,
    take: (one: WhitelistAsset, other: WhitelistAsset) => void,
    onlyOne = false,
  ) => {
    const candidates = groupBy(added, keyOf)
    const sizes = groupBy(removed, keyOf)
    const taken = new Set<WhitelistAsset>()
    removed = removed.filter((one) => {
      const key = keyOf(one)
      const group = candidates.get(key) ?? []
      if (onlyOne && (group.length > 1 || sizes.get(key)?.length !== 1)) return true
      const other = group.find((each) => !taken.has(each))
      if (!other) return true
      taken.add(other)
      take(one, other)
      return false
    })
    added = added.filter((each) => !taken.has(each))
  }
  const keyBy =
    (...names: readonly (typeof entryNames)[number][]) =>
    (entry: WhitelistAsset) =>
      JSON.stringify(names.map((name) => entry[name] ?? ''))
  const change = (one: WhitelistAsset, other: WhitelistAsset) => pairs.push({ before: one, after: other })
  match(keyBy(...entryNames), () => {})
  match(keyBy('asset_id', 'network_id', 'address'), change)
  match(keyBy('asset_id', 'network_id'), change, true)
  return [
    ...pairs,
    ...removed.map((each) => ({ before: each, after: null })),
    ...added.map((each) => ({ before: null, after: each })),
  ]
}
