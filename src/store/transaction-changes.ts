/** What a reading sees to change in transactions that the store has. Records without an id cannot be told apart, and make no changes. */
import { transactionDifference } from '../changes/transactions.ts'
import { parseBody } from '../contract/answer-body.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { type ChangeWriter, type NewChange, toldText } from './change-writer.ts'
import { columnText } from './database-text.ts'
import type { WrittenAccount } from './scope.ts'
import { keptIsStaged } from './staged-sql.ts'

export interface WrittenTransaction {
  readonly transaction: Transaction
  readonly occurrence: number
  readonly isNew: boolean
  readonly isBack: boolean
  /** The text of the record that it replaced; null where that said the same. */
  readonly before: string | null
}

export async function addWrittenChanges(
  writer: ChangeWriter,
  rows: readonly WrittenTransaction[],
): Promise<void> {
  if (!writer.isTelling) return
  const arrived = rows
    .filter(({ isNew, isBack }) => isNew || isBack)
    .map(
      ({ transaction, isNew }): NewChange => ({
        kind: 'transaction',
        id: transaction.transaction_id ?? '',
        event: isNew ? 'new' : 'returned',
        before: null,
        after: toldText(transaction.status),
      }),
    )
  const replaced = rows.flatMap(({ transaction, occurrence, before }) =>
    before === null ? [] : [{ transaction, occurrence, before }],
  )
  await addReplaced(writer, replaced, arrived)
}

/** `condition`: SQL of the rows of `kept` that those of `staged` are about to replace. */
export async function addStagedChanges(
  { queries, account }: WrittenAccount,
  writer: ChangeWriter,
  condition: string,
): Promise<void> {
  if (!writer.isTelling) return
  let last = ['', '0']
  for (;;) {
    const rows = await queries.query<'id' | 'occurrence' | 'before' | 'after'>(
      `select kept.id, kept.occurrence, kept.record as before, staged.record as after
       from custody_store.transaction as kept join custody_store.staged on ${keptIsStaged}
       where ${condition} and (kept.id, kept.occurrence) > ($2, $3::integer)
       order by kept.id, kept.occurrence limit ${pieceRows}`,
      [account, ...last],
    )
    await addReplaced(
      writer,
      rows.map(({ occurrence, before, after }) => ({
        transaction: normaliseTransaction(parseBody(after ?? 'null')),
        occurrence: Number(occurrence),
        before: before ?? 'null',
      })),
    )
    const end = rows.at(-1)
    if (end === undefined || rows.length < pieceRows) return
    last = [end.id ?? '', end.occurrence ?? '']
  }
}

const pieceRows = 500

interface ReplacedTransaction extends Pick<WrittenTransaction, 'transaction' | 'occurrence'> {
  readonly before: string
}

async function addReplaced(
  writer: ChangeWriter,
  rows: readonly ReplacedTransaction[],
  arrived: readonly NewChange[] = [],
): Promise<void> {
  const taken = await writer.takeTransactions(
    rows.map(({ transaction, occurrence }) => ({ id: transaction.transaction_id ?? '', occurrence })),
  )
  const waiting = new Map(taken.map((one) => [rowName(one.record_id, one.occurrence), one.record]))
  const changes = rows.flatMap(({ transaction, occurrence, before }) => {
    const id = columnText(transaction.transaction_id ?? '')
    const record = waiting.get(rowName(id, occurrence)) ?? before
    const change = changeOf(normaliseTransaction(parseBody(record)), transaction)
    if (change === null) return []
    const isDoubtful = change.event === 'backwards' || change.event === 'final'
    return [{ ...change, occurrence, ...(isDoubtful && { record }) }]
  })
  await writer.add([...arrived, ...changes], taken)
}

function changeOf(before: Transaction, after: Transaction): NewChange | null {
  const { isForward, kind, fields } = transactionDifference(before, after)
  if (!isForward && kind === null) return null
  return {
    kind: 'transaction',
    id: after.transaction_id ?? '',
    event: kind === 'backwards' || kind === 'final' ? kind : 'changed',
    before: toldText(before.status),
    after: toldText(after.status),
    fields: fields.filter(({ field }) => field !== 'status'),
  }
}

function rowName(id: string, occurrence: number): string {
  return `${occurrence} ${id}`
}
