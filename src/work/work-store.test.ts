import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { profileOfSession, type SessionProfile, sessionProfile } from '../api/service-profile.ts'
import { activityReport } from '../contract/session-bodies.ts'
import { refusal, signedIn } from '../sync/service/testing/answers.ts'
import { announce } from '../ui/inline.tsx'
import { lastReading } from './last-reading.ts'
import * as made from './made-file.ts'
import {
  hasEnded,
  type JobReport,
  noWork,
  type TaskOutcome,
  type TaskRequest,
  type WorkerMessage,
} from './task.ts'
import { WorkStore } from './work-store.ts'
import type { TaskWorker } from './workers.ts'

vi.mock('../ui/inline.tsx', () => ({ announce: vi.fn() }))
vi.mock('./made-file.ts', async (load) => ({
  ...(await load<typeof made>()),
  saveBlob: vi.fn(),
  tellGateway: vi.fn(),
}))

const unload = { add: vi.fn(), remove: vi.fn() }
beforeEach(() => {
  vi.useFakeTimers()
  lastReading.set({ session: null, kept: null })
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', { addEventListener: unload.add, removeEventListener: unload.remove })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  vi.useRealTimers()
})

const mark = 'mark-of-acme'
const request: TaskRequest = {
  kind: 'evidence',
  title: 'Vaults',
  format: 'CSV',
  about: 'No filter',
  session: mark,
  activity: { kind: 'vaults', format: 'csv', filter: { asset_id: 'BTC' } },
  input: {},
}
const session = { ...signedIn, sync: 'auto', accountId: 'acme', mark } as const
const nobody = { ...session, signedIn: false, mark: null }
const file = new Blob(['x'])
const outcome: TaskOutcome = {
  tone: 'warning',
  title: 'PARTIAL',
  short: '7 rows',
  text: '7 rows',
  reasons: [],
  remarks: [],
  file: { name: 'vaults.csv', content: file },
  ended: { outcome: 'partial', rows: 7, sha256: 'a'.repeat(64) },
}
const done: JobReport = { type: 'done', value: outcome }
const { failure, at } = refusal('GTW-04', { message: 'Session ended', httpStatus: 401 })
const held: JobReport = { type: 'held', error: { failure, at } }

function read(part: number | null): JobReport {
  return { type: 'progress', progress: { text: 'Reading', part, hasBegun: true } }
}

function scriptedWorker() {
  const told: string[] = []
  /** The ids of tasks and questions, as they were told. */
  const ids: string[] = []
  const commands: WorkerMessage['command'][] = []
  const worker: TaskWorker = {
    postMessage({ id, command }: WorkerMessage) {
      if (command.type === 'release') told.push(`release ${id}`)
      else {
        told.push(command.type)
        ids.push(id)
        commands.push(command)
      }
    },
    terminate: () => void told.push('end'),
    onmessage: null,
    onerror: null,
  }
  const send = (data: unknown) => Reflect.apply(worker.onmessage ?? (() => {}), worker, [{ data }])
  const say = (id: string, report: JobReport) => send({ id, report })
  const find = (profile: SessionProfile) => send({ profile })
  const fail = () => Reflect.apply(worker.onerror ?? (() => {}), worker, [{}])
  return { told, ids, commands, worker, say, find, fail }
}

/** A store of which each worker is scripted: what it was told, and a way to let it report. */
function scripted() {
  let state = noWork
  const workers: ReturnType<typeof scriptedWorker>[] = []
  const store = new WorkStore(
    () => {
      const scripted = scriptedWorker()
      workers.push(scripted)
      return scripted.worker
    },
    (next) => {
      state = next
    },
  )
  store.sessionIs(session)
  const start = (asked = request) => {
    const id = store.begin(asked)
    const worker = workers.at(-1) ?? scriptedWorker()
    const { told, commands, fail, say, find } = worker
    return {
      ...{ id, told, fail, find, started: commands[0] },
      report: (report: JobReport) => say(id, report),
      now: () => state.tasks.find((each) => each.id === id),
    }
  }
  return { store, start, workers, state: () => state }
}

/** How each task began and ended, as the gateway was told. */
const told = () =>
  vi.mocked(made.tellGateway).mock.calls.map(([, report]) => {
    expect(activityReport.safeParse(report).error).toBeUndefined()
    return report.state === 'begun' ? 'begun' : report.outcome
  })
