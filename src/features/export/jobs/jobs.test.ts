import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal } from '../../../api/testing/refusal.ts'
import type { SessionState } from '../../../contract/session.ts'
import { wholeFacts } from '../testing/facts.ts'
import { createExportJobs, isRunning, rateOf } from './jobs.ts'
import type { ExportCommand, ExportReport, ExportRequest } from './messages.ts'
import * as saving from './save-file.ts'

vi.mock('./start-worker.ts', () => ({ startExportWorker: vi.fn() }))
vi.mock('./save-file.ts', () => ({ saveBlob: vi.fn(), saveFile: vi.fn() }))

const unload = { add: vi.fn(), remove: vi.fn() }
beforeEach(() =>
  vi.stubGlobal('window', { addEventListener: unload.add, removeEventListener: unload.remove }),
)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const request: ExportRequest = {
  title: 'Vaults',
  list: 'vaults',
  filter: {},
  format: 'csv',
  columns: ['vault_id'],
  link: '/vaults',
  session: 'mark-of-acme',
  service: { address: 'https://custody.invalid', account: 'acme' },
}
const error = refusal('GTW-04', { message: 'Session ended', httpStatus: 401 })
const progress = read(1000)
const facts = wholeFacts({ completeness: 'partial' })

/** A store of which each worker is scripted: what it was told, and a way to let it report. */
function scripted() {
  const workers: {
    told: ExportCommand['type'][]
    report: (report: ExportReport) => void
    fail: () => void
  }[] = []
  const jobs = createExportJobs(() => {
    const told: ExportCommand['type'][] = []
    const worker: ReturnType<Parameters<typeof createExportJobs>[0]> = {
      postMessage: (message: ExportCommand) => void told.push(message.type),
      terminate: () => {},
      onmessage: null,
      onerror: null,
    }
    workers.push({
      told,
      fail: () => Reflect.apply(worker.onerror ?? (() => {}), worker, [{}]),
      report: (data) => Reflect.apply(worker.onmessage ?? (() => {}), worker, [{ data }]),
    })
    return worker
  })
  const start = () => {
    const id = jobs.start(request)
    const worker = workers.at(-1)
    if (!worker) throw new Error('no worker was started')
    return { id, ...worker, now: () => jobs.getSnapshot().find((each) => each.id === id) }
  }
  return { jobs, start }
}

test('an export is read, paused, resumed, and saved with its facts', () => {
  const { jobs, start } = scripted()
  const changed = vi.fn()
  jobs.subscribe(changed)
  const { id, told, report, now } = start()
  report(progress)
  expect(now()).toMatchObject({
    phase: 'reading',
    progress: { rows: 1000 },
    request,
  })
  jobs.pause(id)
  // The page that was under way when it was paused.
  report(read(2000))
  expect(now()).toMatchObject({ phase: 'paused', progress: { rows: 2000 } })
  jobs.resume(id)
  const file = new Blob(['x'])
  report({ type: 'done', file, facts })
  expect(now()).toMatchObject({ phase: 'partial', facts, ended: expect.any(Number) })
  expect(told).toEqual(['start', 'pause', 'resume'])
  expect(saving.saveBlob).toHaveBeenCalledWith(facts.file.name, file)
  expect(saving.saveFile).toHaveBeenCalledWith(
    expect.stringMatching(/\.facts\.json$/),
    'application/json',
    expect.any(String),
  )
  expect(changed).toHaveBeenCalled()
  jobs.save(id, 'file')
  expect(saving.saveBlob).toHaveBeenCalledTimes(2)
  expect(saving.saveFile).toHaveBeenCalledTimes(1)
  jobs.save(id, 'facts')
  expect(saving.saveBlob).toHaveBeenCalledTimes(2)
  expect(saving.saveFile).toHaveBeenCalledTimes(2)
  jobs.dismiss(id)
  expect(jobs.getSnapshot()).toEqual([])
})

test('it waits, and says until when and why', () => {
  const { start } = scripted()
  const { report, now } = start()
  report({ type: 'waiting', until: 5, error })
  expect(now()).toMatchObject({ phase: 'waiting', waiting: { until: 5, error: { failure: error.failure } } })
  report({ type: 'reading' })
  expect(now()).toMatchObject({ phase: 'reading', waiting: null })
})

test('after a failure it goes on when it is told to, or ends with what it has', () => {
  const { jobs, start } = scripted()
  const { id, told, report, now } = start()
  jobs.retry(id)
  report({ type: 'failed', error })
  expect(now()).toMatchObject({ phase: 'failed', error: { message: 'Session ended' } })
  jobs.retry(id)
  expect(now()).toMatchObject({ phase: 'reading', error: null })
  jobs.finish(id)
  expect(told).toEqual(['start', 'again', 'finish'])
})

