/** The audit log of a running gateway: what the console makes files of, what no line may hold, and a log that cannot be written. */
import { randomUUID } from 'node:crypto'
import { appendFile, readFile, stat, truncate } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { logsForTests, startAuditedGateway } from './testing/audited.ts'
import { expectFailure, forTests, signInBody, type TestGateway } from './testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const newLog = await logsForTests()
const startAudited = (environment: Record<string, string> = {}) =>
  startAuditedGateway(newLog(), service.address, environment)

describe('what the console makes files of', () => {
  const begun = {
    state: 'begun',
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'transactions',
    format: 'csv',
    filter: { status: 'pending', asset_id: 'BTC' },
  }
  const ended = { ...begun, state: 'ended', outcome: 'complete', rows: 12, sha256: 'a'.repeat(64) }
  const tell = (gateway: TestGateway, body: unknown, headers: Record<string, string>) =>
    gateway.fetch('/session/activity', signInBody(body, headers))

  it('is told when it begins and ends, and so is each signature', async () => {
    const gateway = await startAudited()
    const cookie = await gateway.signIn('k')
    const odd = { ...begun, filter: { ...begun.filter, anything_at_all: 'x' } }
    expect((await tell(gateway, odd, { cookie })).status).toBe(204)
    await gateway.fetch('/api/transactions?status=pending&asset_id=BTC', { headers: { cookie } })
    expect((await tell(gateway, ended, { cookie })).status).toBe(204)
    const [read] = await gateway.told('read')
    const [began, end] = (await gateway.told()).filter(({ kind }) => kind)
    expect(began).toMatchObject({
      event: 'export-begun',
      id: begun.id,
      kind: 'transactions',
      format: 'csv',
      filters: ['asset_id', 'status'],
      digest: read?.digest,
      unknown: 1,
    })
    expect(end).toMatchObject({
      event: 'export-ended',
      outcome: 'complete',
      rows: 12,
      sha256: 'a'.repeat(64),
    })
  })
})

it('holds no key, no value of a filter, no cookie, and nothing of the answers', async () => {
  const gateway = await startAudited()
  const secret = (what: string) => `HOSTILE-${what}-\u202e"}\n{"audit":1`
  const inQuery = (what: string) => encodeURIComponent(secret(what))
  const key = 'HOSTILE-key'
  const record = { transaction_id: 'HOSTILE-id', transaction: { amount: '98765.4321', note: secret('note') } }
  service.script('/transactions', upstream.json({ transactions: [record], HOSTILE: 1 }))
  service.script('/whitelist', upstream.json({ error_code: 'HOSTILE-code', details: secret('details') }, 400))
  service.script('/vaults/HOSTILE-vault', upstream.text('HOSTILE', 200, { 'content-type': 'text/html' }))
  const cookie = await gateway.signIn(key)
  const headers = {
    cookie,
    referer: `http://x/${secret('referer').slice(0, 12)}`,
    'user-agent': 'HOSTILE-agent',
  }
  const get = (path: string) => gateway.fetch(path, { headers })
  await get(
    `/api/transactions?asset_id=${inQuery('asset')}&HOSTILE-name=1&limit=HOSTILE&source_address=HOSTILE`,
  )
  await get(`/api/transactions/${inQuery('id')}`)
  await get('/api/whitelist')
  await get('/api/vaults/HOSTILE-vault')
  await get('/api/HOSTILE')
  await get('/HOSTILE?HOSTILE=HOSTILE')
  await get('/assets/HOSTILE')
  await get('/readyz?HOSTILE')
  await gateway.fetch(
    '/session',
    signInBody({ apiKey: 'HOSTILE-two', accountId: secret('account') }, headers),
  )
  await gateway.fetch(
    '/session/signature',
    signInBody({ facts_sha256: secret('facts'), service: 'HOSTILE' }, headers),
  )
  const filter = { asset_id: secret('exported'), source_address: 'HOSTILE' }
  const report = { state: 'begun', id: randomUUID(), kind: 'vaults', format: 'csv', filter }
  expect((await gateway.fetch('/session/activity', signInBody(report, headers))).status).toBe(204)
  await gateway.fetch('/session/activity', signInBody({ ...report, kind: 'HOSTILE' }, headers))
  const violation = { 'document-uri': 'http://x/HOSTILE?HOSTILE', 'blocked-uri': 'http://y/HOSTILE' }
  const csp = signInBody({ 'csp-report': { ...violation, 'effective-directive': 'HOSTILE' } }, headers)
  const type = { ...headers, 'content-type': 'application/csp-report' }
  expect((await gateway.fetch('/csp-reports', { ...csp, headers: type })).status).toBe(204)
  await gateway.fetch('/session', { method: 'DELETE', headers })
  const told = await gateway.told()
  expect(told.length).toBeGreaterThan(12)
  const text = await readFile(gateway.file, 'utf8')
  expect(text).not.toContain('HOSTILE')
  expect(text).not.toContain('98765')
  expect(text).not.toContain(cookie.split('=')[1]?.slice(0, 20))
  // The log of requests tells paths, as it always did, and nothing else of it.
  const logged = gateway.log.map((line) => JSON.parse(line)).map(({ path, ...rest }) => rest)
  expect(JSON.stringify(logged)).not.toContain('HOSTILE')
})

