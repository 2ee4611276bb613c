/** What the console asks of the gateway itself. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startScripted } from '../../../e2e/support/scripted-gateway.ts'
import { sessionFingerprintHeader } from '../../contract/session.ts'
import { syncPath } from '../../contract/sync.ts'
import { newFolder } from '../testing/folder.ts'
import { openSigning, readSigningKey } from './signing-key.ts'
import { expectFailure } from './testing/gateway.ts'

const der = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'der' })
  .toString('base64')

const DATA_DIR = await newFolder()
const { start } = await startScripted()
const gateway = await start({ SIGNING_KEY: der, DATA_DIR })
const cookie = await gateway.signIn('a-good-key', 'a-1')

const post = (path: string, body: unknown, headers: Record<string, string> = { cookie }, to = gateway) =>
  to.post(path, body, headers)

describe.each([[syncPath, 20, {}, ['no object']]])('POST %s', (path, most, body, wrong) => {
  it('is for our own pages, in the session that is meant, in one form', async () => {
    await expectFailure(await post(path, body, {}), 'GTW-04')
    await expectFailure(await post(path, body, { cookie, [sessionFingerprintHeader]: 'another' }), 'GTW-12')
    for (const page of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.invalid' },
    ])
      await expectFailure(await post(path, body, { cookie, ...page }), 'GTW-10')
    await expectFailure(await gateway.fetch(path, { method: 'PUT', headers: { cookie } }), 'GTW-06')
    for (const each of [...wrong, null]) await expectFailure(await post(path, each), 'GTW-07')
  })

  it('is answered so many times a minute in each session, and is no attempt to sign in', async () => {
    const other = { cookie: await gateway.signIn('another-key', 'a-1') }
    for (let count = 0; count < most; count += 1) expect((await post(path, body, other)).ok).toBe(true)
    await expectFailure(await post(path, body, other), 'GTW-09')
    const sameKey = { cookie: await gateway.signIn('another-key', 'a-1') }
    expect((await post(path, body, sameKey)).ok).toBe(true)
    expect((await post(path, body)).ok).toBe(true)
    expect(gateway.log.join('')).not.toContain('too many attempts')
  })
})

it('is not answered to a session that ended while the body was on its way', async () => {
  const held = await gateway.signIn('a-patient-key', 'a-1')
  const { hostname, port } = new URL(gateway.address)
  const headers = { cookie: held, 'content-type': 'application/json', 'content-length': 2 }
  const asking = request({ hostname, port, path: syncPath, method: 'POST', headers })
  asking.flushHeaders()
  const answered = once(asking, 'response')
  // Answered after it: the head of the other request has arrived.
  expect((await post(syncPath, {}, { cookie: held })).status).toBe(200)
  await gateway.signOut(held, '?everywhere')
  asking.end('{}')
  const [answer] = await answered
  expect([answer.statusCode, JSON.parse(await text(answer)).error_code]).toEqual([401, 'GTW-04'])
})

describe('the key to sign with', () => {
  it('is made once, for its owner alone, and its public half stays when there is another', async () => {
    const dataDir = await newFolder()
    const [first, again] = await Promise.all([
      openSigning(undefined, dataDir),
      openSigning(undefined, dataDir),
    ])
    expect(again.keys).toEqual(first.keys)
    const file = join(dataDir, 'signing-key.pem')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const next = await openSigning(readSigningKey(der) ?? undefined, dataDir)
    expect(next.keys).toHaveLength(2)
    expect(next.keys[1]).toEqual(first.keys[0])
    // What is published holds no private half.
    expect(JSON.stringify(next.keys)).not.toContain('"d"')
  })

  it('that is no key is said, and never overwritten', async () => {
    const dataDir = await newFolder()
    const file = join(dataDir, 'signing-key.pem')
    await writeFile(file, 'nothing')
    await expect(openSigning(undefined, dataDir)).rejects.toThrow('contains no Ed25519 key')
    expect(await readFile(file, 'utf8')).toBe('nothing')
  })
})

it('docs/console-api.md has every route, and no other', async () => {
  const document = await readFile('docs/console-api.md', 'utf8')
  const withoutNames = (route: string) => route.replace(/\{\w+\}|:\w+/g, '*')
  const reads = [...document.matchAll(/^\| `(\/[^`]+)` \|/gm)].flatMap(([, path]) => [
    `GET /api${path}`,
    `GET /api/packs/{id}${path}`,
  ])
  const others = document.match(/(?<=`)(GET|POST|PUT|DELETE) \/[^`]+(?=`)/g) ?? []
  const documented = new Set([...reads, ...others].map(withoutNames))
  const registered = new Set(
    gateway
      .routes()
      .filter((route) => /^(GET|POST|PUT|DELETE) \/(api\/\w|session|\.well-known|healthz|readyz)/.test(route))
      .map(withoutNames),
  )
  expect([...registered].filter((route) => !documented.has(route))).toEqual([])
  // These need an identity provider, and prices.
  expect([...documented].filter((route) => !registered.has(route))).toEqual([
    ...['POST /session/provider', 'GET /session/callback', 'POST /session/account', 'GET /session/prices'],
  ])
})
