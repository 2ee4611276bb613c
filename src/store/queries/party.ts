/** Whose end of a transaction it is: of a whitelist, a vault, an address or whatever else an id names. */
import { chainOf, splitMemo } from '../../chains/index.ts'
import type { PartyKind } from '../../contract/counterparty.ts'
import type { Queries } from '../../database/database.ts'
import type { Condition } from '../../database/sql.ts'
import { columnText, fromDatabaseText, wholeText } from '../database-text.ts'
import { type End, keysAtEnds, keysOn, networksOf } from './address-keys.ts'
import { anyOf } from './conditions.ts'

export interface ResolvedParty {
  readonly kind: PartyKind
  readonly id: string
  readonly name: string | null
  /** Without it, all of them. Sources have none. */
  readonly memo: string | null
  /** Where it sends and receives. Of a whitelist or vault, transactions at these accounts count if they name nobody; of an address, all of them. */
  readonly accounts: readonly PartyAccount[]
}

/** An entry of a whitelist, or an address. */
export interface PartyAccount {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly address: string
  readonly memo: string | null
  /** Of the address, in the columns of transactions. */
  readonly keys: readonly string[]
  /** Customers of an exchange share its address. Null where the chain has no memos, or for all of them; '' for none. */
  readonly boundMemo: string | null
}

/** An id of a whitelist is meant before that of a vault, an address before any other id. Null where no record has it. */
export async function findParty(
  queries: Queries,
  account: string,
  id: string,
  memo: string | null = null,
): Promise<ResolvedParty | null> {
  const common = { id, memo }
  const listed = await queries.query<'name'>(
    'select whitelist_label as name from custody_store.whitelist where account = $1 and whitelist_id = $2 order by place',
    [account, columnText(id)],
  )
  if (listed.length > 0) {
    const accounts = (await whitelistEntries(queries, account, [id])).get(id) ?? []
    return { ...common, kind: 'whitelist', name: nameOf(listed[0]?.name, id), accounts }
  }
  const [vault] = await queries.query<'name'>(
    'select vault_label as name from custody_store.vault where account = $1 and vault_id = $2 order by place limit 1',
    [account, columnText(id)],
  )
  if (vault) return { ...common, kind: 'vault', name: nameOf(vault.name, id), accounts: [] }
  if (await isAddress(queries, account, id)) return addressParty(await networksOf(queries, account), id, memo)
  for (const end of ['destination', 'source'] as const) {
    const [named] = await queries.query<'name'>(
      `select ${end}_label as name from custody_store.transaction
      where account = $1 and gone_in is null and ${end}_id = $2 order by position limit 1`,
      [account, columnText(id)],
    )
    if (named) return { ...common, kind: 'other', name: nameOf(named.name, id), accounts: [] }
  }
  return null
}

/** `networks`: of the account. */
export function addressParty(
  networks: readonly (string | null)[],
  address: string,
  memo: string | null,
): ResolvedParty {
  const keys = keysOn(networks, [address])
  return {
    ...{ kind: 'address', id: address, name: null, memo: memo ?? splitMemo(address, null)?.memo ?? null },
    accounts: [{ asset_id: null, network_id: null, address, memo: null, keys, boundMemo: null }],
  }
}

/** Whether an end of a transaction is the party's. `false` for one that no record has. */
export function isOfParty(end: End, party: ResolvedParty | null, where: Condition): string {
  if (party === null || (end === 'source' && party.memo !== null)) return 'false'
  const ways = new Map<string | null, Set<string>>()
  for (const { keys, boundMemo } of party.accounts) {
    const memo = end === 'source' ? null : boundMemo
    // What came from a shared address may be of any of its customers.
    if (end === 'destination' || !boundMemo) ways.set(memo, new Set([...(ways.get(memo) ?? []), ...keys]))
  }
  const accounts = [...ways].flatMap(([memo, keys]) => {
    if (keys.size === 0) return []
    const isAt = anyOf(
      `${end}_key`,
      [...keys].map((key) => where.parameter(key)),
    )
    return memo === null
      ? isAt
      : `(${isAt} and coalesce(destination_memo, '') = ${where.parameter(columnText(memo))})`
  })
  const isAtAccount = accounts.length === 0 ? 'false' : `(${accounts.join(' or ')})`
  const isOwn =
    party.kind === 'address'
      ? isAtAccount
      : `(${end}_id = ${where.parameter(columnText(party.id))} or (coalesce(${end}_id, '') = '' and ${isAtAccount}))`
  return party.memo === null
    ? isOwn
    : `(${isOwn} and destination_memo = ${where.parameter(columnText(party.memo))})`
}

export async function whitelistEntries(
  queries: Queries,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PartyAccount[]>> {
  const networks = await networksOf(queries, account)
  const rows = await queries.query<'number' | 'asset_id' | 'network_id' | 'address' | 'memo'>(
    `select asked.number, entry.asset_id, network_id, address, memo
    from json_array_elements_text($2::json) with ordinality as asked (id, number)
    join custody_store.whitelist as listed on listed.account = $1 and whitelist_id = asked.id
    join custody_store.whitelist_entry as entry
      on entry.account = $1 and entry.whitelist_place = listed.place
    where address > '' order by entry.whitelist_place, entry.place`,
    [account, JSON.stringify(ids.map(columnText))],
  )
  const entries = new Map<string, PartyAccount[]>()
  for (const row of rows) {
    const [asset_id = null, network_id = null, address, memo = null] = [
      row.asset_id,
      row.network_id,
      row.address,
      row.memo,
    ].map(wholeText)
    const id = ids[Number(row.number) - 1]
    if (!address || id === undefined) continue
    const network = network_id?.trim() ? network_id : null
    const entry = {
      ...{ asset_id, network_id, address, memo },
      keys: keysOn(network === null ? networks : [network, null], [address]),
      boundMemo: boundMemoOf({ network_id: network, address, memo }),
    }
    entries.set(id, [...(entries.get(id) ?? []), entry])
  }
  return entries
}

/** As `PartyAccount` has it, of an entry of a whitelist. */
export function boundMemoOf({
  network_id,
  address,
  memo,
}: {
  readonly network_id: string | null
  readonly address: string
  readonly memo: string | null
}): string | null {
  const asked = memo?.trim() || (splitMemo(address, network_id)?.memo ?? '')
  const { usesMemo } = chainOf(network_id)
  return usesMemo === true || (usesMemo === null && asked !== '') ? asked : null
}

/** That of a transaction, or of an entry that nobody used. */
async function isAddress(queries: Queries, account: string, text: string): Promise<boolean> {
  if ((await keysAtEnds(queries, account, [text], ['source', 'destination'])).length > 0) return true
  const keys = keysOn(await networksOf(queries, account), [text])
  const [row] = await queries.query<'found'>(
    `select 1 as found from custody_store.whitelist_entry
    where account = $1 and address_key in (select json_array_elements_text($2::json)) limit 1`,
    [account, JSON.stringify(keys)],
  )
  return row !== undefined
}

function nameOf(label: string | null | undefined, id: string): string | null {
  const name = label ? fromDatabaseText(label) : null
  return name === id ? null : name
}
