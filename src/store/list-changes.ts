/** What changed in vaults, balances and whitelists since the reading before. */
import { type Both, fieldChanges, isOneSided, pairsOf, vaultFields } from '../changes/pairs.ts'
import { compareWhitelists } from '../changes/whitelists.ts'
import { parseBody } from '../contract/answer-body.ts'
import type { ChangedEntry } from '../contract/changes.ts'
import { compare, readDecimal } from '../contract/decimal.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import type { Holding, Vault, Whitelist, WhitelistAsset } from '../contract/normal-records.ts'
import { normaliseVault, normaliseWhitelist } from '../sync/service/normalise.ts'
import { type NewChange, toldText, type UnconfirmedChange } from './change-writer.ts'

/** `isWhole`: the later list has all that there is. */
export interface ListPair<R> {
  readonly before: readonly R[]
  readonly after: readonly R[]
  readonly isWhole: boolean
}

export function vaultChanges({ before, after, isWhole }: ListPair<Vault>): readonly NewChange[] {
  return pairsOf(before, after, ({ vault_id }) => vault_id).pairs.flatMap((pair) => {
    const vault = pair.after ?? pair.before
    const of = { id: vault?.vault_id ?? '', name: toldText(vault?.vault_name ?? null) }
    const fields = fieldChanges(pair, vaultFields)
    const holdings = holdingChanges(
      { before: pair.before?.assets ?? [], after: pair.after?.assets ?? [] },
      { kind: 'holding', ...of },
    )
    // What a vault holds that is not listed any more, nobody knows.
    const held = pair.before !== null && pair.after !== null ? holdings : []
    if (!isOneSided(pair) && fields.length === 0) return held
    const names = namesOf(pair.before?.vault_name, pair.after?.vault_name)
    return [{ kind: 'vault', ...of, ...eventOf(pair, isWhole), ...names, fields }, ...held]
  })
}

/** With vaults that the reading before did not have, as long as nothing says that they are gone. */
export function withAbsentVaults(
  vaults: readonly Vault[],
  absent: readonly UnconfirmedChange[],
): readonly Vault[] {
  return [...vaults, ...absent.map(({ record }) => normaliseVault(parseBody(record)))]
}

export function balanceChanges(
  list: BalanceType,
  { before, after }: Omit<ListPair<Holding>, 'isWhole'>,
): readonly NewChange[] {
  return holdingChanges({ before, after }, { kind: 'balance', id: list, name: null })
}

function holdingChanges(
  { before, after }: Omit<ListPair<Holding>, 'isWhole'>,
  of: Pick<NewChange, 'kind' | 'id' | 'name'>,
): readonly NewChange[] {
  const { pairs } = pairsOf(before, after, ({ asset_id, network_id }) =>
    JSON.stringify([asset_id, network_id]),
  )
  return pairs.flatMap((pair) => {
    const [was, is] = [pair.before, pair.after].map((holding) => holding?.balances.total_balance ?? null)
    if (was === undefined || is === undefined || isSameAmount(was, is)) return []
    const { asset_id = null, network_id = null } = pair.after ?? pair.before ?? {}
    return [{ ...of, asset_id, network_id, event: 'changed', before: toldText(was), after: toldText(is) }]
  })
}

function isSameAmount(one: string | null, other: string | null): boolean {
  const [was, is] = [readDecimal(one), readDecimal(other)]
  return one === other || (was !== null && is !== null && compare(was, is) === 0)
}

export function whitelistChanges({ before, after, isWhole }: ListPair<Whitelist>): readonly NewChange[] {
  const { changes } = compareWhitelists(
    { records: before, isComplete: true },
    { records: after, isComplete: isWhole },
    [],
  )
  return changes.map(({ list, entry, fields }): NewChange => {
    const whitelist = list.after ?? list.before
    const of = { id: whitelist?.whitelist_id ?? '', name: toldText(whitelist?.whitelist_name ?? null) }
    if (entry === null) {
      const names = namesOf(list.before?.whitelist_name, list.after?.whitelist_name)
      return { kind: 'whitelist', ...of, ...eventOf(list, isWhole), ...names, fields }
    }
    const entries = { before: entryText(entry.before), after: entryText(entry.after) }
    // The whitelist as far as it is this entry, to put that back.
    const held = whitelist && entry.before && { ...whitelist, assets: [entry.before] }
    return { kind: 'entry', ...of, ...eventOf({ before: held, after: entry.after }, true), ...entries }
  })
}

/** With whitelists and entries that the reading before did not have, as long as nothing says that they are gone. */
export function withAbsentEntries(
  whitelists: readonly Whitelist[],
  absent: readonly UnconfirmedChange[],
): readonly Whitelist[] {
  const held = absent.map(({ kind, record }) => ({ kind, list: normaliseWhitelist(parseBody(record)) }))
  const entriesOf = (id: string | null) =>
    held.flatMap(({ kind, list }) => (kind === 'entry' && list.whitelist_id === id ? list.assets : []))
  return [
    ...whitelists.map((one) => ({ ...one, assets: [...one.assets, ...entriesOf(one.whitelist_id)] })),
    ...held.flatMap(({ kind, list }) => (kind === 'whitelist' ? [list] : [])),
  ]
}

function namesOf(before: string | null | undefined, after: string | null | undefined) {
  return { before: toldText(before ?? null), after: toldText(after ?? null) }
}

function entryText(entry: WhitelistAsset | null): string | null {
  if (entry === null) return null
  const { asset_id, network_id, address, memo } = entry
  return JSON.stringify({
    asset_id: toldText(asset_id),
    network_id: toldText(network_id),
    address: toldText(address),
    memo: toldText(memo),
  } satisfies ChangedEntry)
}

/** What a whole list does not have is gone, once another reading agrees. */
function eventOf(
  { before, after }: Both<Vault | Whitelist | WhitelistAsset>,
  isWhole: boolean,
): Pick<NewChange, 'event' | 'record'> {
  if (before === null) return { event: 'new' }
  if (after !== null) return { event: 'changed' }
  return isWhole ? { event: 'gone', record: normalText(before) } : { event: 'unlisted' }
}

/** A record that is normal already is the same when it is read again. */
function normalText(record: object): string {
  return JSON.stringify(record, (name, value) =>
    name === 'received' || name === 'others' ? undefined : value,
  )
}
