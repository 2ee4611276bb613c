/** Compression of what is made for one request; what the build made is compressed already. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is smaller fits into one packet anyway. */
const smallest = 1024

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      // As good as gzip at its best, in less time; higher ones are for what is compressed once and sent often.
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
}

/**
 * A route's `onSend` hook: compresses the answer as the browser likes it. All at once, since all of it is there: as a stream, piece by
 * piece, it took the gateway twice the processor's time.
 */
export async function compressWhole(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  if (!Buffer.isBuffer(body) || body.length < smallest) return payload
  reply.header('vary', 'accept-encoding')
  const encoding = preferred(String(headers['accept-encoding'] ?? ''))
  if (encoding === undefined) return payload
  reply.header('content-encoding', encoding)
  return compressors[encoding](body)
}

/** The better of the two that the browser takes; a quality of 0 means that it does not. */
function preferred(accepted: string): keyof typeof compressors | undefined {
  const names = accepted
    .split(',')
    .filter((each) => !/;\s*q=0(?:\.0*)?\s*$/i.test(each))
    .map((each) => each.split(';')[0]?.trim().toLowerCase())
  return (['br', 'gzip'] as const).find((name) => names.includes(name))
}
