/** Whose session a request is in: cookies from elsewhere, copies of cookies, and sessions that have ended. */
import { describe, expect, it, vi } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { idleHeader } from '../../contract/session.ts'
import { cookieOf, expectFailure, stateIn, type TestGateway } from './testing/gateway.ts'

const https = { 'x-forwarded-proto': 'https' }
const { service, start } = await startScripted()
const gateway = await start({})
/** Behind a proxy that ends TLS. */
const proxied = await start({ TRUST_PROXY: 'loopback' })

/** The cookie that somebody gets who signs in with these headers. */
const cookieFor = async (headers: Record<string, string>) => {
  const answer = await gateway.raw('/session', headers, { apiKey: 'k' })
  return String(answer.headers['set-cookie'])
}
const signIn = async (from: TestGateway, headers: Record<string, string> = {}) => {
  const answer = await from.post('/session', { apiKey: 'k' }, headers)
  expect(answer.status).toBe(200)
  return answer
}

describe('a cookie that another host of the domain set', () => {
  it('cannot be our own over HTTPS, whose name only this host can set', async () => {
    const [cookie = ''] = (await signIn(proxied, https)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-custody_session=/)
    expect(cookie).toMatch(/; Secure/i)
    expect(cookie).toMatch(/; Path=\/(?:;|$)/i)
    expect(cookie).not.toMatch(/; Domain/i)
    const tossed = cookie.split(';')[0]?.replace('__Host-', '') ?? ''
    // Also behind a proxy that does not say that it ends TLS.
    for (const headers of [https, {}]) {
      expect((await proxied.state(tossed, headers)).signedIn).toBe(false)
      await expectFailure(await proxied.read(tossed, headers), 'GTW-04')
    }
  })

  it.each([
    ['junk', () => 'custody_session=junk'],
    ['a session of its own', () => gateway.signIn('key-of-the-attacker')],
    ['two', () => 'custody_session=one; custody_session=two'],
    // Browsers take a name that only begins with the prefix once something has been trimmed from it.
    ['our name after a space of another kind', () => '\u00a0__Host-custody_session=junk'],
  ])('does nothing beside ours over HTTPS: %s', async (_, set) => {
    const [own, tossed] = [cookieOf(await signIn(proxied, https)), await set()]
    // Also behind a proxy that does not say that it ends TLS.
    for (const headers of [https, {}])
      for (const cookie of [`${own}; ${tossed}`, `${tossed}; ${own}`]) {
        const answer = await proxied.raw('/session', { ...headers, cookie })
        expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { signedIn: true }])
      }
  })

  it.each([
    ['the same name twice', (own: string, tossed: string) => `${own}; ${tossed}`],
    ['a broken one beside ours', (own: string) => `custody_session=;${own}`],
  ])('is refused beside ours over plain HTTP: %s', async (_, both) => {
    const cookie = both(
      await gateway.signIn('key-of-the-reader'),
      await gateway.signIn('key-of-the-attacker'),
    )
    service.reset()
    for (const path of ['/api/vaults', '/session'])
      await expectFailure(await gateway.fetch(path, { headers: { cookie } }), 'GTW-13')
    expect(service.received).toEqual([])
  })

  it('does not keep anybody from signing in or out, which takes away all of ours', async () => {
    const old = await gateway.signIn()
    const cookie = `${old}; __Host-${old}`
    const answer = await signIn(proxied, { ...https, cookie })
    expect(answer.headers.getSetCookie()).toHaveLength(2)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^custody_session=;.*Max-Age=0/i)
    expect(answer.headers.getSetCookie()[1]).toMatch(/^__Host-custody_session=[^;]/)
    const out = await proxied.fetch('/session', { method: 'DELETE', headers: { ...https, cookie } })
    expect(out.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^custody_session=;.*Max-Age=0/i),
      expect.stringMatching(/^__Host-custody_session=;.*Max-Age=0.*Secure/i),
    ])
  })
})