const saved = () => vi.mocked(made.saveBlob).mock.calls.map(([name]) => name)

test('the file of a task is saved when it ends, and again when asked for', () => {
  const { store, start } = scripted()
  const { id, told: commands, report, now } = start()
  report(read(null))
  expect(now()).toMatchObject({ phase: 'running', progress: { text: 'Reading' } })
  report(done)
  expect(now()).toMatchObject({ phase: 'done', outcome })
  expect(commands).toEqual(['start', 'end'])
  expect(saved()).toEqual(['vaults.csv'])
  store.save(id)
  expect(saved()).toHaveLength(2)
})

test('it waits, and says until when and why', () => {
  const { start } = scripted()
  const { report, now } = start()
  report({ type: 'waiting', until: 5, error: { failure, at } })
  expect(now()).toMatchObject({ phase: 'waiting', waiting: { until: 5, error: { failure } } })
  report({ type: 'running' })
  expect(now()).toMatchObject({ phase: 'running', waiting: null })
})

test('after a failure it goes on when it is told to', () => {
  const { store, start } = scripted()
  const { id, told: commands, report, now } = start()
  store.again(id)
  report(held)
  expect(now()).toMatchObject({ phase: 'held', error: { message: 'Session ended' } })
  store.again(id)
  expect(now()).toMatchObject({ phase: 'running', error: null })
  expect(commands).toEqual(['start', 'again'])
})

test('a worker that cannot be loaded says so', () => {
  const { start } = scripted()
  const { fail, now } = start()
  fail()
  expect(now()).toMatchObject({ phase: 'broken', message: expect.stringContaining('could not be loaded') })
})

test('those who listen are told when a task begins, is held up, goes on and ends, and not of each page', () => {
  const { store, start } = scripted()
  const { id, report } = start()
  report(read(null))
  report(held)
  store.again(id)
  report(read(null))
  report(done)
  expect(vi.mocked(announce).mock.calls.map(([text]) => text)).toEqual([
    'Vaults, CSV: started.',
    'Vaults, CSV: stopped, needs attention.',
    'Vaults, CSV: continues.',
    'Vaults, CSV: PARTIAL. 7 rows.',
  ])
})

test('several run at once, each for itself; leaving warns while a file would be lost', () => {
  const { store, start, state } = scripted()
  const [first, second] = [start(), start()]
  first.report({ type: 'broken', message: 'The disk is full.', error: null })
  expect(state().tasks.map(hasEnded)).toEqual([false, true])
  unload.remove.mockClear()
  store.dismiss(second.id)
  expect(second.told).toEqual(['start', 'end'])
  expect(unload.remove).toHaveBeenCalledWith('beforeunload', expect.any(Function))
  // A report after dismissal is ignored.
  second.report(read(null))
  expect(state().tasks).toHaveLength(1)
})

test('what runs ends when the page is left, unless the browser keeps the page', () => {
  const { start, state } = scripted()
  start()
  const hide = (persisted: boolean) => {
    for (const [name, listener] of unload.add.mock.calls) if (name === 'pagehide') listener({ persisted })
  }
  hide(true)
  expect(told()).toEqual(['begun'])
  hide(false)
  expect(told()).toEqual(['begun', 'cancelled'])
  expect(state().tasks).toEqual([])
})

test('the gateway is told when each begins and ends, with what came of it', () => {
  const { store, start } = scripted()
  start().report(done)
  start().report({ type: 'broken', message: 'no memory', error: null })
  store.dismiss(start().id)
  expect(told()).toEqual(['begun', 'partial', 'begun', 'failed', 'begun', 'cancelled'])
})

test('signing out leaves nothing, whether it runs, has ended, or was dismissed before', () => {
  const { store, start, state } = scripted()
  const [running, ended, dismissed] = [start(), start(), start()]
  for (const { report } of [ended, dismissed]) report(done)
  store.dismiss(dismissed.id)
  store.forget()
  expect(state()).toEqual(noWork)
  expect([running, ended, dismissed].map(({ told }) => told.at(-1))).toEqual(['end', 'end', 'end'])
})

