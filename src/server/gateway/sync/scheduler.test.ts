/** Many accounts at once: none starves, and none is read by two. */
import { expect, it } from 'vitest'
import { openEither } from '../../../database/testing/databases.ts'
import { openStore } from '../../../store/store.ts'
import {
  completeEnd,
  readWholeLists,
  updateOutcome,
  wholeOutcome,
  withIds,
} from '../../../store/testing/records.ts'
import { testClock } from '../testing/clock.ts'
import { dropChangesTask } from './change-tasks.ts'
import { type JobOrder, type JobResult, Scheduler } from './scheduler.ts'

const database = await openEither()
const store = await openStore(database)

const nothingNew: JobResult = {
  ...{ requests: 1, added: 0, changed: 0, gone: 0 },
  ...{ wantsWhole: false, isUnfinished: false },
}

/** Follows so many accounts with jobs that end when the test says so. */
async function followMany(count: number) {
  const clock = testClock()
  const waiting: { readonly order: JobOrder; end(more?: Partial<JobResult>): void }[] = []
  const failures: unknown[] = []
  const accounts: string[] = []
  const nothing = () => {}
  const scheduler = new Scheduler({
    settings: { SYNC_SECONDS: 15, SYNC_WHOLE_HOURS: 24 },
    tasks: [dropChangesTask(30)],
    clock,
    holder: 'this copy',
    perform: (order) =>
      new Promise((resolve, reject) => {
        order.signal.addEventListener('abort', () => reject(order.signal.reason))
        waiting.push({ order, end: (more) => resolve({ ...nothingNew, ...more }) })
      }),
    events: {
      ...{ mayBegin: () => true, ended: nothing, silent: nothing, heard: nothing, refused: async () => {} },
      ...{ databaseAnswered: nothing },
      databaseFailed: (error) => failures.push(error),
      failed: (_job, error) => failures.push(error),
    },
  })
  for (let index = 0; index < count; index += 1) {
    const reader = { kind: 'named', name: `account ${index}` } as const
    const identity = { service: 'test', reader, apiKey: 'k', accountId: null }
    const account = await store.account(identity)
    accounts.push(account)
    scheduler.follow(account, identity, store.of(account))
  }
  return { scheduler, clock, waiting, failures, accounts }
}

it('a few accounts are read at once, each of them before any of them a second time', async () => {
  const { scheduler, clock, waiting, failures } = await followMany(12)
  await expect.poll(() => scheduler.held.length).toBe(12)
  const names: string[] = []
  let most = 0
  while (names.length < 24) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    most = Math.max(most, waiting.length)
    const next = waiting.shift()
    if (next?.order.identity.reader.kind === 'named') names.push(next.order.identity.reader.name)
    clock.move(1)
    next?.end()
  }
  // Nothing was written, so that everything is still to be read.
  expect(new Set(names.slice(0, 12)).size).toBe(12)
  expect(most).toBeLessThanOrEqual(3)
  await scheduler.close()
  expect(failures).toEqual([])
})

it('an account that is given up is free at once, and its job is stopped', async () => {
  const { scheduler, waiting, failures } = await followMany(1)
  await expect.poll(() => waiting.length).toBe(1)
  const [job] = waiting
  await scheduler.close()
  expect(job?.order.signal.aborted).toBe(true)
  expect(failures).toEqual([])
  expect(await job?.order.store.takeLease('another copy', 30)).not.toBeNull()
})

/** Follows an account that was read whole at this time. */
async function followOneRead(ended: string) {
  const identity = {
    service: 'test',
    reader: { kind: 'named', name: ended },
    apiKey: 'k',
    accountId: null,
  } as const
  const key = await store.account(identity)
  const transactions = { begun: ended, ended, completeness: 'complete', doubts: [] } as const
  await readWholeLists(store.of(key), withIds('A'), { transactions })
  await database.query('update custody_store.lease set holder = null')
  const followed = await followMany(0)
  followed.scheduler.follow(key, identity, store.of(key))
  return { ...followed, account: key, kinds: () => followed.waiting.map(({ order }) => order.kind).sort() }
}

it('updates go on beside a whole reading', async () => {
  const { scheduler, kinds } = await followOneRead('2026-11-01T10:00:00.000Z')
  await expect.poll(kinds).toEqual(['dates', 'update', 'whole'])
  await scheduler.close()
})

