/** The lists beside the transactions, each replaced whole where it has another content than before. */
import { parseBody } from '../contract/answer-body.ts'
import type { ChangedKind } from '../contract/changes.ts'
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
import { normaliseHolding, normaliseVault, normaliseWhitelist } from '../sync/service/normalise.ts'
import type { ChangeWriter, NewChange, UnconfirmedChange } from './change-writer.ts'
import { columnText, textDigest, wordsText } from './database-text.ts'
import {
  balanceChanges,
  type ListPair,
  vaultChanges,
  whitelistChanges,
  withAbsentEntries,
  withAbsentVaults,
} from './list-changes.ts'
import type { ListOutcome, ListOutcomes } from './outcome.ts'
import type { WrittenAccount } from './scope.ts'
import { addressKey, numericText } from './transaction-row.ts'

interface ListsReplaced {
  /** Whether any list has another content than before. */
  readonly isChanged: boolean
  /** Whether any has what it had in the reading before, and not in the one before that. */
  readonly isConfirmed: boolean
}

/**
 * A refused list keeps its rows, and the state says that it is refused. Vaults and balances also keep their previous version. `writer`
 * receives the changes; null for records that were never read before.
 */
export async function replaceLists(
  written: WrittenAccount,
  { vaults, whitelists, balances = {} }: ListOutcomes,
  writer: ChangeWriter | null,
): Promise<ListsReplaced> {
  const kept = await keptLists(written)
  const scope = { written, kept, writer }
  const changes = [
    await replaceList(scope, vaultList, vaults),
    await replaceList(scope, whitelistList, whitelists),
  ]
  for (const type of balanceTypes) changes.push(await replaceList(scope, balanceList(type), balances[type]))
  return { isChanged: changes.includes('changed'), isConfirmed: changes.includes('confirmed') }
}

interface ReplacedList<R> {
  readonly name: string
  /** SQL of the rows that it has, of any account. */
  readonly rows: string
  readonly isKeptEarlier: boolean
  normalise(record: unknown): R
  changes(pair: ListPair<R>): readonly NewChange[]
  /** Kinds of its changes that wait for another reading to agree. */
  readonly waiting: readonly ChangedKind[]
  /** With what the reading before did not have, and the one before that had. */
  withAbsent(records: readonly R[], absent: readonly UnconfirmedChange[]): readonly R[]
  write(written: WrittenAccount, records: readonly R[], texts: readonly string[]): Promise<void>
}

const vaultList: ReplacedList<Vault> = {
  name: 'vaults',
  rows: 'select * from custody_store.vault',
  isKeptEarlier: true,
  normalise: normaliseVault,
  changes: vaultChanges,
  waiting: ['vault'],
  withAbsent: withAbsentVaults,
  write: writeVaults,
}

const whitelistList: ReplacedList<Whitelist> = {
  name: 'whitelists',
  rows: 'select * from custody_store.whitelist',
  isKeptEarlier: false,
  normalise: normaliseWhitelist,
  changes: whitelistChanges,
  waiting: ['whitelist', 'entry'],
  withAbsent: withAbsentEntries,
  write: writeWhitelists,
}

const balanceList = (type: BalanceType): ReplacedList<Holding> => ({
  name: `balances ${type}`,
  rows: `select * from custody_store.balance where list = '${type}'`,
  isKeptEarlier: true,
  normalise: normaliseHolding,
  changes: (pair) => balanceChanges(type, pair),
  waiting: [],
  withAbsent: (holdings) => holdings,
  write: (written, records, texts) => writeBalances(written, type, records, texts),
})

interface KeptList {
  readonly content: string | null
  readonly hasEarlier: boolean
}

async function keptLists({ queries, account }: WrittenAccount): Promise<ReadonlyMap<string, KeptList>> {
  const rows = await queries.query<'list' | 'content' | 'has_earlier'>(
    `select list.list, content, earlier.list is not null as has_earlier
     from custody_store.list left join custody_store.earlier_list as earlier using (account, list)
     where account = $1`,
    [account],
  )
  return new Map(
    rows.map((row) => [row.list ?? '', { content: row.content, hasEarlier: row.has_earlier === 't' }]),
  )
}

