import { describe, expect, it } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { errorBody } from '../../contract/records.ts'
import { exchange } from '../../testing/sockets.ts'
import { securityHeaders } from './security-headers.ts'
import { startGateway } from './testing/gateway.ts'

const { service, start } = await startScripted()
const gateway = await start()

const fixed = await start({ CUSTODY_API_KEY: 'key-of-the-house' })

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
    for (const [name, value] of Object.entries(securityHeaders(false)))
      expect(headers.get(name), name).toBe(value)
    expect(headers.get('x-request-id')).not.toBeNull()
  })

  it('allow nothing unsafe, with a nonce or without', () => {
    for (const nonce of [undefined, 'abc']) {
      const policy = securityHeaders(true, nonce)['content-security-policy'] ?? ''
      expect(policy).not.toContain('unsafe')
      expect(policy).not.toContain('*')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types 'none'$/)
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
      // As curl and a scanner ask.
      ['/openapi.json', {}],
      ['/gone.json', { accept: 'text/html', 'sec-fetch-dest': 'document' }],
      ['/.git/config', {}],
      ['/static/gone.js', {}],
      ['/vaults.json', {}],
    ] as const) {
      const answer = await gateway.raw(path, headers)
      expect(answer.status, path).toBe(404)
      expect(answer.headers['content-type']).toContain('text/plain')
    }
  })

  it.each([
    ['br', 'br', 'brotli stand-in'],
    ['gzip', 'gzip', 'gzip stand-in'],
    ['identity', null, 'plain'],
  ])('sends what was compressed at build, for %s', async (accepted, encoding, file) => {
    const answer = await gateway.raw('/assets/main-abc.js', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding'] ?? null).toBe(encoding)
    expect(answer.headers['content-type']).toContain('javascript')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.body).toBe(file)
  })

  it.each(['/transactions/%', '/transactions/%ff', '/vaults/%E2%82?x=%'])(
    'opens at %s too, whose encoding is broken',
    async (path) => {
      const answer = await gateway.raw(path)
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
    const { body } = await gateway.raw(path)
    expect(body).not.toMatch(/root:|"name"/)
  })
})

