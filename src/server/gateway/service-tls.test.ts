import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TlsOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Authority, type Certificate, createAuthority } from '../testing/certificates.ts'
import { readGatewaySettings } from './settings.ts'
import { expectFailure, startGateway } from './testing/gateway.ts'

let directory: string
let authority: Authority
let other: Authority
let own: Certificate
let stranger: Certificate

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'custody-console-tls-'))
  authority = await createAuthority()
  other = await createAuthority()
  own = await authority.issue('gateway.example')
  stranger = await other.issue('gateway.example')
})
afterAll(() => rm(directory, { recursive: true }))

describe('a service over TLS', () => {
  it('answers where CUSTODY_API_CA_FILE has who signed its certificate, alone or among others', async () => {
    const service = await authority.issue('127.0.0.1')
    for (const bundle of [authority.cert, `${other.cert}\nA comment\n${authority.cert}`])
      await reading(service, { CUSTODY_API_CA_FILE: await file(bundle) }, async (answer) => {
        expect(answer.status).toBe(200)
        expect(await answer.json()).toEqual({ vaults: [] })
      })
  })

  it('is refused where no trusted authority signed its certificate', async () => {
    const service = await authority.issue('127.0.0.1')
    const says = 'no authority that the gateway trusts signed its certificate'
    await expectReason(service, {}, says)
    await expectReason(service, { CUSTODY_API_CA_FILE: await file(other.cert) }, says)
  })

  it('is refused with an expired certificate, or one for another name', async () => {
    const CUSTODY_API_CA_FILE = await file(authority.cert)
    const expired = await authority.issue('127.0.0.1', { expired: true })
    await expectReason(expired, { CUSTODY_API_CA_FILE }, 'its certificate has expired')
    const renamed = await authority.issue('elsewhere.example')
    await expectReason(renamed, { CUSTODY_API_CA_FILE }, 'its certificate is for another host name')
  })

  it.each([
    ['TLSv1.2', 'it refused the TLS connection'],
    ['TLSv1.3', 'it closed the connection without an answer'],
  ] as const)(
    'that asks for a client certificate by %s gets it, or is not reached',
    async (maxVersion, refusal) => {
      const server = await authority.issue('127.0.0.1')
      const asks = { ...server, maxVersion, requestCert: true, ca: authority.cert }
      const CUSTODY_API_CA_FILE = await file(authority.cert)
      await reading(asks, { CUSTODY_API_CA_FILE, ...(await clientFiles(own)) }, async (answer) => {
        expect(answer.status).toBe(200)
      })
      const says = `${refusal}; it may want a client certificate that it trusts`
      await expectReason(asks, { CUSTODY_API_CA_FILE }, says)
    },
  )

  it('that does not trust the client certificate is not reached', async () => {
    const asks = { ...(await authority.issue('127.0.0.1')), requestCert: true, ca: authority.cert }
    await expectReason(
      asks,
      { CUSTODY_API_CA_FILE: await file(authority.cert), ...(await clientFiles(stranger)) },
      'it closed the connection without an answer; it may want a client certificate that it trusts',
    )
  })

  it('is not mistaken for one over plain http', async () => {
    const plain = createHttpServer()
    await readingAt(`https:${await listening(plain)}`, {}, (answer) =>
      expectDetails(answer, 'nothing speaks TLS at its address'),
    )
    plain.close()
  })
})