test('the same key and account, signed in again, lets it go on, and saves what ended meanwhile, once', () => {
  const { store, start } = scripted()
  const [waiting, ending] = [start(), start()]
  waiting.report(held)
  store.sessionIs(nobody)
  ending.report(done)
  store.save(ending.id)
  expect(saved()).toEqual([])
  expect(waiting.now()).toMatchObject({ phase: 'held' })
  store.sessionIs(session)
  store.sessionIs(session)
  expect(waiting.now()).toMatchObject({ phase: 'running' })
  expect(saved()).toHaveLength(1)
  expect(told()).toEqual(['begun', 'begun', 'partial'])
})

test('a file that ended while its reader is signed out is not saved, and leaving warns, until they sign in again', () => {
  const { store, start } = scripted()
  const { report, now } = start()
  store.sessionIs(nobody)
  unload.remove.mockClear()
  report(done)
  expect(now()).toMatchObject({ phase: 'done', isSaved: false })
  expect(store.hasFilesToLose()).toBe(true)
  expect(unload.remove).not.toHaveBeenCalled()
  store.sessionIs(session)
  expect(now()).toMatchObject({ isSaved: true })
  expect(store.hasFilesToLose()).toBe(false)
  expect(unload.remove).toHaveBeenCalledWith('beforeunload', expect.any(Function))
})

test('another key or account ends what was begun before, saves nothing of it, and tells nobody', () => {
  const { store, start, state } = scripted()
  const [running, ended] = [start(), start()]
  store.sessionIs(nobody)
  ended.report(done)
  store.sessionIs({ ...session, mark: 'mark-of-another' })
  expect(state().tasks).toEqual([])
  // A report after the cancellation is ignored.
  running.report(done)
  expect(saved()).toEqual([])
  expect(told()).toEqual(['begun', 'begun'])
})

test('what a worker finds out about the service is known to the tab, and to the next worker', () => {
  profileOfSession('of a service that takes 200 at most')
  const { start } = scripted()
  const profile = { ...sessionProfile(), mostRows: 200, turns: { vaults: false } }
  start().find(profile)
  expect(sessionProfile()).toEqual(profile)
  expect(start().started).toMatchObject({ profile })
  // A profile of an earlier session is ignored.
  profileOfSession('of another service')
  start().find(profile)
  expect(sessionProfile()).toMatchObject({ mostRows: 1000, turns: {} })
})

