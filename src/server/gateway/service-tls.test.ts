import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:net'
import { join } from 'node:path'
import type { TlsOptions } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '../../testing/sockets.ts'
import { type Certificate, createAuthority } from '../testing/certificates.ts'
import { newFolder } from '../testing/folder.ts'
import { expectFailure, startGateway } from './testing/gateway.ts'

const directory = await newFolder()
const [authority, other] = [await createAuthority(), await createAuthority()]
const own = await authority.issue('gateway.example')

describe('a service over TLS', () => {
  it('answers where CUSTODY_API_CA_FILE has who signed its certificate, alone or among others', async () => {
    const service = await startWith(await authority.issue('127.0.0.1'))
    for (const bundle of [authority.cert, `${other.cert}\nA comment\n${authority.cert}`]) {
      const answer = await answerOf(service, { CUSTODY_API_CA_FILE: await file(bundle) })
      expect([answer.status, await answer.json()]).toMatchObject([200, { records: [] }])
    }
  })

  it('is refused where no trusted authority signed its certificate', async () => {
    const service = await startWith(await authority.issue('127.0.0.1'))
    const reason = 'its certificate was not signed by an authority that the gateway trusts'
    await expectReason(service, {}, reason)
    await expectReason(service, { CUSTODY_API_CA_FILE: await file(other.cert) }, reason)
  })

  it('is refused with an expired certificate, or one for another name', async () => {
    const settings = { CUSTODY_API_CA_FILE: await file(authority.cert) }
    const expired = await startWith(await authority.issue('127.0.0.1', { expired: true }))
    await expectReason(expired, settings, 'its certificate has expired')
    const renamed = await startWith(await authority.issue('elsewhere.example'))
    await expectReason(renamed, settings, 'its certificate is for another host name')
  })

  it.each([
    ['TLSv1.2', 'it refused the TLS connection'],
    ['TLSv1.3', 'it closed the connection without an answer'],
  ] as const)(
    'that asks for a client certificate by %s gets it, or is not reached',
    async (maxVersion, refusal) => {
      const server = await authority.issue('127.0.0.1')
      const service = await startWith({ ...server, maxVersion, requestCert: true, ca: authority.cert })
      const settings = { CUSTODY_API_CA_FILE: await file(authority.cert) }
      expect((await answerOf(service, { ...settings, ...(await clientFiles(own)) })).status).toBe(200)
      const reason = `${refusal}; it may require a client certificate that it trusts`
      await expectReason(service, settings, reason)
    },
  )

  it('is not mistaken for one over plain http', async () => {
    await expectReason(await start(createHttpServer()), {}, 'its address does not speak TLS')
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

function startWith(certificates: TlsOptions): Promise<string> {
  const server = createServer(certificates, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"vaults":[]}')
  })
  return start(server)
}

async function start(server: Server): Promise<string> {
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${port}`
}

async function answerOf(CUSTODY_API_URL: string, settings: Record<string, string>): Promise<Response> {
  const gateway = await startGateway({ CUSTODY_API_URL, CUSTODY_API_KEY: 'k', ...settings })
  return await gateway.fetch('/api/vaults')
}

async function expectReason(service: string, settings: Record<string, string>, reason: string) {
  const { details } = await expectFailure(await answerOf(service, settings), 'GTW-00')
  expect(details).toBe(`The gateway could not connect to the custody service: ${reason}.`)
}
