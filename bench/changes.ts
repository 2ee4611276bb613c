/**
 * `npm run bench:changes`: what it costs to write down what changes, on the embedded database and on a PostgreSQL of this machine: updates beside
 * those of an account of which nothing is told, the room of a busy day, and a year of changes (BENCH_ROWS, 1,000,000 by default, PostgreSQL alone).
 */
import type { Database, Queries } from '../src/database/database.ts'
import type { AccountStore } from '../src/store/account-store.ts'
import type { UpdateOutcome } from '../src/store/outcome.ts'
import { type HistoryQueries, historyQueries } from '../src/store/queries/history.ts'
import { openStore, type Store } from '../src/store/store.ts'
import {
  lease,
  namedAccount,
  readWholeLists,
  receivedList,
  updateOutcome,
  vaultsOutcome,
} from '../src/store/testing/records.ts'
import { explain, grouped, print, recorded, row, summary, timed, withDatabase } from './harness.ts'

const yearRows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const updateGoal = 1.2
const yearGoal = 500

async function measureWriting(database: Database, name: string): Promise<void> {
  const store = await openStore(database)
  const told = await writtenAccount(store, database, 'told', true)
  const untold = await writtenAccount(store, database, 'untold', false)
  print(`\n${name}: updates of 20,000 transactions and 60 vaults`)
  print(row('milliseconds', 'told', 'untold', 'ratio', `goal ${updateGoal}`))
  for (const [title, rounds, outcomeOf] of updates) {
    const times: Readonly<Record<'told' | 'untold', number[]>> = { told: [], untold: [] }
    for (let round = 0; round < rounds; round += 1) {
      const outcome = outcomeOf(round)
      const both = [told, untold] as const
      for (const one of round % 2 === 0 ? both : both.toReversed())
        times[one.name].push(1000 * (await timed(() => one.rows.applyUpdate(one.fence, outcome))).seconds)
    }
    const [one, other] = [summary(times.told).median, summary(times.untold).median]
    print(row(title, one.toFixed(1), other.toFixed(1), (one / other).toFixed(2)))
  }
  await database.script('truncate custody_store.change')
  for (let round = 0; round < 500; round += 1) await told.rows.applyUpdate(told.fence, dayUpdate(round))
  const [size] = await database.query<'rows' | 'bytes' | 'indexes'>(
    `select count(*) as rows, pg_table_size('custody_store.change') as bytes, pg_indexes_size('custody_store.change') as indexes
     from custody_store.change`,
  )
  const bytes = Number(size?.bytes) + Number(size?.indexes)
  print(
    `A busy day: ${grouped(Number(size?.rows))} changes, ${grouped(bytes / 1024)} KiB (${grouped(Number(size?.indexes) / 1024)} of indexes), ${grouped(bytes / Number(size?.rows))} bytes each`,
  )
}

interface WrittenBenchAccount {
  readonly name: 'told' | 'untold'
  readonly rows: AccountStore
  readonly fence: string
}

/** Of an account whose first reading has not ended, nothing is told. */
async function writtenAccount(
  store: Store,
  database: Database,
  name: 'told' | 'untold',
  isTold: boolean,
): Promise<WrittenBenchAccount> {
  const key = await namedAccount(store, name)
  const rows = store.of(key)
  await readWholeLists(
    rows,
    receivedList(Array.from({ length: 20_000 }, (_, index) => ({ id: `T${index}`, status: 'pending' }))),
    { lists: { vaults: vaultsAt(0) } },
  )
  if (!isTold)
    await database.query(
      `update custody_store.account set state = replace(state, '"completeness":"complete"', '"completeness":"read-once"')
       where account = $1`,
      [key],
    )
  return { name, rows, fence: await lease(rows) }
}

/** Two holdings are other than in the round before. */
function vaultsAt(round: number) {
  return vaultsOutcome(
    ...Array.from({ length: 60 }, (_, vault) => ({
      ...{ vault_id: `V${vault}`, vault_name: `Vault ${vault}`, vault_type: 'warm' },
      assets: Array.from({ length: 8 }, (_each, asset) => ({
        ...{
          asset_id: `A${asset}`,
          asset_name: `Asset ${asset}`,
          network_id: 'ETH',
          network_name: 'Ethereum',
        },
        balances: { total_balance: `${vault + asset}.${vault < 2 && asset === 0 ? round : 0}5` },
      })),
    })),
  )
}

const statuses = ['pending', 'processing', 'confirming', 'completed'] as const

/** Each moves on by one status with the round. */
function moved(round: number, first: number, count: number) {
  return receivedList(
    Array.from({ length: count }, (_, index) => ({
      id: `T${first + index}`,
      status: statuses[1 + (round % 3)] ?? null,
    })),
  )
}

const updates: readonly (readonly [string, number, (round: number) => UpdateOutcome])[] = [
  ['without news', 60, () => updateOutcome({})],
  ['1 new, 1 moved on', 60, (round) => oneEach(`N${round}`, round)],
  [
    '1 new, 1 moved on, vaults',
    60,
    (round) => ({ ...oneEach(`V${round}`, round), lists: { vaults: vaultsAt(round + 1) } }),
  ],
  [
    '100 new, 100 moved on',
    30,
    (round) =>
      updateOutcome({
        first: receivedList(Array.from({ length: 100 }, (_, index) => ({ id: `M${round} ${index}` }))),
        changed: moved(round % 3, 1000 + 100 * Math.floor(round / 3), 100),
      }),
  ],
  ['10,000 moved on', 3, (round) => updateOutcome({ changed: moved(round, 10_000, 10_000) })],
]

