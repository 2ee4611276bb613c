/** Copies of the gateway that read one account on one database, killed and paused at any moment: the store has what the service has, once. */
import { expect, it } from 'vitest'
import { ApiError } from '../../../contract/api-error.ts'
import { dayLength } from '../../../contract/day.ts'
import type { Database } from '../../../database/database.ts'
import { databaseKinds, openEither } from '../../../database/testing/databases.ts'
import { openStore } from '../../../store/store.ts'
import {
  type AccountLedger,
  answerTo,
  type Deposit,
  ledgerNow,
  listedIn,
  newestOnTop,
} from '../../../sync/testing/account-ledger.ts'
import { isWholeSet } from '../../../testing/cases.ts'
import { type Random, randomFrom } from '../../demonstration/prng.ts'
import { JobRunner } from './job-runner.ts'
import { Scheduler } from './scheduler.ts'
import { CopyTurns, clockInTurns, databaseInTurns } from './testing/turns.ts'

const identity = {
  service: 'ledger',
  reader: { kind: 'named', name: 'account' },
  apiKey: 'key',
  accountId: null,
} as const

/** The account of an installation that is read by several copies. */
class Installation {
  readonly ledger: AccountLedger
  readonly time = { now: ledgerNow }
  readonly copies: Copy[] = []
  readonly failures: unknown[] = []
  /** When each record of the service last became what it is. */
  readonly since = new Map<string, number>()
  readonly #database: Database
  readonly #random: Random
  #made = 0

  constructor(database: Database, random: Random) {
    this.#database = database
    this.#random = random
    this.ledger = { deposits: [], cap: random.pick([1000, 7]) }
    for (let count = random.below(40); count >= 0; count -= 1)
      this.#list({ at: ledgerNow - random.below(9 * dayLength) })
  }

