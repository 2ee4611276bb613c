import { describe, expect, it, vi } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { errorBody } from '../../contract/records.ts'
import { sessionState } from '../../contract/session.ts'
import { cookieOf, forTests, signInBody, startGateway } from './testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const gateway = forTests(
  await startGateway({
    CUSTODY_API_URL: service.address,
    SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
    // No session of these ends for want of requests.
    SESSION_IDLE_MINUTES: '1440',
  }),
)

const otherSecret = 'another secret; of another installation'

const stateWith = async (cookie: string, from = gateway) =>
  sessionState.parse(await (await from.fetch('/session', { headers: { cookie } })).json())
const codeOf = async (answer: Response) => errorBody.parse(await answer.json()).error_code

describe('signing in', () => {
  it('tries the key on the service and then knows the reader', async () => {
    const answer = await gateway.fetch('/session', signInBody({ apiKey: ' good-key ', accountId: 'a-1' }))
    expect(answer.status).toBe(200)
    expect(sessionState.parse(await answer.json())).toMatchObject({
      signedIn: true,
      accountId: 'a-1',
      fixedKey: false,
      service: { address: service.address, embedded: false },
      demonstrationKey: null,
    })
    expect(service.received).toMatchObject([
      { target: '/vaults?limit=1', headers: { 'x-api-key': 'good-key', 'account-id': 'a-1' } },
    ])
    expect(await stateWith(cookieOf(answer))).toMatchObject({ signedIn: true, accountId: 'a-1' })
  })

  it('sets a cookie that no script reads, no other site sends, and that is sealed', async () => {
    const answer = await gateway.fetch('/session', signInBody({ apiKey: 'good-key-in-clear' }))
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).toMatch(/; SameSite=Strict/i)
    expect(cookie).toMatch(/; Path=\//i)
    expect(cookie).toMatch(/; Max-Age=43200/i)
    expect(cookie).not.toMatch(/; Secure/i)
    const value = decodeURIComponent(cookieOf(answer))
    expect(value).not.toContain('good-key')
    expect(Buffer.from(value.split('=')[1] ?? '', 'base64').toString('latin1')).not.toContain('good-key')
  })

  it('sets a cookie that browsers keep, with the longest key and account', async () => {
    const body = { apiKey: 'k'.repeat(1024), accountId: '"'.repeat(256) }
    const answer = await gateway.fetch('/session', signInBody(body))
    expect(answer.headers.getSetCookie()[0]?.length).toBeLessThanOrEqual(4096)
    expect(await stateWith(cookieOf(answer))).toMatchObject({ signedIn: true })
  })

  it.each(['ERR-02', 'ERR-03', 'ERR-01'] as const)('passes on a refusal with %s as it is', async (code) => {
    service.script('/vaults', upstream.errorBody(code, { 'retry-after': '3' }))
    const answer = await gateway.fetch('/session', signInBody({ apiKey: 'bad-key' }))
    expect(answer.status).toBe({ 'ERR-01': 400, 'ERR-02': 401, 'ERR-03': 429 }[code])
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await codeOf(answer)).toBe(code)
  })

  it('accepts a key that may read where there is nothing to read yet', async () => {
    service.script('/vaults', upstream.errorBody('VAL-01'))
    expect((await gateway.fetch('/session', signInBody({ apiKey: 'k' }))).status).toBe(200)
  })

  it('believes no page and no broken document', async () => {
    for (const script of [upstream.htmlPage, upstream.brokenJson]) {
      service.script('/vaults', script)
      const answer = await gateway.fetch('/session', signInBody({ apiKey: 'k' }))
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await codeOf(answer)).toBe('GTW-02')
    }
  })

  it.each([
    {},
    { apiKey: '' },
    { apiKey: '   ' },
    { apiKey: 'käy' },
    { apiKey: 'a\r\nx-injected: 1' },
    { apiKey: 7 },
    { apiKey: 'x'.repeat(1025) },
    { apiKey: 'k', accountId: 'ü' },
    [],
    null,
  ])('refuses the body %j', async (body) => {
    const answer = await gateway.fetch('/session', signInBody(body))
    expect(answer.status).toBe(400)
    expect(await codeOf(answer)).toBe('GTW-07')
    expect(service.received).toEqual([])
  })

  it.each([
    ['broken JSON', { 'content-type': 'application/json' }, '{"apiKey":"secret-in-broken-json'],
    ['another type', { 'content-type': 'application/x-www-form-urlencoded' }, 'apiKey=k'],
    ['too much', { 'content-type': 'application/json' }, JSON.stringify({ apiKey: 'x'.repeat(20_000) })],
  ])('refuses %s without repeating it', async (_, headers, body) => {
    const answer = await gateway.fetch('/session', { method: 'POST', headers, body })
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toContain('GTW-07')
    expect(text).not.toContain('secret-in')
  })

  it('slows down repeated attempts of one address', async () => {
    const strict = await startGateway({ CUSTODY_API_URL: service.address, SIGN_IN_ATTEMPTS_PER_MINUTE: '2' })
    service.script('/vaults', upstream.errorBody('ERR-02'))
    const attempt = () => strict.fetch('/session', signInBody({ apiKey: 'guess' }))
    expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 401])
    const third = await attempt()
    expect(third.status).toBe(429)
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await codeOf(third)).toBe('GTW-09')
    expect(service.received).toHaveLength(2)
    await strict.close()
  })
})

