import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:net'
import { join } from 'node:path'
import type { TlsOptions } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { type Certificate, createAuthority } from '../testing/certificates.ts'
import { newFolder } from '../testing/folder.ts'
import { expectFailure, startGateway } from './testing/gateway.ts'

const directory = await newFolder()
const [authority, other] = [await createAuthority(), await createAuthority()]
const own = await authority.issue('gateway.example')

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
    const says = 'its certificate was not signed by an authority that the gateway trusts'
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
      const says = `${refusal}; it may require a client certificate that it trusts`
      await expectReason(asks, { CUSTODY_API_CA_FILE }, says)
    },
  )

  it('is not mistaken for one over plain http', async () => {
    const plain = createHttpServer()
    await readingAt(`https:${await listening(plain)}`, {}, (answer) =>
      expectDetails(answer, 'its address does not speak TLS'),
    )
    plain.close()
  })
})

async function file(text: string): Promise<string> {
  const path = join(directory, `${randomUUID()}.pem`)
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
  await check(await gateway.fetch('/api/vaults'))
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