  start(): Copy {
    const copy = new Copy(`copy ${this.copies.length + 1}`, this.#database, this)
    this.copies.push(copy)
    return copy
  }

  get living(): readonly Copy[] {
    return this.copies.filter(({ turns }) => !turns.isDead)
  }

  /** One step of anything that may happen. */
  async step(): Promise<void> {
    const random = this.#random
    const awake = this.living.filter(({ turns }) => !turns.isAsleep)
    const asleep = this.living.filter(({ turns }) => turns.isAsleep)
    if (random.chance(0.03)) this.#move()
    if (asleep.length > 0 && random.chance(0.02)) random.pick(asleep).turns.wake()
    if (random.chance(0.01)) await this.#endLeases()
    const ready = awake.filter(({ turns }) => turns.waiting.length > 0)
    if (ready.length === 0 || random.chance(0.02)) {
      this.time.now += 1000 * random.pick([1, 5, 15, 60, 300])
      for (const copy of awake) copy.step()
    } else {
      const copy = random.pick(ready)
      await this.#checked(copy, async () => {
        copy.begin(random.below(copy.turns.waiting.length))
        const fate = random.fraction()
        if (fate < 0.015) copy.turns.isAsleep = true
        else if (fate < 0.025) copy.turns.kill()
        else if (fate < 0.035) copy.turns.statementsLeft = random.below(5)
        await this.#quiet()
      })
    }
    await this.#quiet()
    if (this.living.length < 2) this.start()
  }

  /** Kills all copies, and lets another one do whatever is due for two days. */
  async recover(): Promise<void> {
    for (const { turns } of this.living) turns.kill()
    await this.#quiet()
    await this.#endLeases()
    const copy = this.start()
    for (const seconds of [15, 15, 15, 300, 300, 300, 600, 90_000, 300, 600, 90_000, 300]) {
      this.time.now += 1000 * seconds
      do {
        copy.step()
        while (copy.turns.waiting.length > 0 || copy.turns.inFlight > 0) {
          if (copy.turns.waiting.length > 0) copy.begin(0)
          await this.#quiet()
        }
        await this.#quiet()
      } while (!copy.isFollowing)
    }
  }

  /** Who held the lease once and does not any more changes nothing. */
  async #checked(copy: Copy, work: () => Promise<void>): Promise<void> {
    const isAlone = this.copies.length === 1 || !copy.isFollowing
    const holder = isAlone || this.#random.chance(0.5) ? copy.name : await this.#holder()
    const isStale = copy.hasHeld && holder !== copy.name
    const before = isStale ? await this.#written() : ''
    await work()
    if (isStale) expect(await this.#written(), `${copy.name} does not hold the lease`).toBe(before)
  }

  async #holder(): Promise<string | null> {
    const [row] = await this.#database.query<'holder'>('select holder from custody_store.lease')
    return row?.holder ?? null
  }

  async #written(): Promise<string> {
    const tables = ['transaction', 'staged', 'reading', 'list', 'vault', 'balance', 'sync_status']
    const [row] = await this.#database.query<'digest'>(
      `select md5(string_agg(line, '|' order by line)) as digest from (
         ${tables.map((table) => `select '${table}' || t::text as line from custody_store.${table} as t`).join(' union all ')}
         union all select concat_ws(' ', revision, last_reading, kept_rows, listed_rows, profile, state) from custody_store.account
       ) as lines`,
    )
    return row?.digest ?? ''
  }

  async #endLeases(): Promise<void> {
    const [found] = await this.#database.query<'lease'>("select to_regclass('custody_store.lease') as lease")
    if (found?.lease)
      await this.#database.script("update custody_store.lease set until = now() - interval '1 second'")
    const [migrating] = await this.#database.query<'setting'>(
      "select to_regclass('custody_store.setting') as setting",
    )
    if (migrating?.setting)
      await this.#database.script(
        "update custody_store.setting set until = now() - interval '1 second' where name = 'migrating'",
      )
  }

  /** Resolves when everybody waits for his turn. */
  async #quiet(): Promise<void> {
    do for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    while (this.copies.some(({ turns }) => turns.inFlight > 0))
  }

  #list({ at }: Pick<Deposit, 'at'>): void {
    const random = this.#random
    this.#made += 1
    const id = `${random.below(1000)}-${this.#made}`
    const status = random.pick(['completed', 'completed', 'pending', 'failed'])
    this.ledger.deposits.push({ id, at, status, amount: 1 + random.below(100) })
    this.since.set(id, this.time.now)
  }

  #move(): void {
    const random = this.#random
    const open = this.ledger.deposits.filter(({ status }) => status === 'pending')
    if (open.length > 0 && random.chance(0.5)) {
      const moved = random.pick(open)
      moved.status = random.pick(['completed', 'failed'])
      this.since.set(moved.id, this.time.now)
    } else this.#list({ at: this.time.now - (random.chance(0.1) ? random.below(3 * dayLength) : 0) })
  }
}

class Copy {
  readonly name: string
  readonly turns = new CopyTurns()
  isFollowing = false
  readonly #scheduler: Scheduler

  constructor(name: string, database: Database, installation: Installation) {
    this.name = name
    const { failures, time, ledger } = installation
    const clock = clockInTurns(time, this.turns)
    const ask = async ({ target, signal }: { readonly target: string; readonly signal?: AbortSignal }) => {
      await this.turns.take('service', signal)
      return await this.turns.hear(Promise.resolve(answerOver(ledger, target)))
    }
    const runner = new JobRunner({
      settings: { SYNC_PER_MINUTE: 1e9 },
      upstream: { ask },
      clock,
      onRequest: () => {},
    })
    const nothing = () => {}
    this.#scheduler = new Scheduler({
      settings: { SYNC_SECONDS: 15, SYNC_WHOLE_HOURS: 24 },
      tasks: [],
      clock,
      holder: name,
      perform: (order) => runner.perform(order),
      events: {
        ...{ mayBegin: () => true, ended: nothing, heard: nothing, databaseAnswered: nothing },
        silent: (_job, error) => failures.push(error),
        refused: async (_job, code) => void failures.push(code),
        databaseFailed: (error) => failures.push(error),
        failed: (_job, error) => failures.push(error),
      },
    })
    this.#open(databaseInTurns(database, this.turns)).catch((error) => failures.push(error))
  }

  begin(place: number): void {
    this.turns.waiting.splice(place, 1)[0]?.begin()
  }

  get hasHeld(): boolean {
    return this.#scheduler.held.length > 0
  }

  step(): void {
    this.#scheduler.look(this.#account)
    this.#scheduler.step()
  }

  #account = ''

  async #open(database: Database): Promise<void> {
    const store = await openStore(database)
    this.#account = await store.account(identity)
    this.#scheduler.follow(this.#account, identity, store.of(this.#account))
    this.isFollowing = true
  }
}

