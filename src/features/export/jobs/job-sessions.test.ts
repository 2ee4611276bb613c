/** An export belongs to the session in which it was begun. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
  const [running, ended, dismissed] = [start(), start(), start()]
  for (const { report } of [ended, dismissed]) report({ type: 'done', file: new Blob(['x']), facts })
  jobs.dismiss(dismissed.id)
  jobs.dismissAll()
  expect(jobs.getSnapshot()).toEqual([])
  expect(running.told).toEqual(['start', 'cancel'])
  // Not a minute: whoever signs out wants nothing left, and a small file is soon saved.
  vi.advanceTimersByTime(5000)
  for (const { told } of [ended, dismissed]) expect(told).toEqual(['start', 'cancel'])
  vi.useRealTimers()
})

test('signing in again with the same key and account of the same service lets go on what waits for it', () => {
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
  expect(first.now()).toMatchObject({ phase: 'sign-in-needed' })
  jobs.sessionIs(session)
  expect(first.now()).toMatchObject({ phase: 'reading' })
  expect(first.told).toEqual(['start', 'again'])
})

test('signing in with another key or account ends what was begun before, saves nothing of it, and tells nobody', () => {
  vi.useFakeTimers()
  const { jobs, start, activity } = scripted()
  const [running, ended] = [start(), start()]
  jobs.sessionIs({ signedIn: false, mark: null })
  ended.report({ type: 'done', file: new Blob(['x']), facts })
  jobs.sessionIs({ signedIn: true, mark: 'mark-of-another' })
  expect(jobs.getSnapshot()).toEqual([])
  for (const { told } of [running, ended]) expect(told).toEqual(['start', 'cancel'])
  // What came too late to be cancelled is nobody's any more.
  running.report({ type: 'done', file: new Blob(['x']), facts })
  expect(saving.saveBlob).not.toHaveBeenCalled()
  expect(activity.map(({ state }) => state)).toEqual(['begun', 'begun'])
  vi.useRealTimers()
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
