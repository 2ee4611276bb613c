/** What is asked of the account of the benchmark. */
import type { Queries } from '../src/database/database.ts'
import { furthestOffset } from '../src/store/queries/conditions.ts'
import type { TransactionQuery } from '../src/store/queries/transaction-query.ts'
import { transactionCount, transactionPage, transactionTotals } from '../src/store/queries/transactions.ts'
import { benchAddress, md5, networkCount } from './store-rows.ts'

/** Each is measured against a goal of its kind. `round` varies what is asked for, so that no answer is at hand by chance. */
export interface BenchQuestion {
  readonly name: string
  readonly kind: 'page' | 'count' | 'sums'
  ask(queries: Queries, account: string, round: number, rows: number): Promise<unknown>
}

/** What varies a question: the round, and how many rows there are. */
type Varied = (round: number, rows: number) => TransactionQuery

const page = (name: string, query: Varied, offset = 0): BenchQuestion => ({
  ...{ name: `page: ${name}`, kind: 'page' },
  ask: (queries, account, round, rows) =>
    transactionPage(queries, account, query(round, rows), { limit: 50, offset }),
})
const count = (name: string, query: Varied): BenchQuestion => ({
  ...{ name: `count: ${name}`, kind: 'count' },
  ask: (queries, account, round, rows) => transactionCount(queries, account, query(round, rows)),
})
const sumColumns = ['asset_id', 'network_id', 'transaction_type', 'status'] as const
const sums = (name: string, query: Varied): BenchQuestion => ({
  ...{ name: `sums: ${name}`, kind: 'sums' },
  ask: (queries, account, round, rows) => transactionTotals(queries, account, query(round, rows), sumColumns),
})
export const benchQuestions: readonly BenchQuestion[] = [
  page('everything', () => ({})),
  page('a status', (round) => ({ status: [statuses[round % 3] ?? ''] })),
  page('an asset', (round) => ({ asset_id: [`A${round % 40}`] })),
  page('a vault', (round) => ({ source_id: [`vault-${round % 60}`] })),
  page('an address, at either end', (round) => ({ address: [addressOf(round)] })),
  page('a month, in the order of the list', (round) => ({ period: monthOf(round) })),
  page('by amount, from 1,000 on', (round) => sorted('amount', round), 1000),
  page('by date', (round) => sorted('recorded_on', round)),
  page('by fee', (round) => sorted('fee', round)),
  page('three filters, by amount', (round) => ({ ...threeFilters(round), ...sorted('amount', round) })),
  page('everything, from 90,000 on', () => ({}), furthestOffset - 10_000),
  page('nine characters of a hash', (round, rows) => ({ text: hashPart(round, rows) })),
  count('everything', () => ({})),
  count('a status', () => ({ status: ['completed'] })),
  count('an asset and a status', (round) => ({ asset_id: [`A${round % 40}`], status: ['completed'] })),
  count('a month', (round) => ({ period: monthOf(round) })),
  count('a month and a status', (round) => ({ period: monthOf(round), status: ['completed'] })),
  count('nine characters of a hash', (round, rows) => ({ text: hashPart(round, rows) })),
  count('a word that is in three of ten', () => ({ text: 'settlement' })),
  sums('everything', () => ({})),
  sums('a month', (round) => ({ period: monthOf(round) })),
]

const statuses = ['failed', 'completed', 'pending']

function sorted(column: 'amount' | 'fee' | 'recorded_on', round: number): TransactionQuery {
  return { sort: { column, isDescending: round % 4 !== 0 } }
}

function threeFilters(round: number): TransactionQuery {
  return { asset_id: [`A${round % 10}`], transaction_type: ['withdraw'], status: ['completed'] }
}

function monthOf(round: number) {
  const month = 1 + (round % 12)
  return { from: Date.UTC(2025, 9 + month, 1), before: Date.UTC(2025, 10 + month, 1) }
}

function addressOf(round: number): string {
  return benchAddress(`N${round % networkCount}${round % 2 ? 'v' : 'w'}${round % 60}`)
}

function hashPart(round: number, rows: number): string {
  return md5(String(1 + ((round * 7919) % rows))).slice(3, 12)
}