it('notes what is in flight when the gateway stops before it notes that it stopped', async () => {
  const gateway = await startAudited({ CUSTODY_API_KEY: 'k' })
  const told: Promise<Record<string, unknown>[]>[] = []
  service.script('/vaults', (request, response) => {
    told.push(gateway.told())
    upstream.json({ vaults: [] })(request, response)
  })
  expect((await gateway.fetch('/api/vaults')).status).toBe(200)
  const lines = await told[0]
  expect(lines?.map(({ event }) => event)).toEqual(['started', 'read', 'stopped'])
})

it('lets nobody sign in or read while it cannot be written, and says so to whoever watches', async () => {
  const gateway = await startAudited()
  const headers = { cookie: await gateway.signIn('k') }
  service.script('/vaults', upstream.json({ vaults: [] }))
  expect((await gateway.fetch('/api/vaults', { headers })).status).toBe(200)
  await appendFile(gateway.file, 'another program')
  // The line of the first one cannot be written; those after it are refused.
  const statuses = []
  for (let time = 0; time < 50; time += 1)
    statuses.push((await gateway.fetch('/api/vaults', { headers })).status)
  expect(statuses.at(-1)).toBe(503)
  await expectFailure(await gateway.fetch('/api/vaults', { headers }), 'GTW-30')
  await expectFailure(await gateway.fetch('/session', signInBody({ apiKey: 'k' })), 'GTW-30')
  expect((await gateway.fetch('/session', { headers })).status).toBe(200)
  const ready = await gateway.fetch('/readyz')
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', checks: { service: 'ok', sessions: 'ok', audit_log: 'cannot be written' } },
  ])
  expect(gateway.log.join('')).toContain('the audit log cannot be written')
  await gateway.close()
})

describe('a log that breaks', () => {
  it('while reads are under way has none of them answered, and says how many lines it does not hold', async () => {
    const gateway = await startAudited()
    const headers = await signedIn(gateway)
    const { size } = await stat(gateway.file)
    const asked = upstream.held()
    service.script('/transactions', asked.script)
    const reads = Array.from({ length: 30 }, () => gateway.fetch('/api/transactions', { headers }))
    await asked.arrived(30)
    await appendFile(gateway.file, 'another program')
    asked.release()
    for (const read of reads) expect((await read).status).toBe(503)
    await truncate(gateway.file, size)
    const told = await gateway.told()
    expect(told.filter(({ endpoint }) => endpoint === 'transactions')).toEqual([])
    expect(told.find(({ event }) => event === 'lost')).toMatchObject({ lines: 30 })
  })

  it('until the gateway stops is said to have ended in disorder by the next start, whatever was not written', async () => {
    const gateway = await startAudited()
    const headers = await signedIn(gateway)
    const { size } = await stat(gateway.file)
    await appendFile(gateway.file, 'another program')
    expect((await gateway.fetch('/session', { method: 'DELETE', headers })).status).toBe(200)
    expect((await gateway.fetch('/api/vaults', { headers })).status).toBe(503)
    await gateway.close()
    expect(gateway.log.join('')).toContain('lines of the audit log were lost')
    await truncate(gateway.file, size)
    const next = await startAuditedGateway(gateway.file, service.address)
    const told = await next.told('started')
    expect(told.map(({ unstopped }) => unstopped)).toEqual([undefined, true])
  })

  it('and is whole again before the gateway stops has the sign-out that was answered meanwhile', async () => {
    const gateway = await startAudited()
    const headers = await signedIn(gateway)
    const { size } = await stat(gateway.file)
    await appendFile(gateway.file, 'another program')
    expect((await gateway.fetch('/session', { method: 'DELETE', headers })).status).toBe(200)
    await truncate(gateway.file, size)
    expect(await gateway.told('sign-out')).toHaveLength(1)
  })
})

/** Signs in, and waits until all lines about that are in the log: a read is answered after them. */
async function signedIn(gateway: TestGateway): Promise<{ cookie: string }> {
  const headers = { cookie: await gateway.signIn('k') }
  await gateway.fetch('/api/vaults', { headers })
  return headers
}
