/** What the gateway signs of the answers that pass it, and the keys that it publishes. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { startInstallation } from '../../../e2e/support/installation.ts'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { attestationClaims, attestationHeader, attestHeader } from '../../contract/attestation.ts'
import { publicKeys, publicKeysPath } from '../../contract/public-keys.ts'
import { checkJournal } from '../../journal/check-journal.ts'
import { chainLink, chainStart, type JournalEntry } from '../../journal/journal.ts'
import { newFolder } from '../testing/folder.ts'
import { readGatewaySettings } from './settings.ts'
import { openSigning } from './signing-key.ts'
import { expectFailure, forTests, startGateway, type TestGateway } from './testing/gateway.ts'
import { openBrowser } from './testing/person-browser.ts'

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

const DATA_DIR = await newFolder()
const AUDIT_LOG = join(DATA_DIR, 'audit.log')
const SIGNING_KEY = newKey()
const installation = forTests(await startInstallation())
const { service } = installation
const common = { CUSTODY_API_URL: service.address, UPSTREAM_MAX_MEGABYTES: '1', SIGNING_KEY, DATA_DIR }
const gateway = await startGateway({ ...common, AUDIT_LOG })
const cookie = await gateway.signIn('a-good-key', 'a-1')

const read = (target: string, headers: Record<string, string> = {}, from = gateway, method = 'GET') =>
  from.fetch(`/api/service${target}`, {
    method,
    headers: { cookie, [attestHeader]: 'a-challenge', ...headers },
  })

const publicHalf = async () => (await openSigning(undefined, await newFolder())).keys[0]

const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url')

/** The claims of an answer, whose signature is checked with the published keys. */
async function claimsOf(answer: Response, from: TestGateway = gateway) {
  const attestation = answer.headers.get(attestationHeader) ?? ''
  expect(attestation.length).toBeLessThan(2048)
  const { keys } = await (await from.fetch(publicKeysPath)).json()
  const { payload } = await compactVerify(attestation, createLocalJWKSet({ keys }), { algorithms: ['EdDSA'] })
  expect(decodeProtectedHeader(attestation)).toEqual({ alg: 'EdDSA', kid: keys[0].kid })
  return attestationClaims.parse(JSON.parse(new TextDecoder().decode(payload)))
}