describe('host names', () => {
  it('are all the same where a cookie guards', async () => {
    expect((await gateway.raw('/session', { host: 'console.example' })).status).toBe(200)
  })

  it('must be ours where they are listed', async () => {
    const listed = await start({ TRUST_PROXY: 'loopback', ALLOWED_HOSTS: 'console.example' })
    expect((await listed.raw('/', { host: 'Console.example:8443' })).status).toBe(200)
    expect((await listed.raw('/', { host: 'rebound.example' })).status).toBe(403)
    // A page that rebinds a name can send that header.
    const forwarded = { host: 'rebound.example', 'x-forwarded-host': 'console.example' }
    expect((await listed.raw('/session', forwarded)).status).toBe(403)
    const other = { host: 'console.example', 'x-forwarded-host': 'rebound.example' }
    expect((await listed.raw('/session', other)).status).toBe(200)
    expect((await listed.raw('/healthz', { host: '10.0.0.1' })).status).toBe(200)
  })

  it('must be an address or localhost with a fixed key, where none are listed', async () => {
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:80'])
      expect((await fixed.raw('/session', { host })).status, host).toBe(200)
    const answer = await fixed.raw('/api/vaults', { host: 'rebound.example' })
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
    await gateway.fetch('/api/vaults?asset_id=query-that-must-not-leak', { headers: { cookie } })
    service.script('/transactions', upstream.hangUp)
    await gateway.fetch('/api/transactions?source_address=query-that-must-not-leak', {
      headers: { cookie },
    })
    await gateway.post('/session', { apiKey: 'key-that-must-not-leak' })
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
      '400 /api/vaults',
      '502 /api/transactions',
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

const codeOf = (body: string) => errorBody.parse(JSON.parse(body)).error_code

describe('a page of another site', () => {
  it.each(['cross-site', 'same-site'])('cannot have anything asked: %s', async (site) => {
    for (const path of ['/api/vaults', '/api/transactions?status=pending', '/session']) {
      const answer = await fixed.fetch(path, { headers: { 'sec-fetch-site': site } })
      expect([answer.status, codeOf(await answer.text())]).toEqual([403, 'GTW-10'])
    }
    expect(service.received).toEqual([])
  })

  it('cannot however it spells the path', async () => {
    const { host } = new URL(fixed.address)
    for (const path of ['/%73ession', '/sess%69on', `http://${host}/session`, `http://${host}/api/vaults`]) {
      const answer = await fixed.raw(path, { 'sec-fetch-site': 'cross-site' })
      expect([answer.status, codeOf(answer.body)], path).toEqual([403, 'GTW-10'])
      expect(answer.headers['cache-control'], path).toBe('no-store')
    }
    expect(service.received).toEqual([])
  })

  it('cannot where the browser tells no more than its origin', async () => {
    const answer = await fixed.fetch('/api/vaults', {
      headers: { origin: 'http://elsewhere.example' },
    })
    expect(answer.status).toBe(403)
    expect(service.received).toEqual([])
  })

  it('is told from ours, from an address that somebody typed, and from a link to a page', async () => {
    service.script('/vaults', upstream.json({ vaults: [] }))
    for (const site of ['same-origin', 'none'])
      expect((await fixed.fetch('/api/vaults', { headers: { 'sec-fetch-site': site } })).status).toBe(200)
    expect((await fixed.fetch('/vaults', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
  })
})

describe('the address that attempts are counted by', () => {
  it.each(['1', 'loopback'])(
    'is not what the caller writes into X-Forwarded-For: TRUST_PROXY=%s',
    async (trust) => {
      const strict = await start({ TRUST_PROXY: trust, SIGN_IN_ATTEMPTS_PER_MINUTE: '2' })
      service.script('/transactions', upstream.errorAnswer('ERR-02'))
      const statuses = []
      for (const claimed of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
        const headers = { 'x-forwarded-for': `${claimed}, 198.51.100.7` }
        const answer = await strict.post('/session', { apiKey: 'guess' }, headers)
        statuses.push([answer.status, Number(answer.headers.get('retry-after')) > 0])
      }
      expect(statuses).toEqual([
        [401, false],
        [401, false],
        [429, true],
      ])
      expect(service.received).toHaveLength(2)
      expect(strict.log.filter((line) => line.includes('"caller":"198.51.100.7"'))).toHaveLength(3)
    },
  )
})

describe('a secret that the proxy sends', () => {
  const proxySecret = '5f0b1c9a7d3e48f26b8a04c1d97e35f2'

  it('is asked of everything but /healthz and /readyz', async () => {
    const guarded = await startGateway({
      HOST: '0.0.0.0',
      CUSTODY_API_URL: service.address,
      CUSTODY_API_KEY: 'key-of-the-house',
      PROXY_SECRET: proxySecret,
    })
    for (const path of ['/', '/session', '/api/vaults', '/assets/main-abc.js'])
      for (const headers of [{}, { 'x-proxy-secret': '' }, { 'x-proxy-secret': `${proxySecret}0` }])
        expect((await guarded.fetch(path, { headers })).status, path).toBe(403)
    expect(service.received).toEqual([])
    service.script('/vaults', upstream.json({ vaults: [] }))
    for (const path of ['/healthz', '/readyz']) expect((await guarded.fetch(path)).status).toBe(200)
    const headers = { 'x-proxy-secret': proxySecret }
    for (const path of ['/', '/session', '/api/vaults'])
      expect((await guarded.fetch(path, { headers })).status, path).toBe(200)
    expect(JSON.stringify(service.received)).not.toContain(proxySecret)
    expect(guarded.log.join('')).not.toContain(proxySecret)
  })
})
