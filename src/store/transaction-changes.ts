/** What a reading sees to change in transactions that the store has. Records without an id cannot be told apart, and make no changes. */
import { transactionDifference } from '../changes/transactions.ts'
import { parseBody } from '../contract/answer-body.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { Queries } from '../database/database.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import type { ChangeWriter, NewChange } from './change-writer.ts'
import { columnText } from './database-text.ts'
import type { UpdateOutcome } from './outcome.ts'
import type { WrittenAccount } from './scope.ts'
import { keptIsStaged } from './staged-sql.ts'
import { type ReceivedTransaction, transactionContent } from './transaction-row.ts'

/** Of an update, around what writes it. */
export async function aroundNews<Result>(
  written: WrittenAccount,
  writer: ChangeWriter,
  outcome: UpdateOutcome,
  write: () => Promise<Result>,
): Promise<Result> {
  if (!writer.tellsTransactions) return await write()
  const { first, last, between = [], changed } = outcome
  const groups = [first, last, ...between.map(({ rows }) => rows)].map(numbered)
  const news = groups.flat()
  const before = await keptRows(written, [...news, ...numbered(changed)])
  const result = await write()
  const after = await keptRows(written, news)
  const changes = [...news, ...numbered(changed)].flatMap(({ key, transaction }): readonly NewChange[] => {
    const was = before.get(key)
    const id = transaction.transaction_id ?? ''
    const status = { before: null, after: transaction.status }
    // Where there was no room for it, it was left out.
    if (!was) return after.has(key) ? [{ kind: 'transaction', id, event: 'new', ...status }] : []
    if (was.isAbsent) return [{ kind: 'transaction', id, event: 'returned', ...status }]
    if (was.content === transactionContent(transaction)) return []
    return changeOf(normaliseTransaction(parseBody(was.record)), transaction)
  })
  await writer.add(changes)
  return result
}

/** `condition`: SQL of the rows of `kept` that those of `staged` are about to replace. */
export async function addStagedChanges(
  { queries, account }: WrittenAccount,
  writer: ChangeWriter,
  condition: string,
): Promise<void> {
  if (!writer.tellsTransactions) return
  let last = ['', '0']
  for (;;) {
    const rows = await queries.query<'id' | 'occurrence' | 'before' | 'after'>(
      `select kept.id, kept.occurrence, kept.record as before, staged.record as after
       from custody_store.transaction as kept join custody_store.staged on ${keptIsStaged}
       where ${condition} and (kept.id, kept.occurrence) > ($2, $3::integer)
       order by kept.id, kept.occurrence limit ${pieceRows}`,
      [account, ...last],
    )
    await writer.add(
      rows.flatMap(({ before, after }) =>
        changeOf(
          normaliseTransaction(parseBody(before ?? 'null')),
          normaliseTransaction(parseBody(after ?? 'null')),
        ),
      ),
    )
    const end = rows.at(-1)
    if (end === undefined || rows.length < pieceRows) return
    last = [end.id ?? '', end.occurrence ?? '']
  }
}

const pieceRows = 500

function changeOf(before: Transaction, after: Transaction): readonly NewChange[] {
  const { isForward, kind, fields } = transactionDifference(before, after)
  if (!isForward && kind === null) return []
  return [
    {
      kind: 'transaction',
      id: after.transaction_id ?? '',
      event: kind === 'backwards' || kind === 'final' ? kind : 'changed',
      ...{ before: before.status, after: after.status },
      fields: fields.filter(({ field }) => field !== 'status'),
    },
  ]
}

interface NumberedTransaction {
  readonly key: string
  readonly transaction: Transaction
}

/** Records of one id are told apart by their order. */
function numbered(rows: readonly ReceivedTransaction[]): readonly NumberedTransaction[] {
  const counts = new Map<string, number>()
  return rows.flatMap(({ transaction }) => {
    const id = columnText(transaction.transaction_id ?? '')
    if (id === '') return []
    const occurrence = (counts.get(id) ?? 0) + 1
    counts.set(id, occurrence)
    return [{ key: rowName(id, String(occurrence)), transaction }]
  })
}

interface KeptRow {
  readonly record: string
  readonly content: string
  /** Gone, or not listed. */
  readonly isAbsent: boolean
}

async function keptRows(
  { queries, account }: { readonly queries: Queries; readonly account: string },
  rows: readonly NumberedTransaction[],
): Promise<ReadonlyMap<string, KeptRow>> {
  if (rows.length === 0) return new Map()
  const ids = [...new Set(rows.map(({ transaction }) => columnText(transaction.transaction_id ?? '')))]
  const kept = await queries.query<'id' | 'occurrence' | 'record' | 'content' | 'is_absent'>(
    `select id, occurrence, record, content, unlisted_in is not null or gone_in is not null as is_absent
     from custody_store.transaction
     where account = $1 and id in (select value from json_array_elements_text($2::json) as given(value))`,
    [account, JSON.stringify(ids)],
  )
  return new Map(
    kept.map(({ id, occurrence, record, content, is_absent }) => [
      rowName(id ?? '', occurrence ?? ''),
      { record: record ?? 'null', content: content ?? '', isAbsent: is_absent === 't' },
    ]),
  )
}

function rowName(id: string, occurrence: string): string {
  return `${occurrence} ${id}`
}
