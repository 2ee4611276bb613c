import { expect, it, vi } from 'vitest'
import { listenOverFixture } from './testing/service.ts'

const lines: string[] = []
const service = await listenOverFixture({
  logLevel: 'trace',
  logTo: { write: (line) => void lines.push(line) },
})

it('logs each request with its path and status, and no key, header value or query value', async () => {
  const headers = { 'x-api-key': 'secret-key', 'x-request-id': 'secret-id', 'user-agent': 'secret-agent' }
  await service.get('/transactions?asset_id=secret-asset', { headers })
  await service.get('/transactions?secret-parameter=secret-value')
  await service.get('/transactions?asset_id=secret-asset%00')
  await service.get('/secret-path?secret=secret', { method: 'POST', body: 'secret-body' })
  await service.get('/vaults/%ZZ?secret')
  await service.get('/healthz')
  // A line is written when its answer has gone out, which the client may see first.
  await vi.waitFor(() => expect(lines.filter((line) => line.includes('"answered"'))).toHaveLength(5))
  expect(lines.join('')).toContain('"path":"/transactions"')
  expect(lines.join('')).not.toContain('secret')
  expect(lines.join('')).not.toContain('/healthz')
})

it('logs an unexpected failure by its code, without the value that caused it, and answers ERR-01', async () => {
  await service.database.script('alter table transaction rename column note to remark')
  lines.length = 0
  const { httpStatus, text } = await service.get('/transactions?asset_id=secret-asset')
  expect(httpStatus).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ error_code: 'ERR-01' })
  expect(text).not.toContain('note')
  expect(lines.join('')).toContain('"code":"42703"')
  expect(lines.join('')).not.toContain('secret')
})
