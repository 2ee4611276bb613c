import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { beginBody, startInstallation } from '../../../e2e/support/installation.ts'
import { json, startScriptedService } from '../../../e2e/support/scripted-service.ts'
import { newFolder } from '../testing/folder.ts'
import { expectFailure, forTests, jsonBody, type TestGateway } from './testing/gateway.ts'
import { openBrowser } from './testing/person-browser.ts'

const installation = forTests(await startInstallation())
const { gateway } = installation

const at = (copy: TestGateway, { pathname, search }: URL) => new URL(pathname + search, copy.address)

describe('a provider', () => {
  it('that is down keeps nothing from starting, and is asked again', async () => {
    installation.provider.shut()
    const early = await installation.startCopy()
    const browser = openBrowser(early)
    const ask = () => browser.ask('/session/provider', beginBody)
    await expectFailure(await ask(), 'GTW-17')
    installation.provider.open(early.address)
    expect(await browser.signIn('ana')).toBe('/sign-in')
  })

  it('that goes down while somebody signs in is named as what failed', async () => {
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana')
    installation.provider.shut()
    expect(await browser.comeBack(back)).toBe('/sign-in?error=GTW-17')
  })

  const now = Math.floor(Date.now() / 1000)
  it.each([
    ['has expired', { lasts: -3600 }, 'error=GTW-18'],
    ['is not valid yet', { nbf: now + 3600 }, 'error=GTW-18'],
    ['was issued in an hour', { iat: now + 3600 }, 'error=GTW-18'],
    ['was issued in half a minute', { iat: now + 30, nbf: now + 30 }, null],
    ['expired half a minute ago', { lasts: -30 }, null],
  ])(
    'and the gateway may disagree about the time by a minute: its token %s',
    async (_what, tokens, error) => {
      installation.provider.open(gateway.address, { tokens })
      expect(await openBrowser(gateway).signIn('ana')).toBe(error === null ? '/sign-in' : `/sign-in?${error}`)
    },
  )

  it('that does not know the gateway is told from one that is down', async () => {
    installation.provider.open(gateway.address, { secret: 'another secret than in the settings' })
    expect(await openBrowser(gateway).signIn('ana')).toBe('/sign-in?error=GTW-22')
  })

  it.each([
    ['more than it has to say', 'x'.repeat(2_000_000)],
    ['what nests without end', JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)],
  ])('is asked, and sends %s: it is as if it were down', async (_what, more) => {
    const provider = await startScriptedService()
    onTestFinished(() => provider.close())
    const [issuer, jwks_uri] = [provider.address, `${provider.address}/keys`]
    const endpoints = { authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t`, jwks_uri }
    const begin = async (beside: object) => {
      provider.script('/.well-known/openid-configuration', json({ issuer, ...endpoints, ...beside }))
      const copy = await installation.startCopy(undefined, { OIDC_ISSUER: issuer })
      return openBrowser(copy).ask('/session/provider', beginBody)
    }
    expect((await begin({})).status).toBe(200)
    await expectFailure(await begin({ more }), 'GTW-17')
  })

  it('that is another one than in the settings proves nothing', async () => {
    const other = await installation.startCopy(undefined, {
      OIDC_ISSUER: installation.provider.issuer.replace('localhost', '127.0.0.1'),
    })
    await expectFailure(await openBrowser(other).ask('/session/provider', beginBody), 'GTW-20')
  })
})

describe('what the provider sends the browser back with', () => {
  it('is taken once', async () => {
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana')
    const cookies = new Map(browser.cookies)
    expect(await browser.comeBack(back)).toBe('/sign-in')
    // The provider takes its code once, also from another copy of the gateway.
    const copy = await installation.startCopy()
    expect(await openBrowser(copy, cookies).comeBack(at(copy, back))).toBe('/sign-in?error=GTW-19')
    // It is not the provider that refuses.
    installation.provider.shut()
    expect(await browser.comeBack(back)).toBe('/sign-in?error=GTW-19')
    expect(await openBrowser(gateway, cookies).comeBack(back)).toBe('/sign-in?error=GTW-19')
  })

  it('is for the browser that began, and ends nothing in another', async () => {
    const [mine, theirs] = [openBrowser(gateway), openBrowser(gateway)]
    const back = await mine.atProvider('ana')
    const foreign = await theirs.atProvider('ben')
    expect(await openBrowser(gateway).comeBack(foreign)).toBe('/sign-in?error=GTW-19')
    expect(await mine.comeBack(foreign)).toBe('/sign-in?error=GTW-19')
    // Nor can somebody else's code be slipped in under one's own state.
    const slipped = new URL(back)
    slipped.searchParams.set('code', foreign.searchParams.get('code') ?? '')
    const cookies = new Map(mine.cookies)
    const copy = await installation.startCopy()
    expect(await openBrowser(copy, cookies).comeBack(at(copy, slipped))).toBe('/sign-in?error=GTW-19')
    expect(await mine.comeBack(back)).toBe('/sign-in')
    expect((await mine.state()).person?.name).toBe('Ana Souza')
  })

  it.each([
    ['of another issuer', (answer: URLSearchParams) => answer.set('iss', 'https://evil.example')],
    ['of no issuer', (answer: URLSearchParams) => answer.delete('iss')],
    ['given twice', (answer: URLSearchParams) => answer.append('code', 'another')],
  ])('is not believed where it is %s', async (_what, change) => {
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana')
    change(back.searchParams)
    expect(await browser.comeBack(back)).toBe('/sign-in?error=GTW-20')
    expect(await browser.state()).toMatchObject({ signedIn: false })
  })

  it('is repeated nowhere', async () => {
    const browser = openBrowser(gateway)
    const back = await browser.atProvider(null)
    back.searchParams.set('error', 'invalid_scope')
    back.searchParams.set('error_description', 'come to https://evil.example')
    expect(await browser.comeBack(back)).toBe('/sign-in?error=GTW-22')
    await browser.signIn('ana')
    const log = gateway.log.join('')
    expect(log).toMatch(/"person":"[\w-]{43}","outcome":"accepted"/)
    expect(log).toMatch(/"outcome":"failed","code":"GTW-22","reason":"OAUTH_AUTHORIZATION_RESPONSE_ERROR"/)
    for (const secret of ['evil', 'Ana', 'key-of', back.searchParams.get('state') ?? '', 'a-secret-of'])
      expect(log).not.toContain(secret)
  })

  it('is not taken over HTTPS with a cookie that another host of the domain could have set', async () => {
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana')
    const cookie = [...browser.cookies].map((each) => each.join('=')).join('; ')
    const answer = await gateway.fetch(back.pathname + back.search, {
      headers: { cookie, 'x-forwarded-proto': 'https' },
    })
    expect(answer.headers.get('location')).toBe('/sign-in?error=GTW-19')
  })

  it('is nobody where the identity token says that its subject is empty', async () => {
    installation.provider.open(gateway.address, { claimsInToken: true, tokens: { sub: '' } })
    const browser = openBrowser(gateway)
    expect(await browser.signIn('ana')).toBe('/sign-in?error=GTW-20')
    expect(await browser.state()).toMatchObject({ signedIn: false })
  })

  it('is not believed where its token was made for another client', async () => {
    installation.provider.open(gateway.address, { tokens: { azp: 'another-client' } })
    expect(await openBrowser(gateway).signIn('ana')).toBe('/sign-in?error=GTW-20')
  })

  it('leads to the sign-in page alone, which checks where it leads on to', async () => {
    expect(await openBrowser(gateway).signIn('ana', '//evil.example/')).toBe(
      '/sign-in?from=%2F%2Fevil.example%2F',
    )
    expect(await openBrowser(gateway).signIn('ana', `/${'x'.repeat(3000)}`)).toBe('/sign-in')
    // A letter may take six characters in an address.
    const cyrillic = `/${'я'.repeat(1000)}`
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana', cyrillic)
    expect(browser.cookies.get('custody_sign_in')?.length).toBeLessThan(2000)
    expect(await browser.comeBack(back)).toBe('/sign-in')
  })
})

describe('the routes', () => {
  it('are the same however their paths are spelled: nobody signs in while the audit log cannot be written', async () => {
    const file = join(await newFolder(), 'audit.log')
    const audited = await installation.startCopy(undefined, { AUDIT_LOG: file })
    installation.provider.open(audited.address)
    const browser = openBrowser(audited)
    const back = await browser.atProvider('ana')
    await appendFile(file, 'written by another program\n')
    await audited.fetch('/api/vaults')
    await expect
      .poll(async () => (await (await audited.fetch('/readyz')).json()).checks.audit_log, { timeout: 10_000 })
      .not.toBe('ok')
    const cookie = [...browser.cookies].map((each) => each.join('=')).join('; ')
    for (const path of [
      back.pathname,
      back.pathname.replace('/s', '/%73'),
      audited.address + back.pathname,
    ]) {
      const { status, body, headers } = await audited.raw(path + back.search, { cookie })
      expect([status, headers['set-cookie']], path).toEqual([503, undefined])
      expect(body).toContain('GTW-30')
    }
  })

  it('are for our own pages, and as often as a sign-in', async () => {
    const limited = await installation.startCopy(undefined, { SIGN_IN_ATTEMPTS_PER_MINUTE: '2' })
    const browser = openBrowser(limited)
    const asked = { from: null, anew: false, account: 'Reserves' }
    const foreign = jsonBody(asked, { origin: 'https://evil.example' })
    await expectFailure(await browser.ask('/session/provider', foreign), 'GTW-10')
    await expectFailure(await browser.ask('/session/account', foreign), 'GTW-10')
    expect((await browser.ask('/session/provider')).status).toBe(405)
    const ask = () => browser.ask('/session/provider', beginBody)
    const answers = [await ask(), await ask(), await ask()]
    await expectFailure(answers.at(-1) ?? Response.error(), 'GTW-09')
  })

  it('set cookies that a script cannot read, and send the session’s from no other site', async () => {
    const https = { origin: gateway.address.replace('http:', 'https:') }
    const begun = await gateway.fetch('/session/provider', {
      ...beginBody,
      headers: { 'content-type': 'application/json', ...https },
    })
    const [cookie = ''] = begun.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-custody_sign_in=.*; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const { address } = await begun.json()
    expect(new URL(address).searchParams.get('redirect_uri')).toBe(`${https.origin}/session/callback`)
  })
})
