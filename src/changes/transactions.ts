/** What changed in a transaction. */
import { openStatuses, type TransactionStatus, transactionStatuses } from '../contract/enumerations.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { type FieldChange, type Fields, fieldChanges, fieldsOf } from './pairs.ts'

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
  ...fieldsOf((row: Transaction) => row, 'status', 'transaction_type', 'asset_id', 'network_id', 'amount'),
  ...fieldsOf((row: Transaction) => row, 'fee', 'txn_hash', 'note'),
  ...fieldsOf(({ source }: Transaction) => source, 'source_type', 'source_id', 'source_address'),
  ...fieldsOf(({ destination }: Transaction) => destination, 'destination_type', 'destination_id'),
  ...fieldsOf(({ destination }: Transaction) => destination, 'destination_address', 'memo'),
]

const nameFields: Fields<Transaction> = [
  ...fieldsOf((row: Transaction) => row, 'asset_name', 'network_name'),
  ...fieldsOf(({ source }: Transaction) => source, 'source_name'),
  ...fieldsOf(({ destination }: Transaction) => destination, 'destination_name'),
  ...fieldsOf((row: Transaction) => row, 'blockexplorer_link'),
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
