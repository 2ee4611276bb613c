/** The lists beside the transactions, each replaced whole where it has another content than before. */
import { parseBody } from '../contract/answer-body.ts'
import type { ListedRecords } from '../contract/console-api.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { balanceLists, listKey, type WholeListName } from '../contract/list-names.ts'
import { amountNames, type Holding, type Vault } from '../contract/normal-records.ts'
import type { Queries } from '../database/database.ts'
import { normalisers } from '../sync/service/normalise.ts'
import type { ChangeWriter } from './change-writer.ts'
import { textDigest } from './database-text.ts'
import { keptLists, type ListRow, wholeListNames } from './lists.ts'
import type { ListOutcome, ListOutcomes } from './outcome.ts'
import type { WrittenAccount } from './scope.ts'

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
  lists: ListOutcomes,
  writer: ChangeWriter | null,
): Promise<ListsReplaced> {
  const scope = { written, kept: await contentsOf(written), writer }
  const changes: ('changed' | 'confirmed' | null)[] = []
  for (const name of wholeListNames) changes.push(await replaceList(scope, name, lists[name]))
  return { isChanged: changes.includes('changed'), isConfirmed: changes.includes('confirmed') }
}

interface ListContent {
  readonly content: string | null
  readonly hasEarlier: boolean
}

/** By the name that a list has in the database. */
async function contentsOf({ queries, account }: WrittenAccount): Promise<ReadonlyMap<string, ListContent>> {
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

/** `balances cold` */
function nameInDatabase(name: WholeListName): string {
  return listKey(name).replace('.', ' ')
}

interface ListsScope {
  readonly written: WrittenAccount
  readonly kept: ReadonlyMap<string, ListContent>
  readonly writer: ChangeWriter | null
}

async function replaceList<Name extends WholeListName>(
  { written, kept, writer }: ListsScope,
  name: Name,
  outcome: ListOutcome<ListedRecords[Name]> | undefined,
): Promise<'changed' | 'confirmed' | null> {
  if (outcome === undefined || 'refused' in outcome) return null
  const { queries, account } = written
  const key = [account, nameInDatabase(name)] as const
  const before = kept.get(key[1])
  const content = listContent(outcome.records)
  if (before?.content === content) {
    if (!before.hasEarlier) return null
    await queries.query('delete from custody_store.earlier_list where account = $1 and list = $2', key)
    return 'confirmed'
  }
  await queries.query(
    `insert into custody_store.list (account, list, content) values ($1, $2, $3)
     on conflict (account, list) do update set content = excluded.content`,
    [...key, content],
  )
  if (before !== undefined) {
    const texts = await keptTexts(queries, account, name)
    if (writer?.isTelling) await tellChanges(writer, name, texts, outcome)
    if (keptLists[name].isKeptEarlier)
      await queries.query(
        `insert into custody_store.earlier_list (account, list, records) values ($1, $2, $3)
         on conflict (account, list) do update set records = excluded.records`,
        [...key, `[${texts.join(',')}]`],
      )
  }
  await writeRows(written, name, outcome.records, outcome.texts)
  return 'changed'
}

async function tellChanges<Name extends WholeListName>(
  writer: ChangeWriter,
  name: Name,
  before: readonly string[],
  { records, texts, end }: Exclude<ListOutcome<ListedRecords[Name]>, { readonly refused: string }>,
): Promise<void> {
  const { told } = keptLists[name]
  if (told === undefined) return
  const absent = told.waiting.length > 0 ? await writer.takeLists(told.waiting) : []
  // Most records are as they were, to the letter.
  const [was, is] = absent.length > 0 ? [noTexts, noTexts] : [new Set(before), new Set(texts)]
  const kept = before.filter((text) => !is.has(text)).map((text) => normalisers[name](parseBody(text)))
  const pair = {
    before: told.withAbsent(kept, absent),
    after: records.filter((_, place) => !was.has(texts[place] ?? '')),
    isWhole: end.completeness === 'complete',
  }
  await writer.add(told.changes(pair), absent)
}

const noTexts: ReadonlySet<string> = new Set()

async function keptTexts(queries: Queries, account: string, name: WholeListName): Promise<readonly string[]> {
  const { table, rows = 'true' } = keptLists[name]
  const kept = await queries.query<'record'>(
    `select record from custody_store.${table} where account = $1 and ${rows} order by place`,
    [account],
  )
  return kept.map(({ record }) => record ?? 'null')
}

export async function vaultHoldings(queries: Queries, account: string): Promise<readonly Vault[]> {
  return (await keptTexts(queries, account, 'vaults')).map((text) => normalisers.vaults(parseBody(text)))
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
  const recordsOf = <Name extends WholeListName>(name: Name): readonly ListedRecords[Name][] | null => {
    const records = parseBody(texts.get(nameInDatabase(name)) ?? 'null')
    return Array.isArray(records) ? records.map(normalisers[name]) : null
  }
  return {
    vaults: recordsOf('vaults'),
    balances: {
      all: recordsOf(balanceLists.all),
      cold: recordsOf(balanceLists.cold),
      warm: recordsOf(balanceLists.warm),
    },
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

async function writeRows<Name extends WholeListName>(
  { queries, account }: WrittenAccount,
  name: Name,
  records: readonly ListedRecords[Name][],
  texts: readonly string[],
): Promise<void> {
  const { table, rows = 'true', rowOf, entries } = keptLists[name]
  const replace = async (of: string, which: string, given: readonly ListRow[]) => {
    await queries.query(`delete from custody_store.${of} where account = $1 and ${which}`, [account])
    await insertRows(queries, of, account, given)
  }
  await replace(
    table,
    rows,
    records.map((record, place) => ({ ...rowOf(record), place, record: texts[place] })),
  )
  if (entries === undefined) return
  const held = records.flatMap((record, of) =>
    entries.rowsOf(record).map((row, place) => ({ ...row, [entries.place]: of, place })),
  )
  await replace(entries.table, 'true', held)
}

/** All rows have the same columns. */
async function insertRows(
  queries: Queries,
  table: string,
  account: string,
  rows: readonly ListRow[],
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