function oneEach(id: string, round: number): UpdateOutcome {
  return updateOutcome({
    first: receivedList([{ id, status: 'pending' }]),
    changed: moved(round % 3, (id.startsWith('V') ? 500 : 0) + Math.floor(round / 3), 1),
  })
}

/** Sixteen transactions that move on, two that are new, and two holdings. */
function dayUpdate(round: number): UpdateOutcome {
  return updateOutcome({
    first: receivedList([
      { id: `D${round}`, status: 'pending' },
      { id: `E${round}`, status: 'pending' },
    ]),
    changed: moved(round % 3, 3000 + 16 * Math.floor(round / 3), 16),
    lists: { vaults: vaultsAt(1000 + round) },
  })
}

async function measureYear(database: Database): Promise<void> {
  const account = 'year'
  const year = 365 * 86_400_000
  const begun = Date.UTC(2026, 0, 1)
  const made = await timed(() =>
    database
      .with({ seconds: null })
      .query(insertYear, [account, String(yearRows), String(begun), String(year)]),
  )
  await database.with({ seconds: null }).script('analyze custody_store.change')
  const [size] = await database.query<'bytes'>(
    "select pg_size_pretty(pg_total_relation_size('custody_store.change')) as bytes",
  )
  print(
    `\nPostgreSQL: ${grouped(yearRows)} changes of a year, made in ${made.seconds.toFixed(0)} s: ${size?.bytes}`,
  )
  print(row('milliseconds', 'median', 'worst', `goal ${yearGoal}`))
  const iso = (part: number) => new Date(begun + part * year).toISOString()
  const questions: Readonly<Record<string, (history: HistoryQueries) => Promise<unknown>>> = {
    'counts of the year': (history) => history.counts({ from: iso(0), until: iso(1) }),
    'counts of a month': (history) => history.counts({ from: iso(0.5), until: iso(0.583) }),
    'last 500 of the year': (history) => history.between({ from: iso(0), until: iso(1) }, 500),
    'last 500 of a month': (history) => history.between({ from: iso(0.5), until: iso(0.583) }, 500),
    'unexpected of the year': (history) =>
      history.between(
        { from: iso(0), until: iso(1), events: ['final', 'backwards', 'late', 'unexplained'] },
        500,
      ),
    'whitelists of the year': (history) =>
      history.between({ from: iso(0), until: iso(1), kinds: ['whitelist', 'entry'] }, 500),
    'one record': (history) => history.of(['transaction'], 'T5000', 500),
    'what follows the last': (history) => history.between({ afterReading: begun + year }, 100),
    'its count': (history) => history.counts({ afterReading: begun + year }),
    'the last reading': (history) => history.lastReading(),
    'a piece of all': (history) => history.told({ reading: begun + year / 2, place: 0 }, begun + year, 500),
  }
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = []
    for (let round = 0; round < 7; round += 1)
      times.push(1000 * (await timed(() => ask(historyQueries(database, account)))).seconds)
    const { median, worst } = summary(times)
    print(row(name, median.toFixed(1), worst.toFixed(1)))
    if (median <= yearGoal) continue
    const asked = new Map<string, readonly (string | null)[]>()
    await ask(historyQueries(recorded(database satisfies Queries, asked), account))
    await explain(database, asked)
  }
}

/** As a busy account has them: most are transactions that move on, one in ten thousand is unexpected. */
const insertYear = `
  insert into custody_store.change
    (account, reading, place, kind, record_id, event, is_whole, since, asset_id, network_id, name,
      status_before, status_after, before, after)
  select $1, at, row_number() over (partition by at), kind,
    case kind when 'transaction' then 'T' || i / 4 when 'holding' then 'V' || i % 60 else 'W' || i % 40 end,
    case when n < 0.0001 then 'final' when kind = 'entry' or (kind = 'transaction' and i % 4 = 0) then 'new' else 'changed' end,
    false, at - 15000, case when kind = 'holding' then 'A' || i % 8 end, case when kind = 'holding' then 'ETH' end,
    case when kind <> 'transaction' then 'Name ' || i % 60 end,
    case kind when 'transaction' then (array[null, 'pending', 'processing', 'confirming'])[1 + i % 4] end,
    case kind when 'transaction' then (array['pending', 'processing', 'confirming', 'completed'])[1 + i % 4] end,
    case kind when 'holding' then round(random()::numeric * 1000, 8)::text end,
    case kind when 'holding' then round(random()::numeric * 1000, 8)::text
      when 'entry' then '{"asset_id":"A1","network_id":"ETH","address":"0x' || md5(i::text) || '","memo":null}' end
  from (
    select i, $3::bigint + ($4::bigint / $2::bigint * i / 30000) * 30000 as at, random() as n,
      case when i % 5 < 3 then 'transaction' when i % 1000 = 999 then 'entry' else 'holding' end as kind
    from generate_series(1, $2::int) as i
  ) as drawn`

await withDatabase('PGlite', measureWriting)
await withDatabase('PostgreSQL', async (database, name) => {
  await measureWriting(database, name)
  await measureYear(database)
})
