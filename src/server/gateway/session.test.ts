/** Signing in, and how a session ends. */
import { createDecipheriv, scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { errorBody } from '../../contract/records.ts'
import { sessionFingerprintHeader } from '../../contract/session.ts'
import { keyRing } from './sealing.ts'
import { cookieOf, expectFailure, jsonBody, startGateway, stateIn, testSecret } from './testing/gateway.ts'

const { service, start } = await startScripted()
const { service: elsewhere, start: startElsewhere } = await startScripted()
const gateway = // No session of these ends for want of requests.
  await start({ SESSION_IDLE_MINUTES: '1440' })
const copy = await start()
const ofAnotherService = await startElsewhere()
const withAnotherSecret = await start({ SESSION_SECRET: 'another secret; of another installation' })
const fixed = await start({ CUSTODY_API_KEY: 'key-of-the-house', CUSTODY_ACCOUNT_ID: 'account-of-the-house' })

const signIn = (body: unknown, headers = {}) => gateway.post('/session', body, headers)

describe('signing in', () => {
  it('tries the key on the service and then knows the reader', async () => {
    const answer = await signIn({ apiKey: ' good-key ', accountId: 'a-1' })
    expect(answer.status).toBe(200)
    expect(await stateIn(answer)).toMatchObject({
      signedIn: true,
      accountId: 'a-1',
      fixedKey: false,
      service: { address: service.address, embedded: false },
      demonstrationKey: null,
    })
    expect(service.received).toMatchObject([
      { target: '/transactions?limit=1', headers: { 'x-api-key': 'good-key', 'account-id': 'a-1' } },
    ])
    expect(await gateway.state(cookieOf(answer))).toMatchObject({ signedIn: true, accountId: 'a-1' })
  })

  it('names the service’s address and the organization only to who is signed in', async () => {
    const { host } = new URL(service.address)
    const named = await startGateway({
      ...{
        CUSTODY_API_URL: service.address,
        SERVICE_NAME: 'Acme Custody',
        ORGANIZATION_NAME: 'Acme Treasury',
      },
    })
    const before = await named.state('')
    expect(before.service).toEqual({ name: 'Acme Custody', address: null, id: null, embedded: false })
    const cookie = await named.signIn()
    expect(await named.state(cookie)).toMatchObject({
      service: { address: service.address },
      organization: 'Acme Treasury',
    })
    const left = await named.signOut(cookie)
    expect(JSON.stringify([before, await left.json()])).not.toMatch(new RegExp(`${host}|Acme Treasury`))
  })

  it('says whether everything of an account is read', async () => {
    const off = await start({ SYNC: 'off' })
    for (const cookie of ['', await off.signIn()])
      expect(await off.state(cookie)).toMatchObject({ sync: 'off', keepsRecords: false, signsFiles: false })
  })

  it('sets a cookie that no script reads, no other site sends, and that is sealed', async () => {
    const answer = await signIn({ apiKey: 'good-key-in-clear' })
    const [cookie = ''] = answer.headers.getSetCookie()
    for (const attribute of [/; HttpOnly/i, /; SameSite=Strict/i, /; Path=\//i, /; Max-Age=43200/i])
      expect(cookie).toMatch(attribute)
    expect(cookie).not.toMatch(/; Secure/i)
    const value = decodeURIComponent(cookieOf(answer))
    expect(value).not.toContain('good-key')
    expect(Buffer.from(value.split('=')[1] ?? '', 'base64').toString('latin1')).not.toContain('good-key')
  })

  it('sets a cookie that one key opens, and none that has another purpose', async () => {
    const cookie = Buffer.from((await gateway.signIn()).split('=')[1] ?? '', 'base64url')
    const open = (key: Buffer) => {
      const decipher = createDecipheriv('aes-256-gcm', key, cookie.subarray(0, 12))
      decipher.setAAD(Buffer.from('custody_session')).setAuthTag(cookie.subarray(12, 28))
      return decipher.update(cookie.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    }
    const { sessionCookie, ...others } = keyRing([testSecret])[0]
    expect(open(sessionCookie)).toContain('a-good-key')
    const root = scryptSync(testSecret, 'custody-console session', 32)
    for (const key of [root, ...Object.values(others)]) expect(() => open(key)).toThrow()
    expect(new Set(Object.values(others).map((key) => key.toString('hex'))).size).toBe(6)
  })

  it('sets a cookie that browsers keep, with the longest key and account', async () => {
    const answer = await signIn({ apiKey: 'k'.repeat(1024), accountId: '"'.repeat(256) })
    expect(answer.headers.getSetCookie()[0]?.length).toBeLessThanOrEqual(4096)
    expect(await gateway.state(cookieOf(answer))).toMatchObject({ signedIn: true })
  })

  it.each(['ERR-02', 'ERR-03', 'ERR-01'] as const)('passes on a refusal with %s as it is', async (code) => {
    service.script('/transactions', upstream.errorAnswer(code, { 'retry-after': '3' }))
    const answer = await signIn({ apiKey: 'bad-key' })
    expect(answer.status).toBe({ 'ERR-01': 400, 'ERR-02': 401, 'ERR-03': 429 }[code])
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(errorBody.parse(await answer.json()).error_code).toBe(code)
  })

  it('accepts a key that may read, where there is nothing to read yet and vaults are not for it', async () => {
    service.script('/transactions', upstream.errorAnswer('TXN-02'))
    service.script('/vaults', upstream.errorAnswer('ERR-02'))
    expect((await signIn({ apiKey: 'k' })).status).toBe(200)
  })

  it('refuses a key by the code alone, and names no address of the service', async () => {
    const help = `${service.address}/authentication`
    const body = { error_code: 'ERR-02', error_message: 'Unauthorized', help }
    service.script('/transactions', upstream.json(body, 200))
    const answer = await signIn({ apiKey: 'bad-key' })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await answer.json()).toEqual({ ...body, help: '' })
  })

  it('believes no page, no broken document and none that nests without end', async () => {
    const type = { 'content-type': 'application/json' }
    const nested = upstream.textAnswer('['.repeat(100_000) + ']'.repeat(100_000), 200, type)
    for (const script of [upstream.htmlPage, upstream.brokenJson, nested]) {
      service.script('/transactions', script)
      const answer = await signIn({ apiKey: 'k' })
      expect(answer.headers.getSetCookie()).toEqual([])
      await expectFailure(answer, 'GTW-02')
    }
  })

  const form = 'application/x-www-form-urlencoded'
  it.each([
    ...[{}, [], null, { apiKey: '' }, { apiKey: '   ' }, { apiKey: 'käy' }, { apiKey: 7 }],
    ...[{ apiKey: 'a\r\nx-injected: 1' }, { apiKey: 'x'.repeat(1025) }, { apiKey: 'x'.repeat(20_000) }],
    { apiKey: 'k', accountId: 'ü' },
    new Blob(['{"apiKey":"secret-in-broken-json'], { type: 'application/json' }),
    new Blob(['apiKey=k'], { type: form }),
  ])('refuses the body %j, asks nobody, and repeats nothing of it', async (body) => {
    const answer =
      body instanceof Blob ? await gateway.fetch('/session', { method: 'POST', body }) : await signIn(body)
    expect(JSON.stringify(await expectFailure(answer, 'GTW-07'))).not.toContain('secret-in')
    expect(service.received).toEqual([])
  })

  it.each([
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { 'sec-fetch-site': 'same-site' }],
    ['POST', { 'sec-fetch-site': 'none' }],
    ['POST', { origin: 'https://elsewhere.example' }],
    ['POST', { origin: 'null' }],
    ['DELETE', { 'sec-fetch-site': 'cross-site' }],
    ['DELETE', { origin: 'https://elsewhere.example' }],
  ])('is for our own pages, and so is signing out: %s with %o is refused', async (method, headers) => {
    const init = method === 'POST' ? jsonBody({ apiKey: 'k' }, headers) : { method, headers }
    await expectFailure(await gateway.fetch('/session', init), 'GTW-10')
    expect(service.received).toEqual([])
  })
})

describe('the end of a session', () => {
  it('comes with DELETE, also for a copy of the cookie', async () => {
    const cookie = await gateway.signIn()
    const answer = await gateway.signOut(cookie)
    // Pages that a browser kept; not what its readers have set up, nor the cookies of other hosts.
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
    expect((await stateIn(answer)).signedIn).toBe(false)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^custody_session=;.*Max-Age=0/i)
    expect((await gateway.state(cookie)).signedIn).toBe(false)
    await expectFailure(await gateway.read(cookie), 'GTW-04')
  })

  it('comes where another session takes its place', async () => {
    const cookie = await gateway.signIn()
    const next = cookieOf(await signIn({ apiKey: 'k' }, { cookie }))
    expect([(await gateway.state(cookie)).signedIn, (await gateway.state(next)).signedIn]).toEqual([
      false,
      true,
    ])
  })

  it('comes when a single character of the cookie is changed', async () => {
    const cookie = await gateway.signIn()
    const start = cookie.indexOf('=') + 1
    const changed = [start, start + 20, cookie.length - 2].map(
      (at) => `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`,
    )
    const junk = ['', ';', '%7B%7D', 'a%3Bb'].map((value) => `custody_session=${value}`)
    for (const each of [...changed, ...junk]) expect((await gateway.state(each)).signedIn).toBe(false)
  })

  it('comes with another secret or another service, to which the key must not go, and not with another copy', async () => {
    const cookie = await gateway.signIn()
    for (const other of [withAnotherSecret, ofAnotherService]) {
      expect((await other.state(cookie)).signedIn).toBe(false)
      await expectFailure(await other.read(cookie), 'GTW-04')
    }
    expect(elsewhere.received).toEqual([])
    expect((await copy.state(cookie)).signedIn).toBe(true)
  })
})

describe('the fingerprint of a session', () => {
  const markOf = async (credentials: object, from = gateway) =>
    (await stateIn(await from.post('/session', credentials))).fingerprint

  it('is that of one key and account of one service, and tells neither', async () => {
    const fingerprint = await markOf({ apiKey: 'k', accountId: 'a' })
    expect(fingerprint).toMatch(/^[\da-f]{32}$/)
    expect(await markOf({ apiKey: 'k', accountId: 'a' })).toBe(fingerprint)
    const others = [
      await markOf({ apiKey: 'k' }),
      await markOf({ apiKey: 'k', accountId: 'b' }),
      await markOf({ apiKey: 'l', accountId: 'a' }),
      await markOf({ apiKey: 'k', accountId: 'a' }, ofAnotherService),
      await markOf({ apiKey: 'k', accountId: 'a' }, withAnotherSecret),
    ]
    expect(new Set([fingerprint, ...others]).size).toBe(6)
    expect((await gateway.state('')).fingerprint).toBeNull()
  })

  it('is on each answer, and keeps what is meant for it from being answered in another', async () => {
    const fingerprint = (await markOf({ apiKey: 'k' })) ?? ''
    const [own, others] = [await gateway.signIn('k'), await gateway.signIn('l')]
    service.script('/vaults', upstream.json({ vaults: [] }))
    const meant = { [sessionFingerprintHeader]: fingerprint }
    expect((await gateway.read(own, meant)).headers.get(sessionFingerprintHeader)).toBe(fingerprint)
    expect((await gateway.read(others)).headers.get(sessionFingerprintHeader)).not.toBe(fingerprint)
    service.reset()
    await expectFailure(await gateway.read(others, meant), 'GTW-12')
    expect(service.received).toEqual([])
  })
})

it('a fixed key signs everybody in, and nobody in or out', async () => {
  const state = await fixed.state('')
  expect(state).toMatchObject({
    signedIn: true,
    fixedKey: true,
    accountId: 'account-of-the-house',
    fingerprint: expect.stringMatching(/^[\da-f]{32}$/),
    expiresAt: null,
  })
  service.script('/vaults', upstream.json({ vaults: [] }))
  expect((await fixed.read('', { [sessionFingerprintHeader]: state.fingerprint ?? '' })).status).toBe(200)
  await expectFailure(await fixed.read('', { [sessionFingerprintHeader]: '0'.repeat(32) }), 'GTW-12')
  expect(service.received).toMatchObject([
    { headers: { 'x-api-key': 'key-of-the-house', 'account-id': 'account-of-the-house' } },
  ])
  for (const init of [jsonBody({ apiKey: 'other' }), { method: 'DELETE' }])
    expect((await expectFailure(await fixed.fetch('/session', init), 'GTW-06')).details).toContain(
      'fixed key',
    )
})
