import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startProvider, type TestProvider } from '../../../e2e/support/provider.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { expectFailure, startGateway, type TestGateway } from './testing/gateway.ts'
import { jsonBody, openBrowser } from './testing/person-browser.ts'

const treasury = { name: 'Treasury', groups: ['treasury'], apiKey: 'key-of-treasury', accountId: 'acct-1' }
const reserves = { name: 'Reserves', groups: ['treasury', 'audit'], apiKey: 'key-of-reserves' }

let service: upstream.ScriptedService
let provider: TestProvider
let gateway: TestGateway
let directory: string
const copies: TestGateway[] = []

/** A gateway of the one installation, with other accounts or settings where they are named. */
async function startCopy(
  accounts: readonly object[] = [treasury, reserves],
  environment: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const file = join(directory, `accounts-${copies.length}.json`)
  await writeFile(file, JSON.stringify(accounts))
  const copy = await startGateway({
    CUSTODY_API_URL: service.address,
    SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
    ...provider.environment,
    OIDC_ACCOUNTS_FILE: file,
    OIDC_ALLOWED_GROUPS: 'treasury, audit, staff',
    ...environment,
  })
  copies.push(copy)
  return copy
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'custody-provider-'))
  service = await upstream.startScriptedService()
  provider = await startProvider()
  gateway = await startCopy()
})
beforeEach(() => {
  service.reset()
  provider.open(gateway.address)
})
afterAll(async () => {
  await Promise.all(copies.map((copy) => copy.close()))
  await provider.close()
  await service.close()
  await rm(directory, { recursive: true })
})

const keysUsed = () => service.received.map(({ headers }) => headers['x-api-key'])