describe('an attestation', () => {
  it('says when which service said what, to whom, and what came before', async () => {
    service.script('/vaults', upstream.text('{"vaults": [ ]}', 200, { 'content-type': 'application/json' }))
    const before = Date.now()
    const claims = await claimsOf(await read('/vaults?vault_type=cold'))
    expect(claims).toEqual({
      at: expect.any(String),
      service: service.address,
      account_typed: 'a-1',
      reader: (await gateway.state(cookie)).mark,
      target_sha256: digestOf('/vaults?vault_type=cold'),
      status: 200,
      sha256: digestOf('{"vaults": [ ]}'),
      after: 'a-challenge',
    })
    expect(Date.parse(claims.at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(claims.at)).toBeLessThanOrEqual(Date.now())
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is of the body without compression where the service sends %s', async (encoding, compress) => {
    const body = JSON.stringify({ padding: 'ä'.repeat(2000) })
    service.script('/vaults', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
      response.end(compress(body))
    })
    for (const accepted of ['gzip', 'br', 'identity']) {
      const answer = await read('/vaults', { 'accept-encoding': accepted })
      expect(await claimsOf(answer)).toMatchObject({ sha256: digestOf(body) })
      expect(await answer.text()).toBe(body)
    }
  })

  it('is made of the service’s errors, with their status and body as sent', async () => {
    for (const code of ['ERR-03', 'TXN-02'] as const) {
      service.script('/transactions', upstream.errorBody(code))
      const answer = await read('/transactions')
      const { status, sha256 } = await claimsOf(answer)
      expect([status, sha256]).toEqual([answer.status, digestOf(await answer.text())])
    }
  })

  it('names the account that the settings or the provider name, and none that nobody named', async () => {
    const accountOf = async (environment: Record<string, string>) => {
      const other = await startGateway({ ...common, CUSTODY_API_KEY: 'k', ...environment })
      const { account, account_typed } = await claimsOf(await read('/vaults', {}, other), other)
      return { account, account_typed }
    }
    expect(await accountOf({ CUSTODY_ACCOUNT_ID: 'fixed' })).toEqual({ account: 'fixed' })
    expect(await accountOf({})).toEqual({})
    const copy = await installation.startCopy(undefined, { SIGNING_KEY, DATA_DIR })
    installation.provider.open(copy.address)
    const browser = openBrowser(copy)
    await browser.signIn('ana')
    const answer = await browser.ask('/api/service/vaults', { headers: { [attestHeader]: 'x' } })
    const claims = await claimsOf(answer, copy)
    expect(claims).toMatchObject({ account: (await browser.state()).accountId })
    expect(claims).not.toHaveProperty('account_typed')
  })

  it('follows the one before: a reading is a chain, which proves its answers', async () => {
    service.script('/vaults', upstream.json({ vaults: [] }))
    service.script('/transactions', upstream.errorBody('TXN-02'))
    const entries: JournalEntry[] = []
    let after = chainStart('a-challenge')
    for (const target of ['/vaults', '/transactions?limit=1000&offset=0', '/vaults']) {
      const answer = await read(target, { [attestHeader]: after })
      const attestation = answer.headers.get(attestationHeader) ?? ''
      const body = new Uint8Array(await answer.arrayBuffer())
      entries.push({ target, status: answer.status, body, attestation })
      after = await chainLink(attestation)
    }
    const { keys } = publicKeys.parse(await (await gateway.fetch(publicKeysPath)).json())
    const expected = { challenge: 'a-challenge', service: service.address }
    expect(await checkJournal(entries, keys, expected)).toMatchObject({
      faults: [],
      statement: { account: 'a-1', isAccountTyped: true, keyIds: [keys[0]?.kid] },
    })
  })

  it('is noted in the audit log, and so is a read without one', async () => {
    const ids = ['attested', 'plain'].map((name) => `request-${name}`)
    await read('/vaults?vault_type=warm', { 'x-request-id': ids[0] ?? '' })
    await gateway.read(cookie, { 'x-request-id': ids[1] ?? '' })
    const lines = (await readFile(AUDIT_LOG, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const attested = ids.map((id) => lines.find(({ request }) => request === id)?.attested)
    expect(attested).toEqual([true, undefined])
  })
})

describe('no attestation', () => {
  const none = async (answer: Response) => expect(answer.headers.get(attestationHeader)).toBeNull()

  it('is made unless it is asked for, nor of HEAD, nor without a key', async () => {
    await none(await gateway.read(cookie))
    await none(await read('/vaults', {}, gateway, 'HEAD'))
    service.script('/vaults', upstream.json({ vaults: [] }))
    const keyless = await startGateway({ CUSTODY_API_URL: service.address })
    const answer = await read('/vaults', {}, keyless)
    expect(answer.status).toBe(200)
    await none(answer)
  })

  it('is made of an answer of the gateway’s own', async () => {
    const refused = async (answer: Response, code: Parameters<typeof expectFailure>[1]) => {
      await none(answer)
      await expectFailure(answer, code)
    }
    service.script('/vaults', upstream.large(1024 * 1024 + 1))
    await refused(await read('/vaults'), 'GTW-03')
    await refused(await read('/vaults', { cookie: '' }), 'GTW-04')
    await refused(await read('/keys'), 'GTW-05')
  })

  it('is passed on from the service, which cannot speak for the gateway', async () => {
    service.script('/vaults', upstream.json({ vaults: [] }, 200, { [attestationHeader]: 'forged' }))
    await none(await gateway.read(cookie))
    expect((await read('/vaults')).headers.get(attestationHeader)).not.toBe('forged')
  })

  it.each(['', 'a b', 'x'.repeat(129), '{"alg":"none"}'])(
    'is made for the value %j: the service is not asked',
    async (value) => {
      const answer = await gateway.raw('/api/service/vaults', { cookie, [attestHeader]: value })
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { error_code: 'GTW-07' }])
      expect(answer.headers).not.toHaveProperty(attestationHeader)
      expect(service.received).toEqual([])
    },
  )
})

