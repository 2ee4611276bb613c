/**
 * `npm run bench:download`: what files of a large account take to make, on a PostgreSQL of this machine; and how long pages of lists take
 * meanwhile, there and on the embedded database. BENCH_ROWS for other sizes (PostgreSQL alone from 200,000 on).
 */
import { tmpdir } from 'node:os'
import { consoleEndpoints, type FileFormat, fileFormats } from '../src/contract/console-api.ts'
import { readQuery } from '../src/contract/query.ts'
import type { Database } from '../src/database/database.ts'
import { writeList } from '../src/server/gateway/downloads/download-file.ts'
import { FileRoom } from '../src/server/gateway/downloads/file-room.ts'
import type { AccountStore } from '../src/store/account-store.ts'
import { grouped, print, row, summary, timed, withDatabase } from './harness.ts'
import { benchAccount, setState } from './store-rows.ts'

const rows = process.env.BENCH_ROWS?.split(',').map(Number) ?? [25_000, 1_000_000]

/** MiB above what the program takes before. */
const memoryGoal = 60

for (const count of rows)
  await withDatabase(count < 200_000 ? 'PGlite' : 'PostgreSQL', (database, name) =>
    measure(name, database, count),
  )

async function measure(name: string, database: Database, count: number): Promise<void> {
  const { account, records } = await benchAccount(database, count)
  const at = '2026-11-28T00:00:00.000Z'
  const transactions = { completeness: 'complete', doubts: [], begun: at, ended: at }
  const balances = { all: null, cold: null, warm: null }
  const lists = { transactions, whitelists: null, vaults: null, balances }
  await setState(database, account, { asOf: at, readWhole: transactions, lists })
  print(`\n${name}, ${grouped(count)} transactions\n`)
  print(row('file', 'seconds', 'MB', 'MiB above idle', 'page alone, ms', 'page meanwhile', 'slowest'))
  for (const format of fileFormats) await measureFile(records, format)
  await measureFile(records, 'csv', 'sort=amount:desc')
}

async function measureFile(records: AccountStore, format: FileFormat, parameters = ''): Promise<void> {
  const room = new FileRoom([tmpdir()], 16_000_000_000)
  const file = await room.open({ key: 'bench', session: 'bench', isReading: false })
  const query = readQuery(consoleEndpoints.transactions, parameters)
  const list = { kind: 'transactions', format, query, columns: null, parameters: {} } as const
  const order = { ...list, priced: null }
  const { signal } = new AbortController()
  const alone = summary(await pagesUntil(records, Promise.resolve(), 20))
  globalThis.gc?.()
  const idle = process.memoryUsage().rss
  let most = idle
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const made = timed(() =>
    records.readMoment(async (moment) => {
      await file.clear()
      const written = await writeList(moment, order, file, signal)
      await file.flush()
      return written
    }),
  )
  const pages = summary(await pagesUntil(records, made))
  const { seconds } = await made
  clearInterval(sampling)
  const above = Math.round((most - idle) / 2 ** 20)
  print(
    row(
      `${format} ${parameters}`,
      seconds.toFixed(1),
      grouped(Math.round(file.size / 1e6)),
      `${above}${above > memoryGoal ? ` (goal ${memoryGoal})` : ''}`,
      ...[alone.median, pages.median, pages.worst].map((one) => one.toFixed(1)),
    ),
  )
  await file.close()
}

/** Milliseconds of each page, one after the other, with the pauses that people make. */
async function pagesUntil(
  records: AccountStore,
  end: Promise<unknown>,
  least = 0,
): Promise<readonly number[]> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  end.then(over, over)
  const durations: number[] = []
  while (!isOver || durations.length < least) {
    const begun = performance.now()
    await records.transactionPage({}, { limit: 50, offset: 0 })
    durations.push(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return durations
}