describe('the books', () => {
  const { signal } = new AbortController()
  const reading = (id: string, kept: string | null): JobReport => ({
    type: 'done',
    value: { books: { id }, kept, isNews: true },
  })
  const review = (books: string) => ({ view: 'pack-contents', books, input: undefined, others: [] }) as const
  const answer: JobReport = { type: 'done', value: 'a report' }
  /** Lets what waits for a worker go on. */
  const soon = () => vi.advanceTimersByTimeAsync(0)

  async function withBooks({ kept = null }: { kept?: string | null } = {}) {
    const all = scripted()
    all.store.reading.read()
    await soon()
    const [shelf] = all.workers
    const [books = ''] = shelf?.ids ?? []
    shelf?.say(books, reading(books, kept))
    await soon()
    return { ...all, books, shelf }
  }

  test('stay in the worker that read them, which answers, and updates them', async () => {
    const { store, workers, state, books, shelf } = await withBooks()
    expect(state().books?.books.id).toBe(books)
    const asked = store.askBooks(review(books), signal)
    await soon()
    shelf?.say(shelf.ids.at(-1) ?? '', answer)
    expect(await asked).toBe('a report')
    store.reading.read()
    await soon()
    const updated = shelf?.ids.at(-1) ?? ''
    shelf?.say(updated, reading(updated, null))
    expect(state().books?.books.id).toBe(updated)
    expect([shelf?.told, workers.length]).toEqual([['start', 'start', 'start', `release ${books}`], 1])
  })

  test('are read on within minutes after a reading through which the machine slept', async () => {
    const { store, workers } = scripted()
    store.reading.need()
    await soon()
    const [shelf] = workers
    await vi.advanceTimersByTimeAsync(8 * 60 * 60_000)
    shelf?.say(shelf.ids[0] ?? '', reading(shelf.ids[0] ?? '', null))
    await soon()
    expect(shelf?.told).toEqual(['start'])
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(shelf?.told).toEqual(['start', 'start'])
  })

  test('are read once something needs them, and brought up to date while it does, in sight', async () => {
    const { store, workers } = scripted()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(workers).toEqual([])
    const leave = store.reading.need()
    await soon()
    const [shelf] = workers
    shelf?.say(shelf.ids[0] ?? '', reading(shelf.ids[0] ?? '', null))
    await soon()
    vi.stubGlobal('document', { hidden: true })
    store.reading.wake(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shelf?.told).toEqual(['start'])
    vi.stubGlobal('document', { hidden: false })
    store.reading.wake(true)
    await soon()
    expect(shelf?.told).toEqual(['start', 'start'])
    shelf?.say(shelf.ids[1] ?? '', reading(shelf.ids[1] ?? '', null))
    leave()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(workers).toHaveLength(1)
    expect(shelf?.told.filter((command) => command === 'start')).toHaveLength(2)
  })

  test('are asked for dates with how far that is, and whom it waits for, until the answer', async () => {
    const { store, state, books, shelf } = await withBooks()
    const asked = store.askBooks(review(books), signal)
    await soon()
    const id = shelf?.ids.at(-1) ?? ''
    const progress = { text: 'Finding dates: 1 of 2', part: 0.5, hasBegun: true }
    shelf?.say(id, { type: 'progress', progress })
    shelf?.say(id, { type: 'waiting', until: 7, error: { failure, at } })
    expect(state().dating).toMatchObject({ progress, waiting: { until: 7 } })
    shelf?.say(id, { type: 'running' })
    expect(state().dating).toMatchObject({ progress, waiting: null })
    shelf?.say(id, answer)
    await asked
    expect(state().dating).toBeNull()
  })

  test('are asked no more by whoever leaves', async () => {
    const { store, books, shelf } = await withBooks()
    const leaving = new AbortController()
    const asked = store.askBooks(review(books), leaving.signal)
    await soon()
    leaving.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
    expect(shelf?.told.at(-1)).toBe('cancel')
  })

  test('that this browser keeps are opened again where their worker ended, once somebody asks again', async () => {
    const { store, workers, state, books, shelf } = await withBooks({ kept: 'name' })
    const asked = store.askBooks(review(books), signal)
    const failed = expect(asked).rejects.toThrow('could not be loaded')
    await soon()
    shelf?.fail()
    await failed
    expect([state().books?.books.id, workers.length]).toEqual([books, 1])
    const again = store.askBooks(review(books), signal)
    await soon()
    const next = workers[1]
    next?.say(books, { type: 'done', value: { id: books } })
    await soon()
    next?.say(next.ids.at(-1) ?? '', answer)
    expect(await again).toBe('a report')
    expect(next?.told).toEqual(['start', 'start'])
  })

  test('that are half read when another session begins leave the worker', async () => {
    const { store, workers } = scripted()
    store.reading.read()
    await soon()
    const [shelf] = workers
    shelf?.say(shelf.ids[0] ?? '', held)
    await soon()
    store.sessionIs({ ...session, mark: 'mark-of-another' })
    expect(shelf?.told).toEqual(['start', 'cancel'])
  })

  test('that nobody keeps are read anew', async () => {
    const { store, workers, state, books, shelf } = await withBooks()
    shelf?.fail()
    await expect(store.askBooks(review(books), signal)).rejects.toThrow('no longer in memory')
    expect(state().books).toBeNull()
    store.reading.read()
    await soon()
    expect(workers).toHaveLength(2)
  })

  test('of a pack outlive the session before, and no other books do', async () => {
    const { store, state, books, shelf } = await withBooks()
    const opening = store.openPack({}, mark, signal)
    const pack = shelf?.ids.at(-1) ?? ''
    shelf?.say(pack, { type: 'done', value: { books: { id: pack } } })
    const held = await opening
    store.openBooks({ ...session, mark: 'pack 1' }, held.books)
    expect([state().books?.books.id, shelf?.told.includes(`release ${books}`)]).toEqual([pack, true])
    expect(shelf?.told).not.toContain(`release ${pack}`)
    store.forget()
    expect(shelf?.told.at(-1)).toBe('end')
  })
})
