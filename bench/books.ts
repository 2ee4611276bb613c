/**
 * `npm run bench:books`: reading the books beside a walk of the same lists twice and the days, and adding them up, against the service over
 * loopback HTTP. `BENCH_ROWS` says how many transactions there are.
 */
import { readDays } from '../src/api/dates/windows.ts'
import {
  balanceList,
  datedTransactionList,
  transactionList,
  vaultList,
  whitelistList,
} from '../src/api/walk/lists.ts'
import { walkList } from '../src/api/walk/walk.ts'
import { type Books, settleBooks } from '../src/books/books.ts'
import { readBooks } from '../src/books/read-books.ts'
import { print, timed, withBenchService } from './harness.ts'

const sizes = (process.env.BENCH_ROWS ?? '25000,100000').split(',').map(Number)
const { signal } = new AbortController()
const now = () => Date.parse('2026-11-01T00:00:00Z')
for (const rows of sizes)
  await withBenchService(rows, async ({ requests }) => {
    await walk()
    const bare = await timed(walk)
    let books: Books | undefined
    const before = requests()
    const read = await timed(async () => {
      books = await readBooks(null, { signal, now, service: '', account: null, onProgress: () => {} })
      return books.transactions.table.rows
    })
    const asked = requests() - before
    const settled = await timed(async () => {
      // A copy: these were added up when they were read.
      if (books) settleBooks({ ...books })
      return rows
    })
    print(
      `${books?.transactions.table.rows} transactions: ${(read.processor / bare.processor).toFixed(2)} times the processor time of the bare walk, ` +
        `in ${read.seconds.toFixed(1)} s and ${asked} requests, ${books?.transactions.completeness}; ${read.memory} (bare walk: ${bare.memory}); ` +
        `added up in ${Math.round(settled.seconds * 1000)} ms`,
    )
  })

/** Every list twice, and the days of transactions; nothing is kept. */
async function walk(): Promise<number> {
  const options = { signal, now }
  const list = transactionList({})
  await readDays(datedTransactionList({}), options)
  let rows = 0
  for (let time = 0; time < 2; time += 1) {
    for (const each of [
      vaultList({}),
      ...(['all', 'cold', 'warm'] as const).map((type) => balanceList(type, {})),
    ])
      await walkList<unknown>(each, options)
    await walkList(whitelistList({}), options)
    for (let offset = 0; ; offset += 1000) {
      const { records } = await list.read({ limit: 1000, offset }, signal)
      rows += records.length
      if (records.length < 1000) break
    }
  }
  return rows
}
