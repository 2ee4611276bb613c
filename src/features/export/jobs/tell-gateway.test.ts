import { afterEach, expect, test, vi } from 'vitest'
import { activityReport } from '../../../contract/activity.ts'
import { wholeFacts } from '../../../files/testing/facts.ts'
import { packRequest, request } from '../testing/scripted-jobs.ts'
import { aboutJob, ended, tellGateway } from './tell-gateway.ts'

afterEach(() => vi.unstubAllGlobals())

test('a report that cannot be sent harms nothing, and goes out when the page is left', async () => {
  const fetch = vi.fn(() => Promise.reject(new TypeError('offline')))
  vi.stubGlobal('fetch', fetch)
  tellGateway('mark', { state: 'begun', ...aboutJob('one', request) })
  await Promise.resolve()
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    '/session/activity',
    expect.objectContaining({ method: 'POST', keepalive: true }),
  )
})

test('what is told is what the gateway takes', () => {
  for (const about of [aboutJob('one', request), aboutJob('two', packRequest)])
    for (const report of [
      { state: 'begun', ...about },
      ended(about, wholeFacts({})),
      ended(about, 'failed'),
      ended(about, 'cancelled'),
    ])
      expect(activityReport.safeParse(report).error).toBeUndefined()
})