it('a first reading can wait for the days of what it has', async () => {
  const { scheduler, waiting } = await followMany(0)
  const reader = { kind: 'named', name: 'read once' } as const
  const identity = { service: 'test', reader, apiKey: 'k', accountId: null }
  const rows = store.of(await store.account(identity))
  scheduler.follow(store.keyOf(identity), identity, rows)
  await expect.poll(() => waiting.length).toBe(1)
  const order = waiting[0]?.order
  if (order === undefined) throw new Error('Nothing is read.')
  const { fence } = order
  await rows.beginStaging(fence)
  await rows.stage(fence, withIds('A'), 1)
  await rows.applyWhole(fence, wholeOutcome({ transactions: { ...completeEnd, completeness: 'read-once' } }))
  let isDated = false
  const dated = order.onReadOnce().then(() => {
    isDated = true
  })
  const days = () => waiting.filter((job) => job.order.kind === 'dates')
  await expect.poll(() => days().length).toBe(1)
  days()[0]?.end({ isUnfinished: true })
  await expect.poll(() => days().length).toBe(2)
  expect(isDated).toBe(false)
  days()[1]?.end()
  await dated
  await scheduler.close()
})

it('who asks for what is new waits for an update that begins then, and shares it', async () => {
  const { scheduler, clock, waiting, account } = await followOneRead(new Date().toISOString())
  const updates = () => waiting.filter(({ order }) => order.kind === 'update')
  await expect.poll(() => updates().length).toBe(1)
  const ended: string[] = []
  const ask = (name: string) => scheduler.readNow(account).then((isRead) => ended.push(`${name} ${isRead}`))
  const asked = [ask('one'), ask('other')]
  // The one under way may have asked for the newest page before.
  updates()[0]?.end()
  await expect.poll(() => updates().length).toBe(2)
  expect(ended).toEqual([])
  asked.push(ask('late'))
  updates()[1]?.end()
  await expect.poll(() => ended).toEqual(['one true', 'other true'])
  await expect.poll(() => updates().length).toBe(3)
  updates()[2]?.end()
  await Promise.all(asked)
  clock.move(14_000)
  scheduler.step()
  expect(updates()).toHaveLength(3)
  await scheduler.close()
})

it('days make room for moments that somebody waits for, and go on after them', async () => {
  const { scheduler, waiting, account, kinds } = await followOneRead(new Date().toISOString())
  await expect.poll(kinds).toEqual(['dates', 'update'])
  const of = (kind: string) => waiting.findLast(({ order }) => order.kind === kind)
  const days = of('dates')
  expect(days?.order.isHurried()).toBe(false)
  const ended: string[] = []
  const ask = (name: string) => scheduler.findMoments(account).then(() => ended.push(name))
  const asked = [ask('one')]
  expect(days?.order.isHurried()).toBe(true)
  days?.end({ isUnfinished: true })
  await expect.poll(() => of('moments')).toBeDefined()
  const first = of('moments')
  // What it looks for was read before.
  asked.push(ask('late'))
  first?.end()
  await expect.poll(() => ended).toEqual(['one'])
  await expect.poll(() => of('moments') !== first).toBe(true)
  of('moments')?.end()
  await Promise.all(asked)
  await expect.poll(() => of('dates') !== days).toBe(true)
  await scheduler.close()
})

it('days that somebody waits for are found at the whole rate, until nobody asks for them again', async () => {
  const { scheduler, clock, waiting, account, kinds } = await followOneRead(new Date().toISOString())
  await expect.poll(kinds).toEqual(['dates', 'update'])
  const [days, update] = ['dates', 'update'].map((kind) => waiting.find(({ order }) => order.kind === kind))
  expect(days?.order.isAwaited()).toBe(false)
  scheduler.hurryDays(account)
  expect([days, update].map((job) => job?.order.isAwaited())).toEqual([true, false])
  clock.move(60_000)
  expect(days?.order.isAwaited()).toBe(false)
  await scheduler.close()
})

it('nobody waits for an account that another copy reads, or that is read for the first time', async () => {
  const { scheduler, waiting, accounts } = await followMany(1)
  await expect.poll(() => waiting.length).toBe(1)
  for (const account of ['another', ...accounts]) expect(await scheduler.readNow(account)).toBe(false)
  await scheduler.findMoments('another')
  await scheduler.close()
})

it('changes that are kept no longer are dropped once a day', async () => {
  const { scheduler, clock, waiting, account } = await followOneRead('2026-11-02T10:00:00.000Z')
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  const state = store.of(account).state
  const until = '2026-12-09T00:00:00.000Z'
  const fence = waiting[0]?.order.fence ?? ''
  await store.of(account).applyUpdate(fence, updateOutcome({ begun: until, ended: until }))
  expect((await state()).changes?.since).toBe('2026-11-01T10:01:00.000Z')
  clock.move(24 * 3_600_000)
  scheduler.step()
  await expect.poll(async () => (await state()).changes?.since).toBe('2026-11-09T00:00:00.000Z')
  await scheduler.close()
})
