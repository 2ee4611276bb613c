import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import { transactionContent } from '../store/transaction-row.ts'
import { finalChange } from './service/record-differences.ts'
import { perform, type ServiceRead } from './service/service-read.ts'

export interface StoredDifferences {
  /** Ids that the store has, each of one record. Of several with one id, nothing tells which one is meant. */
  readonly known: readonly string[]
  /** Of the given records: those that the store has with another content. */
  readonly changed: readonly Transaction[]
  /** What the store has of the changed ones that were final. */
  readonly final: readonly Transaction[]
  /** Sentences about the first of these. */
  readonly doubts: readonly string[]
}

/** Holds records against those of the store. One without an id is not compared; one of several of its id equals any of them. */
export function* storedDifferences(
  rows: AccountStore,
  records: readonly Transaction[],
): ServiceRead<StoredDifferences> {
  const named = new Map(
    records.flatMap((record) => (record.transaction_id ? [[record.transaction_id, record]] : [])),
  )
  if (named.size === 0) return none
  const stored = yield* perform(() => rows.rowsOf([...named.keys()]))
  const alike = new Set<string>()
  const isOpen = new Map<string, boolean>()
  for (const row of stored) {
    const record = named.get(row.id)
    if (record && transactionContent(record) === row.content) alike.add(row.id)
    isOpen.set(row.id, row.isOpen && (isOpen.get(row.id) ?? true))
  }
  const shared = new Set(stored.flatMap(({ id, occurrence }) => (occurrence > 1 ? id : [])))
  const changed = [...isOpen.keys()].filter((id) => !alike.has(id))
  const finalIds = changed.filter((id) => isOpen.get(id) === false)
  const final =
    finalIds.length > 0 ? yield* perform(() => rows.records(finalIds)) : new Map<string, Transaction>()
  return {
    known: [...isOpen.keys()].filter((id) => !shared.has(id)),
    changed: changed.flatMap((id) => named.get(id) ?? []),
    final: [...final.values()],
    doubts: [...final]
      .flatMap(([id, before]) => finalChange(id, before, named.get(id)) ?? [])
      .slice(0, mostTold),
  }
}

const none: StoredDifferences = { known: [], changed: [], final: [], doubts: [] }

export const mostTold = 3
