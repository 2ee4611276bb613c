import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { error, facts, packRequest, progress, read, request, scripted } from '../testing/scripted-jobs.ts'
import { isRunning, rateOf } from './job.ts'
import * as saving from './save-file.ts'

vi.mock('./save-file.ts', () => ({ saveBlob: vi.fn(), saveFile: vi.fn() }))

const unload = { add: vi.fn(), remove: vi.fn() }
beforeEach(() =>
  vi.stubGlobal('window', { addEventListener: unload.add, removeEventListener: unload.remove }),
)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

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
  expect(now()).toMatchObject({ phase: 'incomplete', facts, ended: expect.any(Number) })
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

test('a pack is saved as one file, which has all facts within', () => {
  const { start } = scripted()
  const { report } = start(packRequest)
  const file = new Blob(['PK'])
  const manifest = { ...facts, file: { ...facts.file, name: 'audit-pack_x.PARTIAL.json' } }
  report({ type: 'done', file, facts: manifest })
  expect(saving.saveBlob).toHaveBeenCalledExactlyOnceWith('audit-pack_x.PARTIAL.zip', file)
  expect(saving.saveFile).not.toHaveBeenCalled()
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

test('what was saved long ago goes with the page, and what runs; what may be being saved does not', () => {
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

test('the gateway is told when each begins and ends, with what came of it', () => {
  const { jobs, start, activity } = scripted()
  const one = start({ ...request, filter: { asset_id: 'BTC' } })
  one.report({ type: 'done', file: new Blob(['x']), facts })
  jobs.dismiss(one.id)
  const two = start(packRequest)
  two.report({ type: 'broken', message: 'no memory' })
  const three = start()
  jobs.dismiss(three.id)
  const vaults = { kind: 'vaults', format: 'csv', filter: {} }
  const pack = {
    kind: 'audit-pack',
    format: 'zip',
    filter: { start_date: '2026-07-01', end_date: '2026-09-30' },
  }
  const nothing = { rows: null, sha256: null }
  expect(activity).toEqual([
    { state: 'begun', id: one.id, ...vaults, filter: { asset_id: 'BTC' } },
    {
      state: 'ended',
      id: one.id,
      ...vaults,
      filter: { asset_id: 'BTC' },
      outcome: 'partial',
      rows: facts.rows,
      sha256: facts.file.sha256,
    },
    { state: 'begun', id: two.id, ...pack },
    { state: 'ended', id: two.id, ...pack, outcome: 'failed', ...nothing },
    { state: 'begun', id: three.id, ...vaults },
    { state: 'ended', id: three.id, ...vaults, outcome: 'cancelled', ...nothing },
  ])
})

test('the gateway is told of an export that ended while nobody was signed in once its own reader is back', () => {
  const { jobs, start, activity } = scripted()
  const { report } = start()
  jobs.sessionIs({ signedIn: false, mark: null })
  report({ type: 'done', file: new Blob(['x']), facts })
  expect(activity).toHaveLength(1)
  jobs.sessionIs({ signedIn: true, mark: request.session })
  jobs.sessionIs({ signedIn: true, mark: request.session })
  expect(activity).toMatchObject([{ state: 'begun' }, { state: 'ended', outcome: 'partial' }])
})
