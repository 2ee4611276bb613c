/** What changed in a transaction. */
import { openStatuses, type TransactionStatus, transactionStatuses } from '../contract/enumerations.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { type FieldChange, type Fields, fieldChanges } from './pairs.ts'

export interface TransactionDifference {
  /** The status is a later one than before. */
  readonly isForward: boolean
  /** `backwards`: to an earlier status. `final`: after its end. `open`: before it. Null where only names differ, or the status moved forward. */
  readonly kind: 'backwards' | 'final' | 'open' | null
  /** Without the status where it moved forward, and without what an open transaction gained. */
  readonly fields: readonly FieldChange[]
  /** A service always gives current names, so one renaming changes many records. */
  readonly names: readonly FieldChange[]
}

export function transactionDifference(before: Transaction, after: Transaction): TransactionDifference {
  const pair = { before, after }
  const wasFinal = isFinal(before.status)
  const [from, to] = [stepOf(before.status), stepOf(after.status)]
  const isForward = from !== null && to !== null && from < to
  const isBackwards = from !== null && to !== null && to < from
  const isTold = (change: FieldChange) => wasFinal || (change.before ?? '') !== ''
  const fields = fieldChanges(pair, recordFields).filter(
    (change) => isTold(change) && !(isForward && change.field === 'status'),
  )
  const kind = isBackwards ? 'backwards' : wasFinal ? 'final' : 'open'
  const names = fieldChanges(pair, nameFields).filter(isTold)
  return { isForward, kind: fields.length > 0 ? kind : null, fields, names }
}

/** False for an unknown status. */
export function isFinal(status: string | null): boolean {
  return finalStatuses.some((one) => one === status)
}

const finalStatuses: readonly TransactionStatus[] = transactionStatuses.filter(
  (status) => !openStatuses.some((open) => open === status),
)

/** Leaves out the time of retrieval and fields that are not in the specification. */
const recordFields: Fields<Transaction> = [
  ['status', (row) => row.status],
  ['transaction_type', (row) => row.transaction_type],
  ['asset_id', (row) => row.asset_id],
  ['network_id', (row) => row.network_id],
  ['amount', (row) => row.amount],
  ['fee', (row) => row.fee],
  ['txn_hash', (row) => row.txn_hash],
  ['note', (row) => row.note],
  ['source_type', (row) => row.source.source_type],
  ['source_id', (row) => row.source.source_id],
  ['source_address', (row) => row.source.source_address],
  ['destination_type', (row) => row.destination.destination_type],
  ['destination_id', (row) => row.destination.destination_id],
  ['destination_address', (row) => row.destination.destination_address],
  ['memo', (row) => row.destination.memo],
]

const nameFields: Fields<Transaction> = [
  ['asset_name', (row) => row.asset_name],
  ['network_name', (row) => row.network_name],
  ['source_name', (row) => row.source.source_name],
  ['destination_name', (row) => row.destination.destination_name],
  ['blockexplorer_link', (row) => row.blockexplorer_link],
]

const order: Readonly<Record<TransactionStatus, number>> = {
  pending: 0,
  processing: 1,
  confirming: 2,
  completed: 3,
  rejected: 3,
  cancelled: 3,
  failed: 3,
}
const steps: ReadonlyMap<string, number> = new Map(Object.entries(order))

function stepOf(status: string | null): number | null {
  return steps.get(status ?? '') ?? null
}