describe('settings for TLS to the service', () => {
  const service = {
    CUSTODY_API_URL: 'https://custody.example',
    SESSION_SECRET: 'a secret for tests that is long enough',
  }
  const problemsOf = (environment: Record<string, string>) =>
    readGatewaySettings({ ...service, ...environment }).problems

  it('are refused in one line each where a file is missing or is not what it has to be', async () => {
    expect(problemsOf({ CUSTODY_API_CA_FILE: join(directory, 'none.pem') })).toEqual([
      'CUSTODY_API_CA_FILE: the file does not exist',
    ])
    expect(problemsOf({ CUSTODY_API_CA_FILE: directory })).toEqual([
      'CUSTODY_API_CA_FILE: the file cannot be read (EISDIR)',
    ])
    const broken = authority.cert.replace(/(?<=BEGIN CERTIFICATE-----\n).{40}/, '')
    for (const text of ['', 'no certificate', authority.key, `${authority.cert}${broken}`])
      expect(problemsOf({ CUSTODY_API_CA_FILE: await file(text) })).toEqual([
        'CUSTODY_API_CA_FILE: must hold certificates as PEM',
      ])
    expect(
      problemsOf({
        CUSTODY_API_CLIENT_CERT_FILE: await file('?'),
        CUSTODY_API_CLIENT_KEY_FILE: await file('?'),
      }),
    ).toEqual([
      'CUSTODY_API_CLIENT_CERT_FILE: must hold certificates as PEM',
      'CUSTODY_API_CLIENT_KEY_FILE: must hold a private key as PEM, without a passphrase',
    ])
    const { privateKey } = generateKeyPairSync('ed25519')
    const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    expect(problemsOf(await clientFiles({ cert: own.cert, key: String(locked) }))).toEqual([
      'CUSTODY_API_CLIENT_KEY_FILE: must hold a private key as PEM, without a passphrase',
    ])
  })

  it('have a client certificate with its own key, or neither', async () => {
    const { CUSTODY_API_CLIENT_CERT_FILE, CUSTODY_API_CLIENT_KEY_FILE } = await clientFiles(own)
    expect(problemsOf({ CUSTODY_API_CLIENT_CERT_FILE })).toEqual([
      'CUSTODY_API_CLIENT_KEY_FILE: is required with CUSTODY_API_CLIENT_CERT_FILE',
    ])
    expect(problemsOf({ CUSTODY_API_CLIENT_KEY_FILE })).toEqual([
      'CUSTODY_API_CLIENT_CERT_FILE: is required with CUSTODY_API_CLIENT_KEY_FILE',
    ])
    expect(problemsOf(await clientFiles({ cert: own.cert, key: stranger.key }))).toEqual([
      'CUSTODY_API_CLIENT_KEY_FILE: does not belong to the certificate in CUSTODY_API_CLIENT_CERT_FILE',
    ])
    expect(problemsOf(await clientFiles(own))).toEqual([])
  })

  it('are refused where there is no TLS to the service', async () => {
    const files = { CUSTODY_API_CA_FILE: await file(authority.cert), ...(await clientFiles(own)) }
    for (const CUSTODY_API_URL of ['http://127.0.0.1:8081', ''])
      expect(problemsOf({ ...files, CUSTODY_API_URL })).toEqual([
        'CUSTODY_API_CA_FILE: needs a CUSTODY_API_URL that begins with https',
        'CUSTODY_API_CLIENT_CERT_FILE: needs a CUSTODY_API_URL that begins with https',
      ])
  })
})

describe('plain http to the service', () => {
  const problemsOf = (environment: Record<string, string>) =>
    readGatewaySettings({ SESSION_SECRET: 'a secret for tests that is long enough', ...environment }).problems

  it('is refused to another machine, unless it is said to be wanted', () => {
    for (const CUSTODY_API_URL of [
      'http://custody.example',
      'http://10.0.0.1/v1',
      'http://localhost.example',
    ]) {
      expect(problemsOf({ CUSTODY_API_URL })).toEqual([
        'CUSTODY_API_URL: must begin with https, since keys and records would travel unencrypted. ' +
          'If only people you trust can listen there, set CUSTODY_API_PLAIN_HTTP=yes',
      ])
      expect(problemsOf({ CUSTODY_API_URL, CUSTODY_API_PLAIN_HTTP: 'yes' })).toEqual([])
    }
    expect(problemsOf({ CUSTODY_API_PLAIN_HTTP: 'true' })).toEqual([
      'CUSTODY_API_PLAIN_HTTP: must be yes or no',
    ])
  })

  it.each(['http://127.0.0.1:8081', 'http://localhost', 'http://[::1]:8081/v1', 'https://custody.example'])(
    'is fine within this machine: %s',
    (CUSTODY_API_URL) => {
      expect(problemsOf({ CUSTODY_API_URL })).toEqual([])
    },
  )
})

let files = 0

async function file(text: string): Promise<string> {
  files += 1
  const path = join(directory, `${files}.pem`)
  await writeFile(path, text)
  return path
}

async function clientFiles({ cert, key }: Certificate) {
  return { CUSTODY_API_CLIENT_CERT_FILE: await file(cert), CUSTODY_API_CLIENT_KEY_FILE: await file(key) }
}

/** One read of a service that listens with these certificates, through a gateway with these settings. */
async function reading(
  service: TlsOptions,
  settings: Record<string, string>,
  check: (answer: Response) => Promise<void>,
): Promise<void> {
  const server = createServer(service, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"vaults":[]}')
  })
  const address = await listening(server)
  try {
    await readingAt(`https:${address}`, settings, check)
  } finally {
    server.close()
  }
}

async function readingAt(
  CUSTODY_API_URL: string,
  settings: Record<string, string>,
  check: (answer: Response) => Promise<void>,
): Promise<void> {
  const gateway = await startGateway({ CUSTODY_API_URL, CUSTODY_API_KEY: 'k', ...settings })
  try {
    await check(await gateway.fetch('/api/vaults'))
  } finally {
    await gateway.close()
  }
}

async function expectReason(service: TlsOptions, settings: Record<string, string>, reason: string) {
  await reading(service, settings, (answer) => expectDetails(answer, reason))
}

async function expectDetails(answer: Response, reason: string): Promise<void> {
  const { details } = await expectFailure(answer, 'GTW-00')
  expect(details).toBe(`The gateway could not connect to the custody service: ${reason}.`)
}

/** Address without its scheme. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('not listening')
  return `//127.0.0.1:${bound.port}`
}