describe('behind TLS, with TRUST_PROXY forgotten', () => {
  it.each([
    ['the proxy says HTTPS', { ...https }],
    ['the page says HTTPS', { origin: 'https://console.example', host: 'console.example' }],
    ['nobody says anything, and it is not this machine', { host: 'console.example' }],
  ])('the cookie is secure where %s', async (_, headers: Record<string, string>) => {
    const cookie = await cookieFor({ host: 'localhost', ...headers })
    expect(cookie).toMatch(/^__Host-custody_session=.*; Secure/)
    expect((await gateway.state(cookie.split(';')[0] ?? '')).signedIn).toBe(true)
  })

  it('it is not where the page itself says plain HTTP: the browser would drop it, and nobody could sign in', async () => {
    const cookie = await cookieFor({ host: 'console.lan:8080', origin: 'http://console.lan:8080' })
    expect(cookie).toMatch(/^custody_session=/)
    expect(cookie).not.toMatch(/Secure/i)
  })

  it('HSTS is sent, and the log warns once', async () => {
    const forgotten = await start()
    await forgotten.fetch('/')
    expect(forgotten.log.join('')).not.toContain('TRUST_PROXY')
    for (const path of ['/', '/session', '/']) {
      const { headers } = await forgotten.fetch(path, { headers: https })
      expect(headers.get('strict-transport-security')).toContain('max-age=')
    }
    expect(forgotten.log.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
  })
})

describe('a session in which nobody does anything', () => {
  const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000)

  it('says how long it still lasts, which what the console asks by itself does not lengthen', async () => {
    const short = await start({ SESSION_IDLE_MINUTES: '10' })
    vi.useFakeTimers({ toFake: ['Date'] })
    const cookie = await short.signIn()
    const unattended = { [idleHeader]: String(4 * 60_000) }
    minutes(4)
    expect(await short.state(cookie, unattended)).toMatchObject({ signedIn: true, idleSeconds: 360 })
    expect((await short.read(cookie, unattended)).headers.getSetCookie()).toEqual([])
    expect(await short.state(cookie, unattended)).toMatchObject({ idleSeconds: 360 })
    const attended = await short.fetch('/session', { headers: { cookie } })
    expect((await stateIn(attended)).idleSeconds).toBe(600)
    minutes(6)
    const idle = { [idleHeader]: String(6 * 60_000) }
    expect(await short.state(cookieOf(attended), idle)).toMatchObject({ idleSeconds: 240 })
    minutes(4)
    expect((await short.state(cookie)).signedIn).toBe(false)
    expect((await short.read(cookie)).status).toBe(401)
  })

  it.each([
    ['by the copy of the gateway that heard of it', 0],
    ['by another copy, as the console tells it a minute before the end', 1],
  ])('lasts from the very act that the console tells, however late that is told: %s', async (_, last) => {
    const short = { SESSION_IDLE_MINUTES: '10' }
    const [one, other] = [await start(short), await start(short)]
    vi.useFakeTimers({ toFake: ['Date'] })
    const cookie = await one.signIn()
    const seconds = (count: number) => vi.setSystemTime(Date.now() + count * 1000)
    // What the console asks by itself 39 seconds after the last act makes it no longer.
    seconds(39)
    expect(await one.state(cookie, { [idleHeader]: '39000' })).toMatchObject({ idleSeconds: 561 })
    // An act that nothing was asked after, told half a minute later.
    seconds(31)
    expect(await one.state(cookie, { [idleHeader]: '30000' })).toMatchObject({ idleSeconds: 570 })
    seconds(510)
    const gateway = last === 0 ? one : other
    const told = await gateway.fetch('/session', { headers: { cookie, [idleHeader]: '540000' } })
    expect((await stateIn(told)).idleSeconds).toBe(60)
    const renewed = () => gateway.state(cookieOf(told), { [idleHeader]: 'for ever' })
    seconds(59)
    expect(await renewed()).toMatchObject({ signedIn: true, idleSeconds: 1 })
    seconds(1)
    expect((await renewed()).signedIn).toBe(false)
  })

  it('goes on as long as somebody does, with a cookie that says so, and ends when it was to end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let cookie = await gateway.signIn()
    const { expiresAt } = await gateway.state(cookie)
    let renewals = 0
    // Twelve hours with a reading every ten minutes.
    for (let reading = 1; reading < 72; reading += 1) {
      minutes(10)
      const answer = await gateway.read(cookie)
      expect(answer.status, `reading ${reading}`).not.toBe(401)
      if (answer.headers.getSetCookie().length > 0) {
        renewals += 1
        cookie = cookieOf(answer)
        const left = Math.ceil((Date.parse(expiresAt ?? '') - Date.now()) / 1000)
        expect(answer.headers.getSetCookie()[0]).toContain(`Max-Age=${left};`)
      }
    }
    expect(renewals).toBeGreaterThan(0)
    expect((await gateway.state(cookie)).expiresAt).toBe(expiresAt)
    minutes(10)
    expect((await gateway.read(cookie)).status).toBe(401)
  })

  it('is not revived by an answer that was under way when it was ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const cookie = await gateway.signIn()
    minutes(10)
    const asked = upstream.held()
    service.script('/vaults', asked.script)
    const answer = gateway.read(cookie)
    await asked.arrived()
    await gateway.signOut(cookie)
    asked.release()
    expect((await answer).headers.getSetCookie()).toEqual([])
  })
})
