/**
 * `npm run bench:store`: what the store's queries cost, on the embedded database and on a PostgreSQL of this machine, with BENCH_ROWS for other
 * sizes of the account (PostgreSQL alone from 1,000,000 on).
 */
import type { Database } from '../src/database/database.ts'
import { explain, grouped, print, recorded, row, summary, timed, withDatabase } from './harness.ts'
import { type BenchQuestion, benchQuestions } from './store-questions.ts'
import { benchAccount } from './store-rows.ts'

/** Milliseconds: 95 of 100 pages, half of the counts and sums. */
type Goals = Partial<Readonly<Record<BenchQuestion['kind'], number>>>

const postgresGoals: Readonly<Record<number, Goals>> = {
  100000: { page: 10, count: 30, sums: 45 },
  1000000: { page: 15, count: 250, sums: 450 },
  10000000: { page: 40, count: 2500, sums: 4500 },
}

const sizes = process.env.BENCH_ROWS?.split(',').map(Number) ?? [25_000, 100_000, 1_000_000]

for (const rows of sizes) {
  const goals = rows === 25_000 ? { page: 15, count: 40, sums: 40 } : {}
  if (rows <= 100_000) await withDatabase('PGlite', (database, name) => measure(name, database, rows, goals))
}
for (const rows of sizes)
  if (rows >= 100_000)
    await withDatabase('PostgreSQL', (database, name) =>
      measure(name, database, rows, postgresGoals[rows] ?? {}),
    )

async function measure(name: string, database: Database, rows: number, goals: Goals): Promise<void> {
  const filled = await timed(() => benchAccount(database, rows))
  const { account } = filled.result
  print(
    `\n${name}, ${grouped(rows)} transactions, made in ${filled.seconds.toFixed(1)} s: ${await sizeOf(database)}`,
  )
  const bare = await durations(60, () => database.query('select 1'))
  const roundTrip = summary(bare).median
  print(`A round trip, "select 1": ${roundTrip.toFixed(2)} ms\n`)
  print(row('milliseconds', 'median', '95th percentile', 'goal', 'round trips'))
  for (const question of benchQuestions) {
    const goal = goals[question.kind]
    const asked = new Map<string, readonly (string | null)[]>()
    const queries = recorded(database, asked)
    await question.ask(queries, account, 0, rows)
    const times = await durations(roundsOf(question, rows), (round) =>
      question.ask(database, account, round, rows),
    )
    const { median, late } = summary(times)
    const figures = [median.toFixed(1), late.toFixed(1), String(goal ?? ''), grouped(median / roundTrip)]
    print(row(question.name, ...figures))
    if (goal !== undefined && (question.kind === 'page' ? late : median) > goal)
      await explain(database, asked)
  }
}

function roundsOf({ kind }: BenchQuestion, rows: number): number {
  if (kind === 'page') return 60
  return rows > 1_000_000 ? 3 : rows > 100_000 ? 7 : 15
}

async function durations(
  rounds: number,
  ask: (round: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { seconds } = await timed(() => ask(round))
    times.push(1000 * seconds)
  }
  return times
}

async function sizeOf(database: Database): Promise<string> {
  const [size] = await database.query<'rows' | 'indexes'>(
    `select pg_size_pretty(pg_table_size(name)) as rows, pg_size_pretty(pg_indexes_size(name)) as indexes
    from (select 'custody_store.transaction'::regclass as name) as one`,
  )
  return `${size?.rows} of rows, ${size?.indexes} of indexes`
}
