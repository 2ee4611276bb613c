/** What is otherwise in a list beside the transactions than in the reading before. */
import { fieldChanges, isOneSided, pairsOf } from '../changes/pairs.ts'
import { vaultFields } from '../changes/vaults.ts'
import { compareWhitelists } from '../changes/whitelists.ts'
import type { ChangedEntry } from '../contract/changes.ts'
import { compare, readDecimal } from '../contract/decimal.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import type { Holding, Vault, Whitelist, WhitelistAsset } from '../contract/normal-records.ts'
import type { NewChange } from './change-writer.ts'

/** `isWhole`: what the later list does not have is gone. */
export interface ListPair<R> {
  readonly before: readonly R[]
  readonly after: readonly R[]
  readonly isWhole: boolean
}

export function vaultChanges({ before, after, isWhole }: ListPair<Vault>): readonly NewChange[] {
  return pairsOf(before, after, ({ vault_id }) => vault_id).pairs.flatMap((pair) => {
    const vault = pair.after ?? pair.before
    const of = { id: vault?.vault_id ?? '', name: vault?.vault_name ?? null }
    const fields = fieldChanges(pair, vaultFields)
    const holdings = holdingChanges(
      { before: pair.before?.assets ?? [], after: pair.after?.assets ?? [] },
      { kind: 'holding', ...of },
    )
    // What a vault holds that is not listed any more, nobody knows.
    const held = pair.before !== null && pair.after !== null ? holdings : []
    if (!isOneSided(pair) && fields.length === 0) return held
    const names = { before: pair.before?.vault_name ?? null, after: pair.after?.vault_name ?? null }
    return [{ kind: 'vault', ...of, event: eventOf(pair, isWhole), ...names, fields }, ...held]
  })
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
    return [{ ...of, asset_id, network_id, event: 'changed', before: was, after: is }]
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
    const of = { id: whitelist?.whitelist_id ?? '', name: whitelist?.whitelist_name ?? null }
    if (entry === null) {
      const names = { before: list.before?.whitelist_name ?? null, after: list.after?.whitelist_name ?? null }
      return { kind: 'whitelist', ...of, event: eventOf(list, isWhole), ...names, fields }
    }
    const entries = { before: entryText(entry.before), after: entryText(entry.after) }
    return { kind: 'entry', ...of, event: eventOf(entry, true), ...entries }
  })
}

function entryText(entry: WhitelistAsset | null): string | null {
  if (entry === null) return null
  const { asset_id, network_id, address, memo } = entry
  return JSON.stringify({ asset_id, network_id, address, memo } satisfies ChangedEntry)
}

function eventOf(
  { before, after }: { readonly before: unknown; readonly after: unknown },
  isWhole: boolean,
): NewChange['event'] {
  if (before === null) return 'new'
  if (after !== null) return 'changed'
  return isWhole ? 'gone' : 'unlisted'
}
