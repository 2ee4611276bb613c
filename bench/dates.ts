/**
 * `npm run bench:dates`: how many requests it takes to find the days of a page of transactions without books, and how long, beside the time
 * of reading the page itself; against the service over loopback HTTP. `BENCH_ROWS` says how many transactions it has.
 */
import { performance } from 'node:perf_hooks'
import { listTransactions } from '../src/api/endpoints.ts'
import { runOnce } from '../src/api/request.ts'
import { profileOfSession } from '../src/api/service-profile.ts'
import type { Filter } from '../src/contract/endpoints.ts'
import { RowsWithoutBooks } from '../src/list/row-days.ts'
import { print, withBenchService } from './harness.ts'

const rows = Number(process.env.BENCH_ROWS ?? '25000')
const { signal } = new AbortController()
const newSession = (name: string) => {
  profileOfSession(name)
  return new RowsWithoutBooks({ zone: 'utc', now: () => Date.parse('2026-11-01T00:00:00Z') })
}

/** Pages in the order in which somebody opens them; each line names a session, so that what one page learned serves the next. */
const sessions: readonly (readonly [name: string, filter: Filter<'transactions'>, offset: number][])[] = [
  [
    ['the newest page, first of a session', {}, 0],
    ['the next page', {}, 50],
    ['the page after it', {}, 100],
    ['the newest page again', {}, 0],
    ['one day of the filter', { start_date: '2026-10-20', end_date: '2026-10-20' }, 0],
  ],
  [['a page in the middle, from a link', {}, Math.floor(rows / 2)]],
  [['the oldest page, from a link', {}, rows - 50]],
  [['a filter whose rows lie months apart', { status: 'failed', asset_id: 'ETH' }, 0]],
  [['one transaction of long ago', {}, rows - 1]],
]

await withBenchService(rows, async ({ requests }) => {
  for (const [number, pages] of sessions.entries()) {
    const rowsOfSession = newSession(`session ${number}`)
    for (const [name, filter, offset] of pages) {
      const begun = performance.now()
      const { records } = await runOnce(listTransactions({ ...filter, limit: 50, offset }), signal)
      const ids = records.flatMap(({ transaction_id: id }) => id ?? [])
      const read = performance.now() - begun
      const asked = requests()
      const { days: found } = await rowsOfSession.find({ ids, filter, signal })
      const time = performance.now() - begun - read
      const days = new Set(found.values())
      print(
        `${name}: ${ids.length} rows on ${days.size} days, ${requests() - asked} requests, ` +
          `${(time / read).toFixed(1)} times the page (${Math.round(time)} ms)`,
      )
    }
  }
})
