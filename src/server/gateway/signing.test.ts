/** The gateway signs the digest of facts for who is signed in, as what it knows itself, and publishes the keys. */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import * as upstream from '../../../e2e/support/scripted-service.ts'
import { errorBody } from '../../contract/records.ts'
import { sessionMarkHeader, sessionState } from '../../contract/session.ts'
import { signature, signedBytes } from '../../contract/signature.ts'
import { publicKeys, publicKeysPath, signaturePath } from '../../contract/signing.ts'
import { readGatewaySettings } from './settings.ts'
import { openSigning, readSigningKey } from './signing-key.ts'
import { forTests, startGateway } from './testing/gateway.ts'

const facts_sha256 = 'ab'.repeat(32)
const der = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'der' })
  .toString('base64')

const dataDir = await mkdtemp(join(tmpdir(), 'custody-console-signing-'))
afterAll(() => rm(dataDir, { recursive: true }))
const service = forTests(await upstream.startScriptedService())
const gateway = forTests(
  await startGateway({
    CUSTODY_API_URL: service.address,
    SIGNING_KEY: der,
    DATA_DIR: dataDir,
  }),
)
const cookie = await gateway.signIn('a-good-key', 'a-1')

const own = () => ({ facts_sha256, service: service.address, account: 'a-1' })
const ask = (body: unknown, headers: Record<string, string> = { cookie }, from = gateway) =>
  from.fetch(signaturePath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const refusal = async (answer: Response) => [answer.status, errorBody.parse(await answer.json()).error_code]

describe('signing', () => {
  it('states the digest, the time, and the session as the gateway knows it, checkable with the published key', async () => {
    const answer = await ask(own())
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const signed = signature.parse(await answer.json())
    const state = sessionState.parse(await (await gateway.fetch('/session', { headers: { cookie } })).json())
    expect(signed).toMatchObject({ ...own(), mark: state.mark })
    expect(Math.abs(Date.parse(signed.signed_at) - Date.now())).toBeLessThan(60_000)
    // Without a session: an auditor has none.
    const { keys } = publicKeys.parse(await (await gateway.fetch(publicKeysPath)).json())
    const jwk = keys.find(({ kid }) => kid === signed.key_id)
    if (!jwk) throw new Error('the key is not published')
    const key = createPublicKey({ format: 'jwk', key: { ...jwk } })
    expect(verify(null, signedBytes(signed), key, Buffer.from(signed.signature, 'base64url'))).toBe(true)
    const other = { ...signed, account: 'a-2' }
    expect(verify(null, signedBytes(other), key, Buffer.from(signed.signature, 'base64url'))).toBe(false)
  })

  it.each([
    ['another service', () => ({ ...own(), service: 'https://other.invalid' })],
    ['another account', () => ({ ...own(), account: 'a-2' })],
    ['no account', () => ({ ...own(), account: null })],
  ])('refuses facts of %s', async (_, body) => {
    expect(await refusal(await ask(body()))).toEqual([409, 'GTW-12'])
  })

  it('refuses another session than the one that is meant, other pages, strangers, other methods and what is no digest', async () => {
    expect(await refusal(await ask(own(), { cookie, [sessionMarkHeader]: 'another' }))).toEqual([
      409,
      'GTW-12',
    ])
    expect(await refusal(await ask(own(), { cookie, 'sec-fetch-site': 'cross-site' }))).toEqual([
      403,
      'GTW-10',
    ])
    expect(await refusal(await ask(own(), { cookie, origin: 'https://evil.invalid' }))).toEqual([
      403,
      'GTW-10',
    ])
    expect(await refusal(await ask(own(), {}))).toEqual([401, 'GTW-04'])
    expect(await refusal(await ask({ ...own(), facts_sha256: 'x' }))).toEqual([400, 'GTW-07'])
    expect(await refusal(await ask({ ...own(), service: 'x'.repeat(20_000) }))).toEqual([400, 'GTW-07'])
    expect(await refusal(await gateway.fetch(signaturePath, { headers: { cookie } }))).toEqual([
      405,
      'GTW-06',
    ])
  })

  it('is refused to a session that ended while the body was on its way', async () => {
    const held = await gateway.signIn('a-patient-key', 'a-1')
    const { hostname, port } = new URL(gateway.address)
    const body = JSON.stringify(own())
    const headers = { cookie: held, 'content-type': 'application/json', 'content-length': body.length }
    const asking = request({ hostname, port, path: signaturePath, method: 'POST', headers })
    asking.flushHeaders()
    const answered = once(asking, 'response')
    // Answered after it: the head of the other request has arrived.
    expect((await ask(own(), { cookie: held })).status).toBe(200)
    await gateway.fetch('/session?everywhere', { method: 'DELETE', headers: { cookie: held } })
    asking.end(body)
    const [answer] = await answered
    expect([answer.statusCode, JSON.parse(await text(answer)).error_code]).toEqual([401, 'GTW-04'])
  })

  it('is limited for each session', async () => {
    const other = await gateway.signIn('another-key')
    const body = { ...own(), account: null }
    for (let count = 0; count < 60; count++) expect((await ask(body, { cookie: other })).status).toBe(200)
    expect(await refusal(await ask(body, { cookie: other }))).toEqual([429, 'GTW-09'])
    expect(gateway.log.join('')).not.toContain('too many attempts')
    expect((await ask(own())).status).toBe(200)
  })

  it('says so where there is no key', async () => {
    const without = await startGateway({ CUSTODY_API_URL: service.address })
    const held = await without.signIn('a-good-key', 'a-1')
    expect(await refusal(await ask(own(), { cookie: held }, without))).toEqual([500, 'GTW-08'])
    expect(await (await without.fetch(publicKeysPath)).json()).toEqual({ keys: [] })
    await without.close()
  })
})

describe('the key', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'custody-console-signing-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  it('is made once, for its owner alone, and its public half stays when there is another', async () => {
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
    const file = join(dataDir, 'signing-key.pem')
    await writeFile(file, 'nothing')
    await expect(openSigning(undefined, dataDir)).rejects.toThrow('contains no Ed25519 key')
    expect(await readFile(file, 'utf8')).toBe('nothing')
  })

  it('that is given needs nowhere to write', async () => {
    await writeFile(join(dataDir, 'a-file'), '')
    const signing = await openSigning(readSigningKey(der) ?? undefined, join(dataDir, 'a-file', 'below'))
    expect(signing.keys).toHaveLength(1)
  })
})

test.each([
  ['base64', der, true],
  ['PEM', `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`, true],
  ['PEM in one line', `-----BEGIN PRIVATE KEY-----\\n${der}\\n-----END PRIVATE KEY-----`, true],
  ['a phrase', 'correct horse battery staple', false],
  [
    'a key of another kind',
    generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    false,
  ],
])('SIGNING_KEY as %s', (_, SIGNING_KEY, isTaken) => {
  const { problems } = readGatewaySettings({ SIGNING_KEY })
  expect(problems).toEqual(
    isTaken ? [] : ['SIGNING_KEY: must be an Ed25519 private key: PKCS #8, as PEM or base64'],
  )
})
