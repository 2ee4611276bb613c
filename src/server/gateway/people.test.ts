import { describe, expect, it } from 'vitest'
import { reserves, startInstallation, treasury } from '../../../e2e/support/installation.ts'
import { providerAnswer } from '../../contract/session-bodies.ts'
import { expectFailure, forTests, jsonBody, startGateway } from './testing/gateway.ts'
import { openBrowser } from './testing/person-browser.ts'

const installation = forTests(await startInstallation())
const { gateway } = installation

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
    expect(installation.service.received).toMatchObject([
      { headers: { 'x-api-key': 'key-of-treasury', 'account-id': 'acct-1' } },
    ])
    expect([...browser.cookies.keys()]).not.toContain('custody_sign_in')
  })

  it('is known by what the identity token says, where that says it all', async () => {
    const other = await installation.startCopy()
    installation.provider.open(other.address, { claimsInToken: true })
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
    expect(after.fingerprint).not.toBe(before.fingerprint)
    await browser.ask('/api/vaults')
    expect(installation.keysUsed()).toEqual(['key-of-reserves'])
    // What was meant for the account before is not read with this one.
    const meant = { headers: { 'x-session-fingerprint': before.fingerprint ?? '' } }
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
    expect(end.origin).toBe(installation.provider.issuer)
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(`${gateway.address}/sign-in`)
    expect(await browser.state()).toMatchObject({ signedIn: false, person: null, service: { address: null } })
    // A provider that is down keeps nobody signed in.
    const other = await installation.startCopy()
    installation.provider.shut()
    const answer = await openBrowser(other).ask('/session', { method: 'DELETE' })
    expect(await answer.json()).not.toHaveProperty('leaveAt')
  })

  it('shares nothing with another person who reads the same account in the same browser', async () => {
    const browser = openBrowser(gateway)
    await browser.signIn('ana')
    await browser.ask('/session/account', jsonBody({ account: 'Reserves' }))
    const { fingerprint } = await browser.state()
    const other = openBrowser(gateway)
    await other.signIn('ben')
    expect((await other.state()).accountId).toBe('Reserves')
    expect((await other.state()).fingerprint).not.toBe(fingerprint)
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
    const open = await installation.startCopy(undefined, { OIDC_ALLOWED_GROUPS: '' })
    installation.provider.open(open.address)
    expect(await openBrowser(open).signIn('cleo')).toBe('/sign-in?error=GTW-15')
    expect(await openBrowser(open).signIn('ben')).toBe('/sign-in')
  })

  it('can sign in as somebody else, whom the provider would not ask again by itself', async () => {
    const browser = openBrowser(gateway)
    await browser.signIn('dan')
    const again = async (anew: boolean) => {
      const begun = await browser.ask('/session/provider', jsonBody({ from: null, anew }))
      return new URL(providerAnswer.parse(await begun.json()).address).searchParams.get('prompt')
    }
    expect(await again(false)).toBeNull()
    expect(await again(true)).toBe('login')
  })

  it('does not sign in with a key either', async () => {
    await expectFailure(await openBrowser(gateway).ask('/session', jsonBody({ apiKey: 'a-key' })), 'GTW-06')
    expect(installation.service.received).toEqual([])
  })
})

describe('the cookies of a person', () => {
  const largest = 4096
  const signedIn = async (groups: readonly string[], account: string, name: string) => {
    const accounts = [
      { ...reserves, name: account, groups },
      { ...treasury, groups: groups.slice(-1) },
    ]
    const gateway = await installation.startCopy(accounts, { OIDC_ALLOWED_GROUPS: '' })
    const people = { ana: { name, groups: [...groups, ...groups.map((each) => `not named ${each}`)] } }
    installation.provider.open(gateway.address, { people })
    const browser = openBrowser(gateway)
    const back = await browser.atProvider('ana', `/transactions?memo=${'%D1%8F'.repeat(200)}`)
    const cookie = [...browser.cookies].map((each) => each.join('=')).join('; ')
    const answer = await gateway.fetch(back.pathname + back.search, { headers: { cookie } })
    // All of them together have to fit into a proxy's buffer, and each into a browser.
    for (const set of answer.headers.getSetCookie()) expect(set.length).toBeLessThanOrEqual(largest)
    expect(answer.headers.get('location')).not.toContain('error')
    const own = answer.headers.getSetCookie().find((each) => /^custody_session=[^;]/.test(each)) ?? ''
    return openBrowser(gateway, new Map([['custody_session', /=([^;]*)/.exec(own)?.[1] ?? '']])).state()
  }

  it('fit into a browser with sixty groups, and all of them count', async () => {
    const groups = Array.from(
      { length: 60 },
      (_, index) => `cn=custody-group-${index},ou=groups,dc=bank,dc=example`,
    )
    const { person } = await signedIn(groups, 'Reserves', 'Ana Souza')
    expect(person?.accounts).toEqual(['Reserves', 'Treasury'])
  })

  it('fit into it with a thousand groups and the longest names', async () => {
    const groups = Array.from({ length: 1000 }, (_, index) => `group ${index}`)
    const { person } = await signedIn(groups, '準'.repeat(80), '\u202e"備\u0007\u200b\u2028\n'.repeat(100))
    expect(person?.account).toBe('準'.repeat(80))
    expect(person?.name).toMatch(/^("備)+"?$/)
  })
})

describe('settings that change', () => {
  it('change the key of those who are signed in, too', async () => {
    const browser = openBrowser(gateway)
    await browser.signIn('ana')
    const { fingerprint } = await browser.state()
    const rotated = await installation.startCopy([{ ...treasury, apiKey: 'new-key' }, reserves])
    const after = openBrowser(rotated, browser.cookies)
    await after.ask('/api/vaults')
    expect(installation.keysUsed()).toEqual(['new-key'])
    // Another key may read otherwise: nothing that was read before is mixed with it.
    expect((await after.state()).fingerprint).not.toBe(fingerprint)
  })

  it.each([
    ['the account', [reserves], {}],
    ['the group from the account', [{ ...treasury, groups: ['others'] }, reserves], {}],
    ['the group from those that may come in', undefined, { OIDC_ALLOWED_GROUPS: 'others' }],
  ] as const)('and take away %s end the session', async (_what, accounts, environment) => {
    const browser = openBrowser(gateway)
    await browser.signIn('ana')
    const changed = openBrowser(await installation.startCopy(accounts, environment), browser.cookies)
    expect(await changed.state()).toMatchObject({ signedIn: false })
    await expectFailure(await changed.ask('/api/vaults'), 'GTW-04')
  })

  it('from keys to people, or back, end the sessions of before', async () => {
    const keys = await startGateway({ CUSTODY_API_URL: installation.service.address })
    const byKey = openBrowser(keys)
    await byKey.ask('/session', jsonBody({ apiKey: 'a-key' }))
    expect(await byKey.state()).toMatchObject({ signedIn: true, provider: null, person: null })
    expect(await openBrowser(gateway, byKey.cookies).state()).toMatchObject({ signedIn: false })
    const person = openBrowser(gateway)
    await person.signIn('ana')
    expect(await openBrowser(keys, person.cookies).state()).toMatchObject({ signedIn: false })
  })
})
