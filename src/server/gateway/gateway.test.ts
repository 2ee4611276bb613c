import { describe, expect, it } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { exchange } from '../service/testing/exchange.ts'
import { securityHeaders } from './security-headers.ts'
import { forTests, signInBody, startGateway } from './testing/gateway.ts'
import { rawRequest } from './testing/raw-request.ts'

const service = forTests(await upstream.startScriptedService())
const gateway = forTests(await startGateway({ CUSTODY_API_URL: service.address }))

const rawGet = (path: string, headers: Record<string, string>, from = gateway) =>
  rawRequest(from, path, { headers })

describe('security headers', () => {
  it.each([
    '/',
    '/transactions/abc',
    '/assets/main-abc.js',
    '/nothing.js',
    '/session',
    '/api/vaults',
    '/api/x',
    '/healthz',
    '/api/%zz',
  ])('are on %s', async (path) => {
    const { headers } = await gateway.fetch(path)
    for (const [name, value] of Object.entries(securityHeaders({ secure: false })))
      expect(headers.get(name), name).toBe(value)
    expect(headers.get('x-request-id')).not.toBeNull()
  })

  it('allow nothing unsafe, with a nonce or without', () => {
    for (const nonce of [undefined, 'abc']) {
      const policy = securityHeaders({ secure: true, nonce })['content-security-policy'] ?? ''
      expect(policy).not.toContain('unsafe')
      expect(policy).not.toContain('*')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types worker$/)
    }
  })
})

describe('the console', () => {
  it.each([
    '/',
    '/transactions',
    '/transactions/a.b%20c?status=pending',
    '/vaults/vault.json',
    '/whitelists/a.b',
    '/vaults/x/y',
    '/check?address=a.b',
    '/sessions',
    '/apis',
  ])('opens at %s', async (path) => {
    const answer = await gateway.fetch(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toContain('<title>Console</title>')
  })

  it('does not open in place of a file that is not there', async () => {
    for (const [path, headers] of [
      ['/assets/gone.js', {}],
      ['/gone.js', { 'sec-fetch-dest': 'script' }],
      ['/gone.json', { accept: 'application/json' }],
      ['/gone.svg', { accept: 'image/avif,image/*' }],
      // Whoever asks, as curl and a scanner do.
      ['/openapi.json', {}],
      ['/gone.json', { accept: 'text/html', 'sec-fetch-dest': 'document' }],
      ['/.git/config', {}],
      ['/static/gone.js', {}],
      ['/vaults.json', {}],
    ] as const) {
      const answer = await rawGet(path, headers)
      expect(answer.status, path).toBe(404)
      expect(answer.headers['content-type']).toContain('text/plain')
    }
  })

  it.each([
    ['br', 'br', 'brotli stand-in'],
    ['gzip', 'gzip', 'gzip stand-in'],
    ['identity', null, 'plain'],
  ])('sends what was compressed at build, for %s', async (accepted, encoding, file) => {
    const answer = await rawGet('/assets/main-abc.js', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding'] ?? null).toBe(encoding)
    expect(answer.headers['content-type']).toContain('javascript')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.body).toBe(file)
  })

  it.each(['/transactions/%', '/transactions/%ff', '/vaults/%E2%82?x=%'])(
    'opens at %s too, whose encoding is broken',
    async (path) => {
      const answer = await rawGet(path, {})
      expect(answer.status).toBe(200)
      expect(answer.body).toContain('<title>Console</title>')
    },
  )

  it('has other files checked for freshness', async () => {
    const answer = await gateway.fetch('/icon.svg')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('etag')).not.toBeNull()
  })

  it.each([
    '/../../../etc/passwd',
    '/assets/../../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fpackage.json',
  ])('gives nothing from outside for %s', async (path) => {
    const { body } = await rawGet(path, {})
    expect(body).not.toMatch(/root:|"name"/)
  })
})

describe('host names', () => {
  it('are all the same where a cookie guards', async () => {
    expect((await rawGet('/session', { host: 'console.example' })).status).toBe(200)
  })

  it('must be ours where they are listed', async () => {
    const listed = await startGateway({ CUSTODY_API_URL: service.address, ALLOWED_HOSTS: 'console.example' })
    expect((await rawGet('/', { host: 'Console.example:8443' }, listed)).status).toBe(200)
    expect((await rawGet('/', { host: 'rebound.example' }, listed)).status).toBe(403)
    expect((await rawGet('/healthz', { host: '10.0.0.1' }, listed)).status).toBe(200)
  })

  it('must be an address or localhost with a fixed key, where none are listed', async () => {
    const fixed = await startGateway({ CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'k' })
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:80'])
      expect((await rawGet('/session', { host }, fixed)).status, host).toBe(200)
    const answer = await rawGet('/api/vaults', { host: 'rebound.example' }, fixed)
    expect(answer.status).toBe(403)
    expect(answer.body).toContain('GTW-10')
  })
})

it('takes over a request id that is one, and no other', async () => {
  const given = await gateway.fetch('/healthz', { headers: { 'x-request-id': 'abc-1' } })
  expect(given.headers.get('x-request-id')).toBe('abc-1')
  const odd = await gateway.fetch('/healthz', { headers: { 'x-request-id': 'a b{"x":1}' } })
  expect(odd.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

it('answers what is no HTTP with nothing of its own insides', async () => {
  const answer = await exchange(gateway.address, 'nonsense\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('GTW-07')
})

describe('the log', () => {
  it('has path, status, time and request id, and nothing that opens or tells', async () => {
    const { log } = gateway
    log.length = 0
    const cookie = await gateway.signIn('key-that-must-not-leak', 'account-that-must-not-leak')
    await gateway.fetch('/api/transactions?source_address=query-that-must-not-leak', { headers: { cookie } })
    service.script('/vaults', upstream.drop)
    await gateway.fetch('/api/vaults?asset_id=query-that-must-not-leak', { headers: { cookie } })
    await gateway.fetch('/session', signInBody({ apiKey: 'key-that-must-not-leak' }))
    await gateway.fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"apiKey":"key-that-must-not-leak',
    })
    await gateway.fetch('/transactions?x=query-that-must-not-leak')
    await gateway.fetch('/api/%zz?x=query-that-must-not-leak')
    const lines = log.map((line) => JSON.parse(line))
    expect(
      lines.filter(({ msg }) => msg === 'request').map(({ path, status }) => `${status} ${path}`),
    ).toEqual([
      '200 /session',
      '400 /api/transactions',
      '502 /api/vaults',
      '502 /session',
      '400 /session',
      '200 /transactions',
      '400 /api/%zz',
    ])
    for (const line of lines) expect(line.requestId).toMatch(/^[\w-]{8,}$/)
    const text = log.join('')
    expect(text).not.toContain('must-not-leak')
    expect(text).not.toContain(cookie.split('=')[1])
    expect(text).not.toContain('custody_session')
  })
})