interface ListsScope {
  readonly written: WrittenAccount
  readonly kept: ReadonlyMap<string, KeptList>
  readonly writer: ChangeWriter | null
}

async function replaceList<R>(
  { written, kept, writer }: ListsScope,
  list: ReplacedList<R>,
  outcome: ListOutcome<R> | undefined,
): Promise<'changed' | 'confirmed' | null> {
  if (outcome === undefined || 'refused' in outcome) return null
  const { queries, account } = written
  const before = kept.get(list.name)
  const content = listContent(outcome.records)
  if (before?.content === content) {
    if (!before.hasEarlier) return null
    await queries.query('delete from custody_store.earlier_list where account = $1 and list = $2', [
      account,
      list.name,
    ])
    return 'confirmed'
  }
  await queries.query(
    `insert into custody_store.list (account, list, content) values ($1, $2, $3)
     on conflict (account, list) do update set content = excluded.content`,
    [account, list.name, content],
  )
  if (before !== undefined) {
    const texts = await keptTexts(written, list.rows)
    if (writer?.isTelling) await tellChanges(writer, list, texts, outcome)
    if (list.isKeptEarlier) await keepEarlier(written, list.name, texts)
  }
  await list.write(written, outcome.records, outcome.texts)
  return 'changed'
}

async function tellChanges<R>(
  writer: ChangeWriter,
  list: ReplacedList<R>,
  before: readonly string[],
  { records, texts, end }: Exclude<ListOutcome<R>, { readonly refused: string }>,
): Promise<void> {
  const absent = list.waiting.length > 0 ? await writer.takeLists(list.waiting) : []
  // Most records are as they were, to the letter.
  const [was, is] = absent.length > 0 ? [noTexts, noTexts] : [new Set(before), new Set(texts)]
  const kept = before.filter((text) => !is.has(text)).map((text) => list.normalise(parseBody(text)))
  const pair = {
    before: list.withAbsent(kept, absent),
    after: records.filter((_, place) => !was.has(texts[place] ?? '')),
    isWhole: end.completeness === 'complete',
  }
  await writer.add(list.changes(pair), absent)
}

const noTexts: ReadonlySet<string> = new Set()

async function keptTexts({ queries, account }: WrittenAccount, rows: string): Promise<readonly string[]> {
  const kept = await queries.query<'record'>(
    `select record from (${rows}) as kept where account = $1 order by place`,
    [account],
  )
  return kept.map(({ record }) => record ?? 'null')
}

async function keepEarlier(
  { queries, account }: WrittenAccount,
  list: string,
  texts: readonly string[],
): Promise<void> {
  await queries.query(
    `insert into custody_store.earlier_list (account, list, records) values ($1, $2, $3)
     on conflict (account, list) do update set records = excluded.records`,
    [account, list, `[${texts.join(',')}]`],
  )
}

/** Null: as in the latest reading. */
export interface EarlierHoldings {
  readonly vaults: readonly Vault[] | null
  readonly balances: Readonly<Record<BalanceType, readonly Holding[] | null>>
}

/** What vaults and balances were in the reading before the latest. */
export async function earlierHoldings(queries: Queries, account: string): Promise<EarlierHoldings> {
  const rows = await queries.query<'list' | 'records'>(
    'select list, records from custody_store.earlier_list where account = $1',
    [account],
  )
  const texts = new Map(rows.map(({ list, records }) => [list, records]))
  const recordsOf = (list: string): readonly unknown[] | null => {
    const records = parseBody(texts.get(list) ?? 'null')
    return Array.isArray(records) ? records : null
  }
  const balancesOf = (type: BalanceType) => recordsOf(`balances ${type}`)?.map(normaliseHolding) ?? null
  return {
    vaults: recordsOf('vaults')?.map(normaliseVault) ?? null,
    balances: { all: balancesOf('all'), cold: balancesOf('cold'), warm: balancesOf('warm') },
  }
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

export async function vaultHoldings(queries: Queries, account: string): Promise<readonly Vault[]> {
  const rows = await queries.query<'record'>(
    'select record from custody_store.vault where account = $1 order by place',
    [account],
  )
  return rows.map(({ record }) => normaliseVault(parseBody(record ?? 'null')))
}