const [one, other] = [await publicHalf(), await publicHalf()]

describe('the public keys', () => {
  const withSet = async (set: unknown) => {
    const file = join(await newFolder(), 'keys.json')
    await writeFile(file, JSON.stringify(set))
    return file
  }

  it('are a JWK set that needs no session and may be kept for a while', async () => {
    const answer = await gateway.fetch(publicKeysPath)
    expect(answer.headers.get('content-type')).toContain('application/jwk-set+json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    const { keys } = await answer.json()
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.any(String),
        kid: expect.any(String),
        alg: 'EdDSA',
        use: 'sig',
      },
    ])
  })

  it('are the same from every copy that has the same settings, with those that were withdrawn', async () => {
    const revoked = { revoked_at: 1_793_491_200, reason: 'A laptop was lost.' }
    // As a copy publishes them, and without a name.
    const set = {
      keys: [
        { ...one, kid: undefined, alg: 'EdDSA' },
        { ...other, revoked },
      ],
    }
    const SIGNING_KEYS_PUBLIC = await withSet(set)
    const reversed = await withSet({ keys: set.keys.toReversed() })
    const keysOf = async (file: string) => {
      const folder = await newFolder()
      const copy = await startGateway({ ...common, DATA_DIR: folder, SIGNING_KEYS_PUBLIC: file })
      return publicKeys.parse(await (await copy.fetch(publicKeysPath)).json()).keys
    }
    const keys = await keysOf(SIGNING_KEYS_PUBLIC)
    expect(keys).toHaveLength(3)
    expect(keys).toContainEqual(one)
    expect(keys).toContainEqual({ ...other, revoked })
    expect(await keysOf(reversed)).toEqual(keys)
    // They are published also where there is no key to sign with.
    service.script('/vaults', upstream.json({ vaults: [] }))
    const keyless = await startGateway({ CUSTODY_API_URL: service.address, SIGNING_KEYS_PUBLIC })
    const published = publicKeys.parse(await (await keyless.fetch(publicKeysPath)).json())
    expect(published.keys).toHaveLength(2)
  })

  it('withdraw one that was kept, and let nobody sign with it', async () => {
    const dataDir = await newFolder()
    const [kept] = (await openSigning(undefined, dataDir)).keys
    if (kept === undefined) throw new Error('a key was made')
    const withdrawn = { ...kept, revoked: { revoked_at: 1 } }
    await expect(openSigning(undefined, dataDir, [withdrawn])).rejects.toThrow(
      'SIGNING_KEYS_PUBLIC withdraws; set another SIGNING_KEY, or delete signing-key.pem in DATA_DIR',
    )
    const { settings } = readGatewaySettings({ SIGNING_KEY })
    const { keys } = await openSigning(settings?.SIGNING_KEY, dataDir, [withdrawn])
    expect(keys[1]).toEqual(withdrawn)
  })

  it.each([
    [[], 'must hold a JWK set: an object with a list of keys'],
    [{ keys: [{ kty: 'RSA', n: 'x', e: 'AQAB' }] }, 'key 1 must be an Ed25519 key'],
    [{ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'short' }] }, 'key 1 must be an Ed25519 key'],
    [{ keys: [{ ...one, d: 'secret' }] }, 'key 1 is a private key'],
    [{ keys: [one, { ...other, kid: 'mine' }] }, 'the kid of key 2 must be'],
    [{ keys: [{ ...one, revoked: true }] }, 'key 1 must be an Ed25519 key'],
  ])('are refused in the settings: %j', async (set, problem) => {
    const { problems } = readGatewaySettings({ SIGNING_KEYS_PUBLIC: await withSet(set) })
    expect(problems).toEqual([expect.stringContaining(`SIGNING_KEYS_PUBLIC: ${problem}`)])
    expect(problems.join()).not.toContain('secret')
  })
})