describe('pages of other sites', () => {
  it.each([
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { 'sec-fetch-site': 'same-site' }],
    ['POST', { 'sec-fetch-site': 'none' }],
    ['POST', { origin: 'https://elsewhere.example' }],
    ['POST', { origin: 'null' }],
    ['DELETE', { 'sec-fetch-site': 'cross-site' }],
    ['DELETE', { origin: 'https://elsewhere.example' }],
  ])('%s with %o is refused', async (method, headers) => {
    const init = method === 'POST' ? signInBody({ apiKey: 'k' }, headers) : { method, headers }
    const answer = await gateway.fetch('/session', init)
    expect(answer.status).toBe(403)
    expect(await codeOf(answer)).toBe('GTW-10')
    expect(service.received).toEqual([])
  })

  it('but our own page is not', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: gateway.address }])
      expect((await gateway.fetch('/session', signInBody({ apiKey: 'k' }, headers))).status).toBe(200)
  })
})

describe('the end of a session', () => {
  it('comes with DELETE', async () => {
    const cookie = await gateway.signIn()
    const answer = await gateway.fetch('/session', { method: 'DELETE', headers: { cookie } })
    // Pages that a browser kept; not what its readers have set up, nor the cookies of other hosts.
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect(sessionState.parse(await answer.json()).signedIn).toBe(false)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^custody_session=;.*Max-Age=0/i)
  })

  it('comes by itself, even for a copy of the cookie that the browser did not forget', async () => {
    const cookie = await gateway.signIn()
    const { expiresAt } = await stateWith(cookie)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.parse(expiresAt ?? '') - 1000)
    expect((await stateWith(cookie)).signedIn).toBe(true)
    vi.setSystemTime(Date.parse(expiresAt ?? ''))
    expect((await stateWith(cookie)).signedIn).toBe(false)
    const answer = await gateway.fetch('/api/vaults', { headers: { cookie } })
    expect(answer.status).toBe(401)
    expect(await codeOf(answer)).toBe('GTW-04')
  })

  it('follows SESSION_HOURS', async () => {
    const short = await startGateway({ CUSTODY_API_URL: service.address, SESSION_HOURS: '1' })
    const before = Date.now()
    const { expiresAt } = await stateWith(await short.signIn(), short)
    const lasts = Date.parse(expiresAt ?? '') - before
    expect(lasts).toBeGreaterThanOrEqual(3_600_000)
    expect(lasts).toBeLessThan(3_660_000)
    await short.close()
  })

  it('comes when a single character of the cookie is changed', async () => {
    const cookie = await gateway.signIn()
    const start = cookie.indexOf('=') + 1
    for (const at of [start, start + 20, cookie.length - 2]) {
      const changed = `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`
      expect((await stateWith(changed)).signedIn).toBe(false)
    }
    for (const junk of [
      'custody_session=',
      'custody_session=;',
      'custody_session=%7B%7D',
      'custody_session=a%3Bb',
    ])
      expect((await stateWith(junk)).signedIn).toBe(false)
  })

  it('comes with another secret', async () => {
    const other = await startGateway({ CUSTODY_API_URL: service.address, SESSION_SECRET: otherSecret })
    expect((await stateWith(await gateway.signIn(), other)).signedIn).toBe(false)
    await other.close()
  })

  it('comes with another service: the key must not go there', async () => {
    const elsewhere = await upstream.startScriptedService()
    const other = await startGateway({ CUSTODY_API_URL: elsewhere.address })
    const cookie = await gateway.signIn()
    expect((await stateWith(cookie, other)).signedIn).toBe(false)
    expect((await other.fetch('/api/vaults', { headers: { cookie } })).status).toBe(401)
    expect(elsewhere.received).toEqual([])
    await other.close()
    await elsewhere.close()
  })

  it('does not come with another copy of the gateway that has the same secret', async () => {
    const copy = await startGateway({ CUSTODY_API_URL: service.address })
    expect((await stateWith(await gateway.signIn(), copy)).signedIn).toBe(true)
    await copy.close()
  })
})

describe('a fixed key', () => {
  it('signs everybody in, and nobody in or out', async () => {
    const fixed = await startGateway({
      CUSTODY_API_URL: service.address,
      CUSTODY_API_KEY: 'key-of-the-house',
      CUSTODY_ACCOUNT_ID: 'account-of-the-house',
    })
    expect(await stateWith('', fixed)).toMatchObject({
      signedIn: true,
      fixedKey: true,
      accountId: 'account-of-the-house',
      expiresAt: null,
    })
    await fixed.fetch('/api/vaults')
    expect(service.received.at(-1)?.headers).toMatchObject({
      'x-api-key': 'key-of-the-house',
      'account-id': 'account-of-the-house',
    })
    for (const init of [signInBody({ apiKey: 'other' }), { method: 'DELETE' }]) {
      const answer = await fixed.fetch('/session', init)
      expect(answer.status).toBe(405)
      expect(errorBody.parse(await answer.json()).details).toContain('fixed key')
    }
    await fixed.close()
  })
})

it('answers other methods with 405 and the methods that there are', async () => {
  const answer = await gateway.fetch('/session', { method: 'PUT' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, DELETE')
})
