/**
 * After a change of the rules: the columns that are made of a record are made anew. Only rows of one rule are compared, so that a new rule makes
 * no changes; of two versions that run side by side, the older leaves alone what the newer made.
 */
import { parseBody } from '../contract/answer-body.ts'
import type { Database, Queries } from '../database/database.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { columnText } from './database-text.ts'
import { afterMoments } from './scope.ts'
import { recordsetOf, setDerived } from './transaction-columns.ts'
import { derivedRule, type ReceivedTransaction, transactionRow } from './transaction-row.ts'

/** Changes no record, and no revision. Returns how many rows it made. */
export async function renewRows(database: Database, signal?: AbortSignal): Promise<number> {
  const accounts = await database.query<'account'>('select account from custody_store.account')
  let all = 0
  for (const { account } of accounts)
    for (let made = 1; account !== null && made > 0; all += made)
      made = await renewPiece(database, account, signal)
  return all
}

function renewPiece(database: Database, account: string, signal: AbortSignal | undefined): Promise<number> {
  return afterMoments(database, () =>
    database.transaction(
      // What a writer has in hand, it makes anew itself.
      (queries) => renewWhere(queries, account, `limit ${pieceRows} for update skip locked`, []),
      { purpose: 'sync', signal },
    ),
  )
}

const pieceRows = 1000

/** The kept rows of these records, before they are compared. */
export async function renewRowsOf(
  queries: Queries,
  account: string,
  rows: readonly ReceivedTransaction[],
): Promise<void> {
  const ids = rows.map(({ transaction }) => columnText(transaction.transaction_id ?? ''))
  await renewWhere(
    queries,
    account,
    'and id in (select value from json_array_elements_text($3::json) as given(value)) for update',
    [JSON.stringify(ids)],
  )
}

async function renewWhere(
  queries: Queries,
  account: string,
  which: string,
  parameters: readonly string[],
): Promise<number> {
  const rows = await queries.query<'id' | 'occurrence' | 'record'>(
    `select id, occurrence, record from custody_store.transaction where account = $1 and rule < $2::integer ${which}`,
    [account, String(derivedRule), ...parameters],
  )
  if (rows.length === 0) return 0
  const made = rows.map(({ id, occurrence, record }) => ({
    ...transactionRow(normaliseTransaction(parseBody(record ?? 'null'))),
    ...{ id, occurrence, rule: derivedRule },
  }))
  await queries.query(
    `update custody_store.transaction as kept set ${setDerived('given')} from ${recordsetOf(2, 'occurrence integer')}
     where kept.account = $1 and kept.id = given.id and kept.occurrence = given.occurrence`,
    [account, JSON.stringify(made)],
  )
  return rows.length
}