describe('a person who signs in', () => {
  it('reads with the first of their accounts, and needs no key', async () => {
    const browser = openBrowser(gateway)
    expect(await browser.state()).toMatchObject({ signedIn: false, provider: 'Example Bank', person: null })
    expect(await browser.signIn('ana', '/transactions?status=pending')).toBe(
      '/sign-in?from=%2Ftransactions%3Fstatus%3Dpending',
    )
    expect(await browser.state()).toMatchObject({
      signedIn: true,
      accountId: 'acct-1',
      person: { name: 'Ana Souza', account: 'Treasury', accounts: ['Treasury', 'Reserves'] },
    })
    await browser.ask('/api/vaults')
    expect(service.received).toMatchObject([
      { headers: { 'x-api-key': 'key-of-treasury', 'account-id': 'acct-1' } },
    ])
    expect([...browser.cookies.keys()]).not.toContain('custody_sign_in')
  })

  it('is known by what the identity token says, where that says it all', async () => {
    const other = await startCopy()
    provider.open(other.address, { claimsInToken: true })
    const browser = openBrowser(other)
    expect(await browser.signIn('ben')).toBe('/sign-in')
    expect((await browser.state()).person).toEqual({
      name: 'Ben Okafor',
      account: 'Reserves',
      accounts: ['Reserves'],
    })
  })

  it('goes on with another account until the same time, as another session', async () => {
    const browser = openBrowser(gateway)
    await browser.signIn('ana')
    const before = await browser.state()
    const cookies = new Map(browser.cookies)
    const answer = await browser.ask('/session/account', jsonBody({ account: 'Reserves' }))
    expect(await answer.json()).toMatchObject({ accountId: 'Reserves', person: { account: 'Reserves' } })
    const after = await browser.state()
    expect(after).toMatchObject({ person: { account: 'Reserves' }, expiresAt: before.expiresAt })
    expect(after.mark).not.toBe(before.mark)
    await browser.ask('/api/vaults')
    expect(keysUsed()).toEqual(['key-of-reserves'])
    // What was meant for the account before is not read with this one.
    const meant = { headers: { 'x-session-mark': before.mark ?? '' } }
    await expectFailure(await browser.ask('/api/vaults', meant), 'GTW-12')
    // Nor does an answer that comes late bring the session before back.
    expect(await openBrowser(gateway, cookies).state()).toMatchObject({ signedIn: false })
  })

  it('cannot go on with an account that is not theirs', async () => {
    const browser = openBrowser(gateway)
    await browser.signIn('ben')
    for (const account of ['Treasury', 'Nobody’s'])
      await expectFailure(await browser.ask('/session/account', jsonBody({ account })), 'GTW-16')
    await expectFailure(await browser.ask('/session/account', jsonBody({})), 'GTW-07')
    expect((await browser.state()).person?.account).toBe('Reserves')
    const nobody = openBrowser(gateway)
    await expectFailure(await nobody.ask('/session/account', jsonBody({ account: 'Reserves' })), 'GTW-04')
  })

  it('signs out here and is told where to sign out of the provider', async () => {
    const browser = openBrowser(gateway)
    await browser.signIn('ana')
    const { leaveAt, signedIn } = await (await browser.ask('/session', { method: 'DELETE' })).json()
    expect(signedIn).toBe(false)
    const end = new URL(leaveAt)
    expect(end.origin).toBe(provider.issuer)
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${gateway.address}/sign-in`)
    expect(await browser.state()).toMatchObject({ signedIn: false, person: null, service: { address: null } })
    // A provider that is down keeps nobody signed in.
    const other = await startCopy()
    provider.shut()
    const answer = await openBrowser(other).ask('/session', { method: 'DELETE' })
    expect(await answer.json()).not.toHaveProperty('leaveAt')
  })

  it('signs out everywhere, whatever the account', async () => {
    const [one, two, other] = [openBrowser(gateway), openBrowser(gateway), openBrowser(gateway)]
    await one.signIn('ana')
    await two.signIn('ana')
    await two.ask('/session/account', jsonBody({ account: 'Reserves' }))
    await other.signIn('ben')
    await one.ask('/session?everywhere', { method: 'DELETE' })
    expect(await two.state()).toMatchObject({ signedIn: false })
    expect(await other.state()).toMatchObject({ signedIn: true })
  })
})

describe('a person who is not let in', () => {
  it.each([
    ['in none of the groups', 'dan', 'GTW-15'],
    ['without an account', 'cleo', 'GTW-16'],
    ['who cancels', null, 'GTW-21'],
  ] as const)('%s is told so, and reads nothing', async (_who, person, code) => {
    const browser = openBrowser(gateway)
    const back = await browser.comeBack(await browser.atProvider(person, '/vaults'))
    expect(back).toBe(`/sign-in?from=%2Fvaults&error=${code}`)
    expect(await browser.state()).toMatchObject({ signedIn: false })
    await expectFailure(await browser.ask('/api/vaults'), 'GTW-04')
  })

  it('needs a group of an account where no groups are named', async () => {
    const open = await startCopy(undefined, { OIDC_ALLOWED_GROUPS: '' })
    provider.open(open.address)
    expect(await openBrowser(open).signIn('cleo')).toBe('/sign-in?error=GTW-15')
    expect(await openBrowser(open).signIn('ben')).toBe('/sign-in')
  })

  it('does not sign in with a key either', async () => {
    await expectFailure(await openBrowser(gateway).ask('/session', jsonBody({ apiKey: 'a-key' })), 'GTW-06')
    expect(service.received).toEqual([])
  })
})

describe('a provider', () => {
  it('that is down keeps nothing from starting, and is asked again', async () => {
    provider.shut()
    const early = await startCopy()
    const browser = openBrowser(early)
    const ask = () => browser.ask('/session/provider', jsonBody({ from: null }))
    await expectFailure(await ask(), 'GTW-17')
    provider.open(early.address)
    expect(await browser.signIn('ana')).toBe('/sign-in')
    const back = await openBrowser(early).atProvider('ana')
    provider.shut()
    expect(await openBrowser(early, browser.cookies).comeBack(back)).toBe('/sign-in?error=GTW-19')
  })

  it('that goes down while somebody signs in is named as what failed', async () => {
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana')
    provider.shut()
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
      provider.open(gateway.address, { tokens })
      expect(await openBrowser(gateway).signIn('ana')).toBe(error === null ? '/sign-in' : `/sign-in?${error}`)
    },
  )

  it('that does not know the gateway is told from one that is down', async () => {
    provider.open(gateway.address, { secret: 'another secret than in the settings' })
    expect(await openBrowser(gateway).signIn('ana')).toBe('/sign-in?error=GTW-22')
  })

  it('that is another one than in the settings proves nothing', async () => {
    const other = await startCopy(undefined, {
      OIDC_ISSUER: provider.issuer.replace('localhost', '127.0.0.1'),
    })
    await expectFailure(await openBrowser(other).ask('/session/provider', jsonBody({ from: null })), 'GTW-20')
  })
})

describe('what the provider sends the browser back with', () => {
  it('is taken once', async () => {
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana')
    const cookies = new Map(browser.cookies)
    expect(await browser.comeBack(back)).toBe('/sign-in')
    expect(await browser.comeBack(back)).toBe('/sign-in?error=GTW-19')
    expect(await openBrowser(gateway, cookies).comeBack(back)).toBe('/sign-in?error=GTW-19')
  })

  it('is taken once also by another copy of the gateway, since the provider takes its code once', async () => {
    const copy = await startCopy()
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana')
    const cookies = new Map(browser.cookies)
    expect(await browser.comeBack(back)).toBe('/sign-in')
    const there = new URL(back.pathname + back.search, copy.address)
    expect(await openBrowser(copy, cookies).comeBack(there)).toBe('/sign-in?error=GTW-19')
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
    expect(await openBrowser(await startCopy(), cookies).comeBack(at(copies.at(-1), slipped))).toBe(
      '/sign-in?error=GTW-19',
    )
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

  it('leads to the sign-in page alone, which checks where it leads on to', async () => {
    const [to] = await Promise.all([openBrowser(gateway).signIn('ana', '//evil.example/')])
    expect(to).toBe('/sign-in?from=%2F%2Fevil.example%2F')
    expect(await openBrowser(gateway).signIn('ana', `/${'x'.repeat(3000)}`)).toBe('/sign-in')
  })
})

/** The same address at another gateway. */
const at = (copy: TestGateway | undefined, { pathname, search }: URL) =>
  new URL(pathname + search, copy?.address)

describe('settings that change', () => {
  it('change the key of those who are signed in, too', async () => {
    const browser = openBrowser(gateway)
    await browser.signIn('ana')
    const { mark } = await browser.state()
    const rotated = await startCopy([{ ...treasury, apiKey: 'new-key' }, reserves])
    const after = openBrowser(rotated, browser.cookies)
    await after.ask('/api/vaults')
    expect(keysUsed()).toEqual(['new-key'])
    // Another key may read otherwise: nothing that was read before is mixed with it.
    expect((await after.state()).mark).not.toBe(mark)
  })

  it.each([
    ['the account', [reserves], {}],
    ['the group from the account', [{ ...treasury, groups: ['others'] }, reserves], {}],
    ['the group from those that may come in', undefined, { OIDC_ALLOWED_GROUPS: 'others' }],
  ] as const)('and take away %s end the session', async (_what, accounts, environment) => {
    const browser = openBrowser(gateway)
    await browser.signIn('ana')
    const changed = openBrowser(await startCopy(accounts, environment), browser.cookies)
    expect(await changed.state()).toMatchObject({ signedIn: false })
    await expectFailure(await changed.ask('/api/vaults'), 'GTW-04')
  })

  it('from keys to people, or back, end the sessions of before', async () => {
    const keys = await startGateway({ CUSTODY_API_URL: service.address })
    copies.push(keys)
    const byKey = openBrowser(keys)
    await byKey.ask('/session', jsonBody({ apiKey: 'a-key' }))
    expect(await byKey.state()).toMatchObject({ signedIn: true, provider: null, person: null })
    expect(await openBrowser(gateway, byKey.cookies).state()).toMatchObject({ signedIn: false })
    const person = openBrowser(gateway)
    await person.signIn('ana')
    expect(await openBrowser(keys, person.cookies).state()).toMatchObject({ signedIn: false })
  })
})

describe('the routes', () => {
  it('are for our own pages, and as often as a sign-in', async () => {
    const limited = await startCopy(undefined, { SIGN_IN_ATTEMPTS_PER_MINUTE: '2' })
    const browser = openBrowser(limited)
    const foreign = { ...jsonBody({ from: null, account: 'Reserves' }) }
    foreign.headers = { ...foreign.headers, origin: 'https://evil.example' }
    await expectFailure(await browser.ask('/session/provider', foreign), 'GTW-10')
    await expectFailure(await browser.ask('/session/account', foreign), 'GTW-10')
    expect((await browser.ask('/session/provider')).status).toBe(405)
    const ask = () => browser.ask('/session/provider', jsonBody({ from: null }))
    const answers = [await ask(), await ask(), await ask()]
    await expectFailure(answers.at(-1) ?? Response.error(), 'GTW-09')
  })

  it('believe no cookie that was tampered with', async () => {
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana')
    const spoil = (name: string) => browser.cookies.set(name, `${browser.cookies.get(name)?.slice(4)}`)
    const good = new Map(browser.cookies)
    spoil('custody_sign_in')
    expect(await browser.comeBack(back)).toBe('/sign-in?error=GTW-19')
    await openBrowser(gateway, good).comeBack(back)
    const session = openBrowser(gateway, good)
    expect(await session.state()).toMatchObject({ signedIn: true })
    good.set('custody_session', `${good.get('custody_session')?.slice(4)}`)
    expect(await session.state()).toMatchObject({ signedIn: false })
  })

  it('set cookies that a script cannot read, of which that of the session comes from no other site', async () => {
    const https = { origin: gateway.address.replace('http:', 'https:') }
    const begun = await gateway.fetch('/session/provider', {
      ...jsonBody({ from: null }),
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