test('going on after a pause does not end what it waited for', () => {
  const { jobs, start } = scripted()
  const { id, report, now } = start()
  report({ type: 'waiting', until: 5, error })
  jobs.pause(id)
  expect(now()).toMatchObject({ phase: 'paused' })
  jobs.resume(id)
  expect(now()).toMatchObject({ phase: 'waiting', waiting: { until: 5 } })
  report({ type: 'reading' })
  expect(now()).toMatchObject({ phase: 'reading', waiting: null })
})

test('a worker that cannot be loaded says so', () => {
  const { start } = scripted()
  const { fail, now } = start()
  fail()
  expect(now()).toMatchObject({ phase: 'broken', message: expect.stringContaining('could not be loaded') })
})

test('a file that the browser may still be saving is kept for a minute after it was dismissed', () => {
  vi.useFakeTimers()
  const { jobs, start } = scripted()
  const { id, told, report } = start()
  report({ type: 'done', file: new Blob(['x']), facts })
  jobs.dismiss(id)
  expect(jobs.getSnapshot()).toEqual([])
  expect(told).toEqual(['start'])
  vi.runAllTimers()
  expect(told).toEqual(['start', 'cancel'])
  vi.useRealTimers()
})

test('signing out leaves none, whether it runs, has ended, or was dismissed before', () => {
  vi.useFakeTimers()
  const { jobs, start } = scripted()
  const [running, ended, dismissed, others] = [start(), start(), start(), start()]
  for (const { report } of [ended, dismissed, others]) report({ type: 'done', file: new Blob(['x']), facts })
  jobs.dismiss(dismissed.id)
  jobs.sessionIs({ signedIn: true, mark: 'mark-of-another-key' })
  jobs.dismissAll()
  expect(jobs.getSnapshot()).toEqual([])
  expect(running.told).toEqual(['start', 'cancel'])
  // Not a minute: whoever signs out wants nothing left, and a small file is soon saved.
  vi.advanceTimersByTime(5000)
  for (const { told } of [ended, dismissed, others]) expect(told).toEqual(['start', 'cancel'])
  vi.useRealTimers()
})

test('what was saved long ago goes from the disk with the page, and what runs; what may be being saved does not', () => {
  vi.useFakeTimers()
  const { start } = scripted()
  const first = start()
  first.report({ type: 'done', file: new Blob(['x']), facts })
  vi.advanceTimersByTime(60_000)
  const [second, third] = [start(), start()]
  second.report({ type: 'done', file: new Blob(['x']), facts })
  const hide = (persisted: boolean) => {
    for (const [name, listener] of unload.add.mock.calls) if (name === 'pagehide') listener({ persisted })
  }
  hide(true)
  expect([first, second, third].map(({ told }) => told)).toEqual([['start'], ['start'], ['start']])
  hide(false)
  expect([first, second, third].map(({ told }) => told)).toEqual([
    ['start', 'cancel'],
    ['start'],
    ['start', 'cancel'],
  ])
  vi.useRealTimers()
})

test('signing in again lets go on what waits for it: with the same key and account of the same service alone', () => {
  const { jobs, start } = scripted()
  const first = start()
  first.report({ type: 'sign-in-needed', error })
  const session: SessionState = {
    service: { address: request.service.address, embedded: false },
    signedIn: true,
    fixedKey: false,
    demonstrationKey: null,
    accountId: 'acme',
    mark: request.session,
    expiresAt: null,
  }
  jobs.sessionIs({ ...session, signedIn: false, mark: null })
  jobs.sessionIs({ ...session, mark: 'mark-of-another-key' })
  expect(first.now()).toMatchObject({ phase: 'sign-in-needed' })
  jobs.sessionIs(session)
  expect(first.now()).toMatchObject({ phase: 'reading' })
  expect(first.told).toEqual(['start', 'again'])
})

