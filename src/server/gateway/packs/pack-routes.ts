import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  madePacksPath,
  type OpenPack,
  packKeysHeader,
  packNameHeader,
  packsPath,
} from '../../../contract/packs.ts'
import { type PublicKey, publicKeys } from '../../../contract/public-keys.ts'
import { sessionFingerprintHeader } from '../../../contract/session.ts'
import { Refusal } from '../../http.ts'
import { signalOf } from '../api/routes.ts'
import type { GatewayContext } from '../context.ts'
import type { FileRoom } from '../downloads/file-room.ts'
import { requireSameOrigin } from '../origin.ts'
import { consumerOf } from '../shares.ts'
import type { MadePacks } from './made-packs.ts'
import { checkPack } from './open-packs.ts'

export function addMadePackRoutes(app: FastifyInstance, made: MadePacks): void {
  const config = { endpointName: 'audit-packs' }
  app.addHook('preClose', async () => made.close())
  app.post(madePacksPath, { config }, async (request, reply) => {
    const asked = packRequest.safeParse(request.body)
    if (!asked.success)
      throw new Refusal('GTW-07', 'The body must be JSON with period, vaults and reference.')
    return reply.code(202).send(await made.begin(request, request.session, asked.data))
  })
  app.get(madePacksPath, { config, logLevel: 'warn' }, async ({ session }) => made.of(session))
  const ofOne = `${madePacksPath}/:id`
  app.get<{ Params: { id: string }; Querystring: { fingerprint?: string } }>(
    ofOne,
    { config },
    async ({ session, query, params }, reply) => {
      if (query.fingerprint !== session.fingerprint) throw new Refusal('GTW-12')
      return made.send(session, params.id, reply)
    },
  )
  app.delete<{ Params: { id: string } }>(ofOne, { config }, async ({ session, params }, reply) => {
    made.remove(session, params.id)
    return reply.code(204).send()
  })
}

const packRequest = z.object({
  period: z.string(),
  vaults: z.nullable(z.string()),
  reference: z.nullable(z.string()),
})

export function addOpenPackRoutes(app: FastifyInstance, context: GatewayContext, room: FileRoom): void {
  const { packs, trail } = context
  const config = { endpointName: 'packs' }
  app.addContentTypeParser('application/zip', (_request, payload, done) => done(null, payload))
  app.post(packsPath, { config }, async (request, reply) => {
    const reader = await packs.reader(request, reply)
    if (reader === null) throw new Refusal('GTW-04')
    reply.header(sessionFingerprintHeader, reader.fingerprint)
    const content = packContent.safeParse(request.body)
    if (!content.success) throw new Refusal('GTW-07', 'The body must be a ZIP file.')
    const keys = [...(context.signing?.keys ?? []), ...keysIn(request)]
    const signal = signalOf(reply)
    const file = await room.open(consumerOf(reader))
    try {
      request.raw.setTimeout(longestSilence, () => request.raw.destroy())
      for await (const bytes of content.data) await file.write(bytes)
      request.raw.setTimeout(0)
      await file.flush()
      const check = async () => {
        const checked = await checkPack(file, nameIn(request), keys, signal)
        await trail.packOpened(request, { signed_by: checked.opened.key, made_at: checked.opened.made_at })
        return checked
      }
      return await packs.open(reader, check, signal)
    } finally {
      await file.close()
    }
  })

  app.get(
    packsPath,
    { config, onRequest: requireSameOrigin },
    async (request, reply): Promise<readonly OpenPack[]> => {
      const reader = await packs.reader(request)
      if (reader === null) return []
      reply.header(sessionFingerprintHeader, reader.fingerprint)
      return await packs.openedBy(reader)
    },
  )
}

/** Milliseconds in which nothing more of a file arrives. */
const longestSilence = 60_000

const packContent = z.custom<AsyncIterable<Uint8Array>>(
  (body) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body,
)

function nameIn({ headers }: FastifyRequest): string {
  try {
    return decodeURIComponent(String(headers[packNameHeader] ?? 'pack.zip')).slice(0, 200)
  } catch {
    return 'pack.zip'
  }
}

/** Throws GTW-07. */
function keysIn({ headers }: FastifyRequest): readonly PublicKey[] {
  const header = headers[packKeysHeader]
  if (header === undefined) return []
  try {
    return publicKeys.parse(JSON.parse(Buffer.from(String(header), 'base64url').toString())).keys
  } catch {
    throw new Refusal('GTW-07', `${packKeysHeader} must be a JWK set.`)
  }
}
