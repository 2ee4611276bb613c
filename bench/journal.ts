/**
 * `npm run bench:journal`: reading the books beside a walk of the same lists twice, pages of several lists of them, what a month's statement and twelve months' activity ask
 * for, adding the books up, bringing them up to date after nothing and after 100 transactions are new and 10 have changed, and comparing them
 * with what they were; against the service over loopback HTTP. `BENCH_ROWS` says how many
 * transactions there are.
 */

import { run } from '../src/api/retries.ts'
import { profileOfSession } from '../src/api/service-profile.ts'
import { runOnce } from '../src/api/testing/run-once.ts'
import { answerFromBooks } from '../src/books/answer.ts'
import { type Books, settleBooks } from '../src/books/books.ts'
import { compareBooks } from '../src/books/compare.ts'
import { readBooks } from '../src/books/reading/read-books.ts'
import { readEdges } from '../src/books/reading/read-edges.ts'
import { dayNumber } from '../src/contract/day.ts'
import { dayEdges } from '../src/settlement/edges.ts'
import { walkList } from '../src/sync/service/walk.ts'
import {
  wholeBalances,
  wholeTransactions,
  wholeVaults,
  wholeWhitelists,
} from '../src/sync/service/whole-lists.ts'
import { changeLedger, timed, withBenchService } from './harness.ts'
import { print } from './product.ts'

const sizes = (process.env.BENCH_ROWS ?? '25000,100000').split(',').map(Number)
const running = {
  signal: new AbortController().signal,
  now: () => Date.parse('2026-11-01T00:00:00Z'),
}
const read = (before: Books | null) =>
  run(readBooks(before, { service: '', account: null, onProgress: () => {} }), running)
const monthOf = (name: string) => [dayNumber(`${name}-01`) ?? 0, dayNumber(`${name}-30`) ?? 0] as const
for (const rows of sizes)
  await withBenchService(rows, async ({ database, requests }) => {
    profileOfSession(`of ${rows}`)
    await walk()
    const bare = await timedWithMemory(walk)
    const before = requests()
    const whole = await timedWithMemory(() => read(null))
    const asked = requests() - before
    const books = whole.result
    // A copy: these were added up when they were read.
    const settled = await timed(async () => settleBooks({ ...books }))
    const lists = await listing(books)
    const edges = await edging(books, requests)
    const askedUnchanged = requests()
    const unchanged = await timed(() => read(books))
    const quiet = requests() - askedUnchanged
    if (unchanged.result.reread !== null) print(`Read again: ${unchanged.result.reread}`)
    await changeLedger(database)
    const askedBefore = requests()
    const updated = await timed(() => read(books))
    const { update } = updated.result
    const compared = await timed(async () => compareBooks(books, updated.result))
    print(
      `${books.transactions.table.rows} transactions: ${(whole.processor / bare.processor).toFixed(2)} times the processor time of the bare walk, ` +
        `in ${whole.seconds.toFixed(1)} s and ${asked} requests, ${books.transactions.completeness}; ${whole.memory} (bare walk: ${bare.memory}); ` +
        `${lists}; ${edges}; added up in ${took(settled)}; nothing new in ${quiet} requests and ${took(unchanged)}; ${update?.added} new and ${update?.changed} changed in ${requests() - askedBefore} requests and ${took(updated)}; ` +
        `compared in ${took(compared)}`,
    )
  })

function took({ seconds, processor }: { readonly seconds: number; readonly processor: number }): string {
  return `${seconds.toFixed(2)} s (${processor.toFixed(2)} s of processor time)`
}

/** A page of other questions each: how long the first takes, and the next by the same column. */
async function listing(books: Books): Promise<string> {
  const times: string[] = []
  for (const query of [
    ...['status=pending&status=processing', 'text=ab12', 'amount_from=100&amount_to=1000'],
    ...['sort=amount:desc', 'sort=amount:asc&status=completed', 'sort=txn_hash:asc'],
  ]) {
    const { seconds } = await timed(async () => answerFromBooks(books, `/transactions?limit=50&${query}`))
    times.push(`${query} in ${Math.round(seconds * 1000)} ms`)
  }
  return times.join(', ')
}

/** What a month's statement and twelve months' activity ask for. */
async function edging(books: Books, requests: () => number): Promise<string> {
  const reading = async (days: readonly number[]) => {
    const before = requests()
    const read = await timed(() => run(readEdges(books, dayEdges(days)), running))
    return `${requests() - before} requests and ${took(read)}`
  }
  const [first, last] = monthOf('2026-09')
  const months = [
    '2025-11',
    '2025-12',
    ...Array.from({ length: 10 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`),
  ]
  return (
    `edges of a month in ${await reading([first, last + 1])}, ` +
    `of twelve months in ${await reading(months.map((month) => monthOf(month)[0]))}`
  )
}

/** Every list twice; nothing is kept. */
async function walk(): Promise<void> {
  const list = wholeTransactions({})
  for (let time = 0; time < 2; time += 1) {
    for (const each of [
      wholeVaults({}),
      ...(['all', 'cold', 'warm'] as const).map((type) => wholeBalances(type, {})),
    ])
      await runOnce<unknown>(walkList<unknown>(each))
    await runOnce(walkList(wholeWhitelists({})))
    for (let offset = 0; ; offset += 1000) {
      const { records } = await runOnce(list.read({ limit: 1000, offset }))
      if (records.length < 1000) break
    }
  }
}

/** Also the most that this thread holds after garbage collections, which take time as well. */
async function timedWithMemory<Result>(work: () => Promise<Result>) {
  const held = () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return Math.round((heapUsed + external) / 2 ** 20)
  }
  const before = held()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, held())
  }, 2000)
  const done = await timed(work)
  clearInterval(watch)
  return {
    ...done,
    memory: `${before} MiB held before, ${Math.max(most, held())} MiB at the most`,
  }
}