describe('somebody signed in with another key', () => {
  const own = { signedIn: true, mark: request.session }
  const other = { signedIn: true, mark: 'mark-of-another-key' }

  test('can do nothing about an export, nor save it; its own can again', () => {
    const { jobs, start } = scripted()
    const [running, ended] = [start(), start()]
    ended.report({ type: 'done', file: new Blob(['x']), facts })
    expect(saving.saveBlob).toHaveBeenCalledTimes(1)
    jobs.sessionIs(other)
    expect(jobs.reader()).toBe(other.mark)
    jobs.save(ended.id, 'file')
    for (const act of [jobs.pause, jobs.retry, jobs.finish]) act(running.id)
    expect(saving.saveBlob).toHaveBeenCalledTimes(1)
    expect(running.told).toEqual(['start'])
    // A session that ends belongs to nobody else yet.
    jobs.sessionIs({ signedIn: false, mark: null })
    jobs.save(ended.id, 'file')
    expect(saving.saveBlob).toHaveBeenCalledTimes(1)
    jobs.sessionIs(own)
    jobs.save(ended.id, 'file')
    jobs.pause(running.id)
    expect(saving.saveBlob).toHaveBeenCalledTimes(2)
    expect(running.told).toEqual(['start', 'pause'])
  })

  test('gets no file of one that comes to its end; its own gets it on coming back, once', () => {
    const { jobs, start } = scripted()
    const { report, now } = start()
    jobs.sessionIs(other)
    report({ type: 'done', file: new Blob(['x']), facts })
    expect(saving.saveBlob).not.toHaveBeenCalled()
    jobs.sessionIs(own)
    jobs.sessionIs(own)
    expect(now()).toMatchObject({ phase: 'partial' })
    expect(saving.saveBlob).toHaveBeenCalledTimes(1)
  })

  test('discards those of others, and none of its own', () => {
    const { jobs, start } = scripted()
    const first = start()
    jobs.sessionIs(other)
    const second = jobs.start({ ...request, session: other.mark })
    jobs.dismissOthers()
    expect(first.told).toEqual(['start', 'cancel'])
    expect(jobs.getSnapshot().map(({ id }) => id)).toEqual([second])
  })
})

test('nothing is saved while nobody is signed in; what ended meanwhile is saved for its own, once', () => {
  const { jobs, start } = scripted()
  const [ended, ending] = [start(), start()]
  ended.report({ type: 'done', file: new Blob(['x']), facts })
  expect(saving.saveBlob).toHaveBeenCalledTimes(1)
  jobs.sessionIs({ signedIn: false, mark: null })
  jobs.save(ended.id, 'file')
  jobs.save(ended.id, 'facts')
  ending.report({ type: 'done', file: new Blob(['x']), facts })
  expect(saving.saveBlob).toHaveBeenCalledTimes(1)
  expect(saving.saveFile).toHaveBeenCalledTimes(1)
  jobs.sessionIs({ signedIn: true, mark: request.session })
  expect(saving.saveBlob).toHaveBeenCalledTimes(2)
  jobs.save(ended.id, 'file')
  expect(saving.saveBlob).toHaveBeenCalledTimes(3)
})

test('a session that is known to have ended lets nothing go on', () => {
  const { jobs, start } = scripted()
  const { report, told } = start()
  report({ type: 'sign-in-needed', error })
  jobs.sessionIs({ signedIn: false, mark: request.session })
  expect(told).toEqual(['start'])
})

test('several run at once, each for itself; leaving warns while one does', () => {
  const { jobs, start } = scripted()
  const [first, second] = [start(), start()]
  expect(jobs.getSnapshot().map(({ id }) => id)).toEqual([second.id, first.id])
  first.report({ type: 'broken', message: 'The disk is full.' })
  expect(first.now()).toMatchObject({ phase: 'broken', message: 'The disk is full.' })
  expect(jobs.getSnapshot().map(isRunning)).toEqual([true, false])
  expect(unload.remove).not.toHaveBeenCalled()
  jobs.dismiss(second.id)
  expect(second.told).toEqual(['start', 'cancel'])
  expect(unload.remove).toHaveBeenCalled()
  // What a worker says after it was dismissed is nobody's.
  second.report(progress)
  expect(jobs.getSnapshot()).toHaveLength(1)
})

test('what is held up by a reader does not slow the rate', () => {
  vi.useFakeTimers()
  const { jobs, start } = scripted()
  const { id, report, now } = start()
  vi.advanceTimersByTime(2000)
  report(progress)
  const rate = () => {
    const running = now()
    return running && rateOf(running)
  }
  jobs.pause(id)
  vi.advanceTimersByTime(60_000)
  expect(rate()).toBe(500)
  jobs.resume(id)
  report({ type: 'sign-in-needed', error })
  vi.advanceTimersByTime(60_000)
  // Another failure, while it is held up already.
  report({ type: 'failed', error })
  vi.advanceTimersByTime(60_000)
  jobs.retry(id)
  vi.advanceTimersByTime(2000)
  report(read(3000))
  expect(rate()).toBe(750)
  vi.useRealTimers()
})

test('the rate is rows by time', () => {
  const { start } = scripted()
  const { report, now } = start()
  report(progress)
  const running = now()
  expect(running && rateOf(running, running.begun + 2000)).toBe(500)
  expect(running && rateOf(running, running.begun)).toBe(0)
})

function read(rows: number) {
  return { type: 'progress', progress: { rows, pages: 1, pass: 1, met: rows, bytes: 5000 } } as const
}
