import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import { countedColumns } from '../store/value-counts.ts'
import { RequestCount } from './request-count.ts'
import { crossSums, type KeptList } from './service/cross-check.ts'
import { currentTime, perform, type ServiceRead } from './service/service-read.ts'
import { wholeTransactions } from './service/whole-lists.ts'
import { mostTold } from './stored-differences.ts'

export interface FilterSums {
  /** What was found, or why nothing was asked. */
  readonly sentence: string
  readonly requests: number
}

/**
 * Sums every filter that divides the list of transactions, and holds that against the rows. What only a filter lists is a doubt about the list.
 * For an account whose list is complete: in another, every filter may list more.
 */
export function* sumFilters(rows: AccountStore, fence: string): ServiceRead<FilterSums> {
  const count = new RequestCount()
  const now = new Date(yield* currentTime()).toISOString()
  const asOf = (yield* perform(() => rows.state())).asOf ?? now
  const sums = yield* count.of(crossSums(wholeTransactions(), keptList(rows), Date.parse(asOf)))
  const doubts = sums.doubts.slice(0, mostTold)
  const sentence = sums.isDone ? sentenceOf(doubts, sums.notSummed) : notDone
  const state = { crossSums: { at: now, sentence } }
  if (doubts.length === 0) yield* perform(() => rows.note(fence, state))
  else {
    const nothingNew = { first: [], last: [], changed: [], gone: [], lists: {} }
    const read = { begun: asOf, ended: now, requests: count.requests }
    yield* perform(() => rows.applyUpdate(fence, { ...nothingNew, ...read, doubts, state }))
  }
  return { sentence, requests: count.requests }
}

function sentenceOf(doubts: readonly string[], notSummed: readonly string[]): string {
  const found = doubts.length > 0 ? doubts : [nothingMore]
  if (notSummed.length === 0) return found.join(' ')
  return `${found.join(' ')} Not added up, since the service does not filter by it: ${notSummed.join(', ')}.`
}

function keptList(rows: AccountStore): KeptList<Transaction> {
  return {
    *counts(name) {
      const column = countedColumns.find((each) => each === name)
      return column === undefined ? new Map() : yield* perform(() => rows.valueCounts(column))
    },
    *unknown(records) {
      const ids = records.flatMap(({ transaction_id }) => transaction_id || [])
      const known = yield* perform(() => rows.rowsOf(ids))
      const listed = new Set(known.filter(({ isListed }) => isListed).map(({ id }) => id))
      return records.filter(({ transaction_id }) => transaction_id && !listed.has(transaction_id))
    },
  }
}

const nothingMore = 'No filter that was asked lists a transaction that the whole list does not have.'
const notDone =
  'The filters of the list were not added up: they have so many values that it would take too many requests.'
