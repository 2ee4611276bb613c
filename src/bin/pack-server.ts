/** Serves the books of a pack without a gateway: to the console, and as the read API to other programs. */
import { createReadStream } from 'node:fs'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answerFromBooks } from '../books/answer.ts'
import type { Books } from '../books/books.ts'
import { type PublicKey, publicKeysPath } from '../contract/attestation.ts'
import { apiPrefix, packsPath, type SessionState, sessionPath } from '../contract/session.ts'
import type { ConsoleServer } from '../server/gateway/context.ts'
import { refuseOtherSites, requireOwnHost } from '../server/gateway/origin.ts'
import { securityHeaders } from '../server/gateway/security-headers.ts'
import { errorBodyOf, Refusal } from '../server/http.ts'

export interface ServedPack {
  readonly path: string
  readonly books: Books
  /** Trusted by the reader. */
  readonly keys: readonly PublicKey[]
}

/** The caller listens and closes. */
export async function createPackServer(
  { path, books, keys }: ServedPack,
  console: ConsoleServer,
): Promise<FastifyInstance> {
  const app = fastify({
    forceCloseConnections: true,
    frameworkErrors: (_error, ...both) => answerRead(...both),
  })
  app.decorateRequest('nonce', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders({ secure: false }))
    // Another site must not read the books through the reader's own browser.
    requireOwnHost(request, [], true)
    if (!opensPage(request)) refuseOtherSites(request)
  })
  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof Refusal ? error : new Refusal('ERR-01')
    return reply.code(refusal.statusCode).send(errorBodyOf(refusal))
  })
  app.get(`${apiPrefix}/*`, answerRead)
  app.get(sessionPath, async () => noSession)
  app.get(publicKeysPath, async () => ({ keys }))
  app.get(`${packsPath}*`, (_request, reply) => reply.type('application/zip').send(createReadStream(path)))
  await console.addFiles(app)
  app.get('/*', (request, reply) => console.sendPage(request, reply, undefined))
  return app

  function answerRead(request: FastifyRequest, reply: FastifyReply) {
    const { status, body } = answerFromBooks(books, (request.raw.url ?? '').slice(apiPrefix.length))
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'content-type': json })
      .send(JSON.stringify(body))
  }
}

const json = 'application/json; charset=utf-8'

function opensPage({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate'
}

const noSession: SessionState = {
  service: { address: null, embedded: false },
  ...{ signedIn: false, fixedKey: false, demonstrationKey: null, provider: null, person: null },
  ...{ accountId: null, mark: null, expiresAt: null, idleSeconds: null },
  sync: { mode: 'off', pages: 0 },
}