function answerOver(ledger: AccountLedger, target: string) {
  let [status, content]: [number, unknown] = [200, null]
  try {
    content = answerTo(ledger, { target })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, httpStatus } = error.failure
    ;[status, content] = [
      httpStatus ?? 400,
      { status: 'error', error_code: code, error_message: 'no', details: '', help: '', code: '400' },
    ]
  }
  const body = Buffer.from(JSON.stringify(content))
  return { status, headers: {}, body }
}

async function expectWhole(database: Database, { ledger, since }: Installation): Promise<void> {
  const store = await openStore(database)
  const account = await store.account(identity)
  const rows = store.of(account)
  const listed = newestOnTop(ledger.deposits)
  expect(await listedIn(rows)).toEqual(listed.map(({ id, status, amount }) => `${id} ${status} ${amount}`))
  const state = await rows.state()
  expect(state.readWhole).toMatchObject({ completeness: 'complete', doubts: [] })
  expect(state.lists.transactions).toMatchObject({ completeness: 'complete', doubts: [] })
  const [counts] = await database.query<'kept' | 'listed' | 'kept_rows' | 'listed_rows'>(
    `select kept_rows, listed_rows, (select count(*) from custody_store.transaction) as kept,
       (select count(*) from custody_store.transaction where unlisted_in is null and gone_in is null) as listed
     from custody_store.account`,
  )
  const all = String(listed.length)
  expect(counts).toEqual({ kept: all, listed: all, kept_rows: all, listed_rows: all })
  const kept = await database.query<'id' | 'day' | 'since' | 'ended'>(
    `select id, recorded_from / ${dayLength} as day, since, ended
     from custody_store.transaction join custody_store.reading
       on reading.account = transaction.account and reading = coalesce(changed_in, first_seen)`,
  )
  const dayOf = new Map(kept.map(({ id, day }) => [id, day === null ? null : Number(day)]))
  expect(dayOf).toEqual(new Map(listed.map(({ id, at }) => [id, Math.floor(at / dayLength)])))
  for (const { id, since: notSeenAfter, ended } of kept) {
    const changed = since.get(id ?? '') ?? 0
    if (notSeenAfter !== null) expect(changed, `${id}`).toBeGreaterThanOrEqual(Date.parse(notSeenAfter))
    expect(changed, `${id}`).toBeLessThanOrEqual(Date.parse(ended ?? ''))
  }
  const unlisted = await database.query('select * from custody_store.reading where unlisted + gone > 0')
  expect(unlisted).toEqual([])
}

async function tryCopies(database: Database, seed: number): Promise<void> {
  const random = randomFrom(seed, 'copies')
  const installation = new Installation(database, random)
  for (let count = random.pick([2, 2, 3]); count > 0; count -= 1) installation.start()
  for (let step = 0; step < 900; step += 1) await installation.step()
  await installation.recover()
  expect(installation.failures).toEqual([])
  await expectWhole(database, installation)
}

const seeds = Array.from({ length: isWholeSet ? 40 : 2 }, (_, seed) => seed)

it.each(seeds)(
  'killed and paused at any moment, they leave nothing out and write nothing twice: %i',
  async (seed) => {
    const database = await openEither()
    await tryCopies(database, seed)
  },
)

it.runIf(isWholeSet).each(databaseKinds)('on $name, too', async ({ open }) => {
  for (let seed = 100; seed < 105; seed += 1) {
    const database = await open()
    try {
      await tryCopies(database, seed)
    } finally {
      await database.close()
    }
  }
})
