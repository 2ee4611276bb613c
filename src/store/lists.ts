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
import type { Queries } from '../database/database.ts'
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
  written: WrittenAccount,
  vaults: readonly Vault[],
  texts: readonly string[],
): Promise<void> {
  await replaceRows(
    written,
    'vault',
    vaults.map(({ vault_id, vault_name, vault_type }, place) => ({
      ...columnsOf({ vault_id, vault_name, vault_type, vault_label: nameOrId(vault_name, vault_id) }),
      words: wordsText([vault_name, vault_id]),
      place,
      record: texts[place],
    })),
  )
  await replaceRows(
    written,
    'holding',
    vaults.flatMap(({ vault_id, assets }, vault_place) =>
      assets.map(({ asset_id, network_id, balances }, place) => ({
        ...columnsOf({ vault_id, asset_id, network_id }),
        ...amountColumns(balances),
        vault_place,
        place,
      })),
    ),
  )
}

async function writeWhitelists(
  written: WrittenAccount,
  whitelists: readonly Whitelist[],
  texts: readonly string[],
): Promise<void> {
  await replaceRows(
    written,
    'whitelist',
    whitelists.map(({ whitelist_id, whitelist_name, whitelist_type, assets }, place) => ({
      ...columnsOf({ whitelist_id, whitelist_name, whitelist_type }),
      ...columnsOf({ whitelist_label: nameOrId(whitelist_name, whitelist_id) }),
      words: wordsText([whitelist_name, whitelist_id, ...assets.map(({ address }) => address)]),
      place,
      record: texts[place],
    })),
  )
  await replaceRows(
    written,
    'whitelist_entry',
    whitelists.flatMap(({ assets }, whitelist_place) =>
      assets.map(({ asset_id, network_id, address, memo }, place) => ({
        ...columnsOf({ asset_id, network_id, address, memo }),
        address_key: addressKey(address, network_id),
        whitelist_place,
        place,
      })),
    ),
  )
}

async function writeBalances(
  { queries, account }: WrittenAccount,
  list: BalanceType,
  balances: readonly Holding[],
  texts: readonly string[],
): Promise<void> {
  await queries.query('delete from custody_store.balance where account = $1 and list = $2', [account, list])
  const rows = balances.map(
    ({ asset_id, asset_name, network_id, network_name, balances: amounts }, place) => ({
      ...columnsOf({ asset_id, asset_name, network_id, network_label: nameOrId(network_name, network_id) }),
      words: wordsText([asset_id, asset_name, network_id, network_name]),
      ...amountColumns(amounts),
      list,
      place,
      record: texts[place],
    }),
  )
  await insertRows(queries, 'balance', account, rows)
}

type Row = Readonly<Record<string, string | number | null | undefined>>

async function replaceRows(
  { queries, account }: WrittenAccount,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  await queries.query(`delete from custody_store.${table} where account = $1`, [account])
  await insertRows(queries, table, account, rows)
}

/** All rows have the same columns. */
async function insertRows(
  queries: Queries,
  table: string,
  account: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const names = Object.keys(first)
  await queries.query(
    `insert into custody_store.${table} (account, ${names.join(', ')})
     select $1, given.* from json_to_recordset($2::json) as given(${names.map((name) => `${name} ${typeOf(name)}`).join(', ')})`,
    [account, JSON.stringify(rows)],
  )
}

function typeOf(column: string): string {
  if (column === 'place' || column.endsWith('_place')) return 'integer'
  return amountNames.some((name) => name === column) ? 'numeric' : 'text'
}

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
