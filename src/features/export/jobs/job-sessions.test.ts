/** An export belongs to the session in which it was begun. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SessionState } from '../../../contract/session.ts'
import { error, facts, request, scripted } from '../testing/scripted-jobs.ts'
import * as saving from './save-file.ts'

vi.mock('./save-file.ts', () => ({ saveBlob: vi.fn(), saveFile: vi.fn() }))

beforeEach(() => vi.stubGlobal('window', { addEventListener: vi.fn(), removeEventListener: vi.fn() }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
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

test('signing in again lets go on what waits for it: with the same key and account of the same service alone', () => {
  const { jobs, start } = scripted()
  const first = start()
  first.report({ type: 'sign-in-needed', error })
  const session: SessionState = {
    service: { address: request.service.address, embedded: false },
    signedIn: true,
    fixedKey: false,
    demonstrationKey: null,
    provider: null,
    person: null,
    accountId: 'acme',
    mark: request.session,
    expiresAt: null,
    idleSeconds: null,
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
    expect(now()).toMatchObject({ phase: 'incomplete' })
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
