/** How many transactions there are, what the completed ones add up to, and a few of them by id. */
import type { Transaction } from '../../api/records.ts'
import { collectTotals } from '../export/index.ts'

/** Transactions that speak for something. */
export interface Tally {
  /** In whatever status. */
  readonly transactions: number
  readonly completed: number
  /** Of the completed ones, by asset and network, in the order in which they were read. */
  readonly completed_sums: readonly AssetSum[]
  /** Ids of the first few that were read, which are the latest where the newest come first. */
  readonly transaction_ids: readonly string[]
}

/** The exact sum of one asset on one network. */
export interface AssetSum {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly completed: number
  /** Decimal text. */
  readonly amount: string
  /** How many of them have an amount that is no decimal, and so is not in the sum. */
  readonly unreadable: number
  /** Ids of the first few of them. */
  readonly transaction_ids: readonly string[]
}

/** A tally while transactions pass. Takes memory by the number of assets alone. */
export interface Counting {
  add(transaction: Transaction): void
  read(): Tally
}

/** Begins to count. */
export function countTransactions(): Counting {
  let transactions = 0
  let completed = 0
  const totals = collectTotals({ by: ['asset_id', 'network_id'], sums: ['amount'] })
  const examples: string[] = []
  const examplesOf = new Map<string, string[]>()
  return {
    add({ transaction_id, status, asset_id, network_id, amount }) {
      transactions += 1
      note(examples, transaction_id)
      if (status !== 'completed') return
      completed += 1
      const key = JSON.stringify([asset_id, network_id])
      const its = examplesOf.get(key) ?? []
      examplesOf.set(key, its)
      note(its, transaction_id)
      totals.add({ asset_id, network_id, amount })
    },
    read: () => ({
      transactions,
      completed,
      completed_sums: totals
        .totals()
        .groups.map(({ values: [asset_id = null, network_id = null], rows, sums: [sum] }) => ({
          asset_id,
          network_id,
          completed: rows,
          amount: sum?.sum ?? '0',
          unreadable: sum?.unreadable ?? 0,
          transaction_ids: [...(examplesOf.get(JSON.stringify([asset_id, network_id])) ?? [])],
        })),
      transaction_ids: [...examples],
    }),
  }
}

function note(examples: string[], id: string | null): void {
  if (examples.length < mostExamples && id !== null) examples.push(id)
}

const mostExamples = 5
