/** The lists beside the transactions, each replaced whole where it has another content than before. */
import { parseBody } from '../contract/answer-body.ts'
import { type BalanceType, balanceTypes } from '../contract/enumerations.ts'
import {
  type Amounts,
  amountNames,
  eachAmount,
  type Holding,
  nameOrId,
  type Vault,
  type Whitelist,
} from '../contract/normal-records.ts'
import { normaliseVault } from '../sync/service/normalise.ts'
import { columnText, textDigest, wordsText } from './database-text.ts'
import type { ListOutcome, ListOutcomes } from './outcome.ts'
import type { AccountScope, WrittenAccount } from './scope.ts'
import { addressKey, numericText } from './transaction-row.ts'

/** Whether any list changed. A list that is refused keeps its rows: the state says that it is. */
export async function replaceLists(
  written: WrittenAccount,
  { vaults, whitelists, balances = {} }: ListOutcomes,
): Promise<boolean> {
  const changes = [
    await replaceList(written, 'vaults', vaults, writeVaults),
    await replaceList(written, 'whitelists', whitelists, writeWhitelists),
  ]
  for (const type of balanceTypes)
    changes.push(
      await replaceList(written, `balances ${type}`, balances[type], (scope, records, texts) =>
        writeBalances(scope, type, records, texts),
      ),
    )
  return changes.includes(true)
}

async function replaceList<R>(
  written: WrittenAccount,
  list: string,
  outcome: ListOutcome<R> | undefined,
  replace: (written: WrittenAccount, records: readonly R[], texts: readonly string[]) => Promise<void>,
): Promise<boolean> {
  if (outcome === undefined || 'refused' in outcome) return false
  const { queries, account } = written
  const changed = await queries.query(
    `insert into custody_store.list (account, list, content) values ($1, $2, $3)
     on conflict (account, list) do update set content = excluded.content where list.content <> excluded.content
     returning 1`,
    [account, list, listContent(outcome.records)],
  )
  if (changed.length === 0) return false
  await replace(written, outcome.records, outcome.texts)
  return true
}

/** Another order of the same records is no change: some services have none. */
function listContent(records: readonly unknown[]): string {
  const contents = records.map((record) =>
    textDigest(JSON.stringify(record, (key, value) => (leftOut.has(key) ? undefined : value))),
  )
  return textDigest(contents.sort().join())
}

/** What no rule of the specification says anything about. */
const leftOut: ReadonlySet<string> = new Set(['received', 'others', 'timestamp'])

async function writeVaults(
  { queries, account }: WrittenAccount,
  vaults: readonly Vault[],
  texts: readonly string[],
): Promise<void> {
  for (const table of ['vault', 'holding'])
    await queries.query(`delete from custody_store.${table} where account = $1`, [account])
  const rows = vaults.map(({ vault_id, vault_name, vault_type }, place) => ({
    ...columnsOf({ vault_id, vault_name, vault_type, vault_label: nameOrId(vault_name, vault_id) }),
    words: wordsText([vault_name, vault_id]),
    place,
    record: texts[place],
  }))
  await queries.query(
    `insert into custody_store.vault
       (account, place, vault_id, vault_name, vault_label, vault_type, words, record)
     select $1, given.* from json_to_recordset($2::json) as given(place integer, vault_id text,
       vault_name text, vault_label text, vault_type text, words text, record text)`,
    [account, JSON.stringify(rows)],
  )
  const holdings = vaults.flatMap(({ vault_id, assets }, vault_place) =>
    assets.map(({ asset_id, network_id, balances }, place) => ({
      ...columnsOf({ vault_id, asset_id, network_id }),
      ...amountColumns(balances),
      vault_place,
      place,
    })),
  )
  await queries.query(
    `insert into custody_store.holding
       (account, vault_place, place, vault_id, asset_id, network_id, ${amountNames.join(', ')})
     select $1, given.* from json_to_recordset($2::json)
       as given(vault_place integer, place integer, vault_id text, asset_id text, network_id text, ${amountTypes})`,
    [account, JSON.stringify(holdings)],
  )
}

async function writeWhitelists(
  { queries, account }: WrittenAccount,
  whitelists: readonly Whitelist[],
  texts: readonly string[],
): Promise<void> {
  for (const table of ['whitelist', 'whitelist_entry'])
    await queries.query(`delete from custody_store.${table} where account = $1`, [account])
  const rows = whitelists.map(({ whitelist_id, whitelist_name, whitelist_type, assets }, place) => ({
    ...columnsOf({ whitelist_id, whitelist_name, whitelist_type }),
    ...columnsOf({ whitelist_label: nameOrId(whitelist_name, whitelist_id) }),
    words: wordsText([whitelist_name, whitelist_id, ...assets.map(({ address }) => address)]),
    place,
    record: texts[place],
  }))
  await queries.query(
    `insert into custody_store.whitelist
       (account, place, whitelist_id, whitelist_name, whitelist_label, whitelist_type, words, record)
     select $1, given.* from json_to_recordset($2::json) as given(place integer, whitelist_id text,
       whitelist_name text, whitelist_label text, whitelist_type text, words text, record text)`,
    [account, JSON.stringify(rows)],
  )
  const entries = whitelists.flatMap(({ assets }, whitelist_place) =>
    assets.map(({ asset_id, network_id, address, memo }, place) => ({
      ...columnsOf({ asset_id, network_id, address, memo }),
      address_key: addressKey(address, network_id),
      whitelist_place,
      place,
    })),
  )
  await queries.query(
    `insert into custody_store.whitelist_entry
       (account, whitelist_place, place, asset_id, network_id, address, address_key, memo)
     select $1, given.* from json_to_recordset($2::json) as given(whitelist_place integer, place integer,
       asset_id text, network_id text, address text, address_key text, memo text)`,
    [account, JSON.stringify(entries)],
  )
}

async function writeBalances(
  { queries, account }: WrittenAccount,
  type: BalanceType,
  balances: readonly Holding[],
  texts: readonly string[],
): Promise<void> {
  await queries.query('delete from custody_store.balance where account = $1 and list = $2', [account, type])
  const rows = balances.map(
    ({ asset_id, asset_name, network_id, network_name, balances: amounts }, place) => ({
      ...columnsOf({ asset_id, asset_name, network_id, network_label: nameOrId(network_name, network_id) }),
      words: wordsText([asset_id, asset_name, network_id, network_name]),
      ...amountColumns(amounts),
      place,
      record: texts[place],
    }),
  )
  await queries.query(
    `insert into custody_store.balance
       (account, list, place, asset_id, asset_name, network_id, network_label, words, record, ${amountNames.join(', ')})
     select $1, $2, given.* from json_to_recordset($3::json) as given(place integer, asset_id text,
       asset_name text, network_id text, network_label text, words text, record text, ${amountTypes})`,
    [account, type, JSON.stringify(rows)],
  )
}

const amountTypes = amountNames.map((name) => `${name} numeric`).join(', ')

function amountColumns(amounts: Amounts): Readonly<Record<keyof Amounts, string | null>> {
  return eachAmount((name) => numericText(amounts[name]))
}

function columnsOf(texts: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text === null ? null : columnText(text)]),
  )
}

export async function vaultHoldings({ database, account }: AccountScope): Promise<readonly Vault[]> {
  const rows = await database.query<'record'>(
    'select record from custody_store.vault where account = $1 order by place',
    [account],
  )
  return rows.map(({ record }) => normaliseVault(parseBody(record ?? 'null')))
}
