/** What a Prometheus that scrapes the gateway sees, and what /readyz says. */
import { readFile } from 'node:fs/promises'
import { getGlobalDispatcher } from 'undici'
import { describe, expect, it, vi } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { createMetrics } from './metrics.ts'
import type { TestGateway } from './testing/gateway.ts'

const { service, start } = await startScripted()
const gateway = await start({ METRICS_PORT: '0', SIGN_IN_ATTEMPTS_PER_MINUTE: '5' })

const metricsAddress = () => {
  const line = gateway.log.map((each) => JSON.parse(each)).find(({ address }) => address?.port)
  return `http://127.0.0.1:${line.address.port}`
}
/** Samples by name and labels, as they stand in the text. */
async function scraped(): Promise<(sample: string) => number | undefined> {
  const answer = await fetch(`${metricsAddress()}/metrics`)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  const samples = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const values = new Map(samples.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
  return (sample) => values.get(sample)
}

describe('/metrics', () => {
  it('on this machine is for no page of another host that leads its own name here', async () => {
    const statusFor = async (host: string) => {
      const headers = { host }
      const { statusCode, body } = await getGlobalDispatcher().request({
        ...{ origin: metricsAddress(), path: '/metrics', method: 'GET' as const, headers },
      })
      await body.dump()
      return statusCode
    }
    for (const host of ['127.0.0.1', 'localhost:9', '[::1]:9']) expect(await statusFor(host), host).toBe(200)
    for (const host of ['evil.example', 'evil.example:9', 'localhost.evil.example', '127.0.0.1.evil.example'])
      expect(await statusFor(host), host).toBe(403)
  })

  it('counts requests, reads, sessions, sign-ins and refusals, each by few names', async () => {
    service.script('/vaults', upstream.json({ vaults: [] }))
    service.script('/transactions', upstream.errorAnswer('TXN-02'))
    service.script('/balances', upstream.hangUp)
    const headers = { cookie: await gateway.signIn('k') }
    await gateway.signIn('k')
    await gateway.signOut(await gateway.signIn('k'))
    await gateway.fetch('/api/vaults', { headers })
    await gateway.fetch('/api/vaults?limit=7&asset_id=x', { headers })
    await gateway.fetch('/api/transactions', { headers })
    await gateway.fetch('/api/balances', { headers })
    await gateway.fetch('/api/anything', { headers })
    await gateway.fetch('/vaults/some-id')
    await gateway.fetch('/assets/main-abc.js')
    service.script('/transactions', upstream.errorAnswer('ERR-02'))
    await gateway.post('/session', { apiKey: 'wrong' })
    await gateway.post('/session', {})
    await gateway.post('/session', { apiKey: 'wrong' })
    const sample = await scraped()
    const requests = (endpoint: string, outcome: string) =>
      sample(`custody_requests_total{endpoint="${endpoint}",outcome="${outcome}"}`)
    expect(requests('vaults', 'ok')).toBe(2)
    expect(requests('transactions', 'ok')).toBe(1)
    expect(requests('balances', 'GTW-00')).toBe(1)
    expect(requests('page', 'GTW-05')).toBe(1)
    expect(requests('page', 'ok')).toBe(1)
    expect(requests('file', 'ok')).toBe(1)
    expect(requests('session', 'GTW-09')).toBe(1)
    expect(sample('custody_sign_ins_total{outcome="accepted"}')).toBe(3)
    expect(sample('custody_sign_ins_total{outcome="refused"}')).toBe(1)
    expect(sample('custody_sign_ins_total{outcome="malformed"}')).toBe(1)
    expect(sample('custody_sign_ins_total{outcome="too many attempts"}')).toBe(1)
    expect(sample('custody_sessions')).toBe(2)
    expect(sample('custody_service_seconds_count{endpoint="vaults"}')).toBe(2)
    expect(sample('custody_audit_failing')).toBe(0)
    expect(sample('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(sample('process_resident_memory_bytes')).toBeGreaterThan(0)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    expect((await scraped())('custody_sessions')).toBe(0)
  })

  it('has all that the alerts of deploy/ ask for', async () => {
    const metrics = createMetrics({ sessions: () => 0, isAuditFailing: () => false }, false)
    metrics.watchWebhooks(() => 0)
    metrics.watchSync(() => [
      { name: 'Main', ageSeconds: 12, silentSeconds: 0 },
      { name: 'New', ageSeconds: null, silentSeconds: 90 },
      { name: null, ageSeconds: 40, silentSeconds: 0 },
    ])
    const text = await metrics.registry.metrics()
    for (const line of [
      'custody_sync_accounts 3',
      'custody_sync_oldest_seconds 40',
      'custody_sync_age_seconds{account="Main"} 12',
      'custody_sync_silent_seconds{account="New"} 90',
      'custody_changes_total{kind="transaction",event="late"} 0',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).not.toMatch(/account="(null|)"|age_seconds\{account="New"/)
    const alerts = await readFile('deploy/custody-alerts.yml', 'utf8')
    const names = new Set(alerts.match(/\bcustody_\w+/g))
    expect(names.size).toBeGreaterThan(5)
    for (const name of names) expect(metrics.registry.getSingleMetric(name), name).toBeDefined()
  })

  it('is on its own port alone, which has nothing else', async () => {
    expect((await gateway.fetch('/metrics', { headers: { accept: 'application/json' } })).status).toBe(404)
    for (const path of ['/', '/session', '/metrics/x'])
      expect((await fetch(`${metricsAddress()}${path}`)).status).toBe(404)
    expect((await fetch(`${metricsAddress()}/metrics`, { method: 'POST' })).status).toBe(404)
  })

  it('ends the program at its start where the port is taken', async () => {
    const { port } = new URL(metricsAddress())
    await expect(start({ METRICS_PORT: port })).rejects.toThrow(/^METRICS_PORT: .*EADDRINUSE/)
  })
})

describe('/readyz', () => {
  const ready = async (fresh: TestGateway) => {
    const answer = await fresh.fetch('/readyz')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).not.toContain(new URL(service.address).port)
    return [answer.status, JSON.parse(text).checks.service]
  }

  it.each([
    ['it answers', upstream.json({ vaults: [] }), [200, 'ok']],
    ['it wants a key', upstream.errorAnswer('ERR-02'), [200, 'ok']],
    ['it says so itself', upstream.errorAnswer('ERR-01'), [503, 'answered with ERR-01']],
    ['it fails', upstream.json({ message: 'down' }, 503), [503, 'answered with HTTP 503']],
    [
      'a proxy answers with a page',
      upstream.textAnswer('<h1>', 502, { 'content-type': 'text/html' }),
      [503, 'GTW-02 The service’s answer cannot be read'],
    ],
    ['it breaks off', upstream.hangUp, [503, 'GTW-00 The custody service cannot be reached']],
  ] as const)('says whether the service answers: %s', async (_what, script, expected) => {
    service.script('/transactions', script)
    const fresh = await start({ ALLOWED_HOSTS: 'console.example' })
    expect(await ready(fresh)).toEqual(expected)
    expect(service.received[0]?.headers).not.toHaveProperty('x-api-key')
  })

  it('asks the service once in a while, however often it is asked', async () => {
    service.script('/transactions', upstream.json({ transactions: [] }))
    const fresh = await start({ CUSTODY_API_KEY: 'k' })
    await Promise.all(Array.from({ length: 20 }, () => ready(fresh)))
    expect(service.received).toHaveLength(1)
    expect(service.received[0]?.headers).toMatchObject({ 'x-api-key': 'k' })
    service.script('/transactions', upstream.hangUp)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5001 })
    expect(await ready(fresh)).toEqual([503, 'GTW-00 The custody service cannot be reached'])
  })
})
