/**
 * `npm run bench:service`: what a page costs at the start of the list, walked to its end, and by plain offset; what one of 50 costs over HTTP;
 * and reading everything, alone with `-- --whole`.
 */
import { performance } from 'node:perf_hooks'
import { endpoints } from '../src/contract/endpoints.ts'
import { readQuery } from '../src/contract/query.ts'
import { apiPrefix } from '../src/contract/session.ts'
import { Refusal } from '../src/server/http.ts'
import type { Database } from '../src/server/service/database/database.ts'
import { Transactions } from '../src/server/service/transactions.ts'
import { timed, withBenchService } from './harness.ts'
import { print, summary } from './product.ts'

const pageSize = 200
const transactions = Number(process.env.DEMO_TRANSACTIONS ?? '100000')
const start = performance.now()
await withBenchService(transactions, async ({ database }) => {
  const seconds = (performance.now() - start) / 1000
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  print(`${transactions} transactions loaded in ${seconds.toFixed(1)} s, ${memory} MiB resident`)
  const filters = ['', 'status=completed', 'status=completed&network_id=ETH']
  for (const filter of process.argv.includes('--whole') ? [] : filters) await compare(database, filter)
  // Until the code that every request runs is optimised.
  for (let round = 0; round < 300; round += 1) await askOverHttp()
  const durations: number[] = []
  const { processor } = await timed(async () => {
    for (let round = 0; round < 1000; round += 1) durations.push(await askOverHttp())
  })
  print(
    `50 over HTTP: median ${summary(durations).median.toFixed(2)} ms, processor ${((1000 * processor) / durations.length).toFixed(2)} ms`,
  )
  const { result: requests, seconds: whole } = await timed(readWhole)
  print(`everything over HTTP in pages of 1000: ${requests} requests, ${whole.toFixed(1)} s`)
})

/** As the console does: one page after the other. The number of requests. */
async function readWhole(): Promise<number> {
  for (let requests = 1; ; requests += 1) {
    const answer = await fetch(`${apiPrefix}/transactions?limit=1000&offset=${1000 * (requests - 1)}`)
    await answer.arrayBuffer()
    if (!answer.ok) return requests
  }
}

/** Milliseconds of one request. */
async function askOverHttp(): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${apiPrefix}/transactions?limit=50`)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`A page was answered with HTTP ${answer.status}.`)
  return performance.now() - start
}

async function compare(from: Database, filter: string): Promise<void> {
  const walking = new Transactions(from, () => performance.now())
  const durations: number[] = []
  for (;;) {
    const duration = await timePage(walking, filter, durations.length * pageSize)
    if (duration === undefined) break
    durations.push(duration)
  }
  const deepest = Math.max(0, durations.length - 10)
  // Each by a reader without places, which counts through all rows before.
  const plain: number[] = []
  for (let index = deepest; index < durations.length; index += 1)
    plain.push(
      (await timePage(new Transactions(from, () => performance.now()), filter, index * pageSize)) ?? 0,
    )
  const first = summary(durations.slice(0, 10)).median
  const last = summary(durations.slice(deepest)).median
  print(
    `${filter || 'no filter'}: ${durations.length} pages of ${pageSize}; first ${first.toFixed(1)} ms; ` +
      `offset ${deepest * pageSize} walked ${last.toFixed(1)} ms (${(last / first).toFixed(2)} times), ` +
      `by plain offset ${summary(plain).median.toFixed(1)} ms (${(summary(plain).median / first).toFixed(1)} times)`,
  )
}

/** Milliseconds of one page; undefined past the end. */
async function timePage(reader: Transactions, filter: string, offset: number): Promise<number | undefined> {
  const query = readQuery(endpoints.transactions, `${filter}&limit=${pageSize}&offset=${offset}`)
  const start = performance.now()
  try {
    await reader.list(query, '2026-11-01T00:00:00.000Z')
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
  return performance.now() - start
}
