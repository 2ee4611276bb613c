/** The files of `deploy/`, tried out: each proxy before the built product, over TLS, as people and their browsers meet it. */

import { findProxy } from '../scripts/programs.mjs'
import { postgresPrograms } from '../src/database/testing/postgres.ts'
import { viewerKey } from '../src/server/service/keys.ts'
import { createDeployment, type Deployment, type RunningProxy } from './support/deployment.ts'
import { exportedFrom } from './support/export.ts'
import type { Product } from './support/product.ts'
import { held, json, startScriptedService } from './support/scripted-service.ts'
import { pressSignOut, signInWith } from './support/session.ts'
import { rowHeaderLinks, tableOf } from './support/table.ts'
import { test as base, expect } from './support/test.ts'

const test = base.extend<{ deployment: Deployment }>({
  deployment: async ({ scripted }, use) => {
    const deployment = await createDeployment(scripted.address)
    await use(deployment)
    await deployment.stop()
  },
})

// The proxy's certificate is made for the test; requests that are no browser's check it.
test.use({ viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true })

for (const [name, file] of [
  ['caddy', 'Caddyfile'],
  ['nginx', 'nginx.conf'],
] as const)
  test(`behind ${name}, people read and export over HTTP/2, and callers are told apart @all`, async ({
    page,
    context,
    deployment,
  }) => {
    test.skip(findProxy(name) === undefined, `${name} is not installed`)
    const copy = await deployment.startCopy({ SIGN_IN_ATTEMPTS_PER_MINUTE: '2', KEEP_RECORDS: 'configured' })
    const proxy = await deployment.startProxy(file, [copy])

    await test.step('in the browser', async () => {
      await page.goto(`${proxy.address}/transactions?status=failed&limit=25`)
      await signInWith(page, viewerKey)
      const [cookie, ...others] = await context.cookies(proxy.address)
      expect(others).toEqual([])
      expect(cookie).toMatchObject({
        name: '__Host-custody_session',
        secure: true,
        httpOnly: true,
        sameSite: 'Strict',
      })

      const answer = await page.reload()
      await expect(rowHeaderLinks(tableOf(page, 'Transactions')).first()).toBeVisible()
      expect(answer?.headers()).toMatchObject({
        'strict-transport-security': expect.stringMatching(/^max-age=31536000\b/),
        'content-encoding': 'br',
      })
      expect(answer?.headers().server ?? '').not.toMatch(/\d/)
      const loaded = await page.evaluate(() =>
        ['navigation', 'resource']
          .flatMap((type) => performance.getEntriesByType(type))
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .map(({ name, nextHopProtocol }) => ({ name, protocol: nextHopProtocol })),
      )
      expect(loaded.map(({ protocol }) => protocol)).toEqual(loaded.map(() => 'h2'))
      // The page's head asked for them, and the console took them over. The next page may have been asked for as well.
      const rows = loaded.map(({ name }) => name).filter((name) => name.includes('/api/transactions?'))
      expect(rows.filter((name) => !name.includes('offset='))).toEqual([expect.stringContaining('limit=25')])

      const download = await exportedFrom(page, 'transactions')
      expect(download.suggestedFilename()).toMatch(/^transactions_failed_[\w.-]+\.csv$/)
      await pressSignOut(page)
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    })

    await test.step('callers', async () => {
      const attempts = []
      for (const claimed of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
        attempts.push(await signInFrom(proxy, '127.0.0.2', claimed))
      expect(attempts).toEqual([200, 200, 429])
      expect(await signInFrom(proxy, '127.0.0.3', '203.0.113.1')).toBe(200)
      // In the log too, the browser's among them.
      await expect
        .poll(() => [...new Set([...copy.output().matchAll(/"caller":"([^"]+)"/g)].map((found) => found[1]))])
        .toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.3'])
    })

    await test.step('an audit pack, larger than anything else that people send', async () => {
      const headers = { cookie: await signedIn(proxy), 'content-type': 'application/zip' }
      const answer = await proxy.ask('/api/packs', { method: 'POST', headers, body: 'x'.repeat(100_000) })
      // The gateway says that it is none.
      expect(JSON.parse(answer.body)).toMatchObject({ error_code: 'GTW-33' })
    })

    await test.step('what is closed', async () => {
      const plain = await fetch(`${proxy.plainAddress}/vaults?limit=5`, { redirect: 'manual' })
      expect(plain.status).toBe(308)
      expect(plain.headers.get('location')).toBe('https://localhost/vaults?limit=5')
      expect((await proxy.ask('/metrics')).body).not.toContain('# HELP')
      expect((await fetch(`${copy.address}/api/vaults`)).status).toBe(403)
    })

    await test.step('the largest cookies of the gateway, with a long link', async () => {
      const names = ['custody_session', '__Host-custody_session']
      const cookies = names.map((each) => `${each}=`.padEnd(4096, 'x'))
      const location = '/sign-in?from='.padEnd(2000, 'x')
      const gateway = await startScriptedService()
      gateway.script('/healthz', json({}))
      gateway.script('/', (_request, response) =>
        response.writeHead(200, { 'set-cookie': cookies, location }).end(),
      )
      const before = await deployment.startProxy(file, [gateway])
      const answer = await before.ask('/', { headers: { cookie: cookies.join('; ') } })
      expect([answer.status, answer.headers['set-cookie']]).toEqual([200, cookies])
      await gateway.close()
    })
  })

test('of two copies behind one proxy one dies: no answer is lost, nobody is signed out @all', async ({
  deployment,
  scripted,
}) => {
  test.skip(findProxy('caddy') === undefined, 'caddy is not installed')
  test.skip(postgresPrograms === undefined, 'PostgreSQL is not installed')
  const database = await deployment.startDatabase()
  const shared = { KEEP_RECORDS: 'configured', DATABASE_URL: database, SESSION_DATABASE_URL: database }
  const [one, other] = await Promise.all([deployment.startCopy(shared), deployment.startCopy(shared)])
  const proxy = await deployment.startProxy('two-copies.Caddyfile', [one, other])
  const [cookie, ended] = [await signedIn(proxy), await signedIn(proxy)]
  // A caller keeps to one copy, which has the audit pack that is being made.
  for (let times = 0; times < 4; times += 1)
    await proxy.ask('/session', { headers: { 'x-request-id': 'one-caller' } })
  const asked = (copy: Product) => copy.output().split('"requestId":"one-caller"').length - 1
  await expect.poll(() => [asked(one), asked(other)].sort()).toEqual([0, 4])

  const waiting = held(scripted.passOn)
  scripted.script('/vaults', waiting.script)
  // Each copy has some of them in hand.
  const answers = Array.from({ length: 16 }, (_, at) =>
    proxy.ask('/api/vaults?limit=5', { from: `127.0.0.${at + 2}`, headers: { cookie } }),
  )
  await waiting.arrived(16)
  await one.stop('SIGKILL')
  await waiting.arrived(17)
  waiting.release()
  const vaults = (await Promise.all(answers)).map(({ status, body }) => {
    expect(status).toBe(200)
    return JSON.stringify(JSON.parse(body).rows)
  })
  expect(new Set(vaults).size).toBe(1)

  // Who signed in with the copy that is gone reads on, and who signed out is out.
  await proxy.ask('/session', { method: 'DELETE', headers: { cookie: ended } })
  const back = await deployment.startCopy({ ...shared, PORT: new URL(one.address).port })
  for (const copy of [back, other])
    expect(
      await Promise.all(
        [cookie, ended].map(async (session) => {
          const headers = {
            cookie: session,
            'x-proxy-secret': deployment.proxySecret,
            'x-forwarded-proto': 'https',
          }
          return (await fetch(`${copy.address}/api/balances`, { headers: { ...headers } })).status
        }),
      ),
    ).toEqual([200, 401])
})

async function signInFrom(proxy: RunningProxy, from: string, claimed: string): Promise<number | undefined> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': claimed,
    forwarded: `for=${claimed}`,
  }
  const body = JSON.stringify({ apiKey: viewerKey })
  return (await proxy.ask('/session', { method: 'POST', from, headers, body })).status
}

async function signedIn(proxy: RunningProxy): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ apiKey: viewerKey })
  const answer = await proxy.ask('/session', { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}
