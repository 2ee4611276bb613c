/** The connection to the custody service: one GET or HEAD in, the whole answer or a `GatewayFailure` out. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import { GatewayFailure } from './failure.ts'

/** How to reach the service and how much of it to bear. */
export interface UpstreamOptions {
  /** Base address, perhaps with a path prefix. */
  readonly address: string
  /** From the first byte sent to the last byte received. */
  readonly timeoutMilliseconds: number
  /** Largest answer, uncompressed. */
  readonly maxBytes: number
  /** As PEM: who may sign the service's certificate, and what the gateway shows where the service asks for one. */
  readonly tls: Readonly<Record<'ca' | 'cert' | 'key', string | undefined>>
}

/** What to ask: `target` is path and query under the base address, sent as it is. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'HEAD'
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Aborts the request, for a caller who went away. */
  readonly signal?: AbortSignal
}

/** A complete answer whose type is JSON; whether the body is, nobody has checked. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The service, as the rest of the gateway sees it. */
export interface Upstream {
  ask(request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): Promise<void>
}

const maxConnectMilliseconds = 10_000

/** Headers of the service's answer that travel on to the browser. */
const passedOn = ['content-type', 'date', 'retry-after', 'x-request-id']

/** Opens a pool of connections to the service; nothing connects before it is asked. */
export function createUpstream({ address, timeoutMilliseconds, maxBytes, tls }: UpstreamOptions): Upstream {
  const { origin, pathname } = new URL(address)
  const prefix = pathname.replace(/\/+$/, '')
  const agent = new Agent({
    connect: { ...tls, timeout: Math.min(maxConnectMilliseconds, timeoutMilliseconds) },
    headersTimeout: timeoutMilliseconds,
    bodyTimeout: timeoutMilliseconds,
    maxResponseSize: maxBytes,
  })

  async function ask({ method, target, headers, signal }: UpstreamRequest): Promise<UpstreamAnswer> {
    const abort = new AbortController()
    const giveUp = () => abort.abort()
    signal?.addEventListener('abort', giveUp)
    // The timer of each phase starts anew with every byte; this one does not.
    const deadline = setTimeout(() => abort.abort(new GatewayFailure('GTW-01')), timeoutMilliseconds)
    let answering = false
    try {
      const answer = await agent.request({
        origin,
        path: `${prefix}${target}`,
        method,
        headers: { ...headers, 'accept-encoding': 'br, gzip', 'user-agent': 'custody-console' },
        signal: abort.signal,
      })
      answering = true
      refuseWhatIsNoAnswer(answer)
      const compressed = Buffer.from(await answer.body.arrayBuffer())
      return {
        status: answer.statusCode,
        headers: headersPassedOn(answer, method),
        body: method === 'HEAD' ? compressed : await decompress(compressed, answer, maxBytes),
      }
    } catch (error) {
      throw error instanceof GatewayFailure ? error : failureOf(error, answering, origin)
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  // Whoever closes the gateway has let the requests in flight finish; what is left need not be waited for.
  return { ask, close: () => agent.destroy() }
}

function header(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A redirect is not followed: the key must not travel to an address that nobody configured. */
function refuseWhatIsNoAnswer(answer: Dispatcher.ResponseData): void {
  const type = header(answer, 'content-type') ?? ''
  const redirects = answer.statusCode >= 300 && answer.statusCode < 400
  const isStatus = answer.statusCode < 600
  if (isStatus && !redirects && /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return
  answer.body.on('error', () => {}).destroy()
  const what = !isStatus
    ? 'a status that HTTP does not have'
    : redirects
      ? 'a redirect'
      : type === ''
        ? 'no content type'
        : 'another content type than JSON'
  throw new GatewayFailure(
    'GTW-02',
    `The custody service, or a proxy before it, answered with ${what} (HTTP ${answer.statusCode}).`,
  )
}

function headersPassedOn(answer: Dispatcher.ResponseData, method: string): Record<string, string> {
  const compressed = header(answer, 'content-encoding') !== undefined
  const names = method === 'HEAD' && !compressed ? [...passedOn, 'content-length'] : passedOn
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = header(answer, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

const decompressors: Readonly<
  Record<string, (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = { br: promisify(brotliDecompress), gzip: promisify(gunzip), deflate: promisify(inflate) }

async function decompress(data: Buffer, answer: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const encoding = header(answer, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return data
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined
  const unreadable = 'The answer of the custody service cannot be decompressed.'
  if (decompressor === undefined) throw new GatewayFailure('GTW-02', unreadable)
  try {
    return await decompressor(data, { maxOutputLength: maxBytes })
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
      ? new GatewayFailure('GTW-03')
      : new GatewayFailure('GTW-02', unreadable)
  }
}

/** What each failure of the connection is to the reader. Nothing of it names the service's address. */
function failureOf(error: unknown, answering: boolean, origin: string): unknown {
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return new GatewayFailure('GTW-01')
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new GatewayFailure('GTW-03')
  // Of this one's code only some have a value; and it holds what was received, which must not reach a log.
  if ((error instanceof Error && error.name === 'HTTPParserError') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return new GatewayFailure('GTW-02', 'Something answered, but not in HTTP as a custody service speaks it.')
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_ABORTED' || code === '') return error
  if (answering) return new GatewayFailure('GTW-11')
  return new GatewayFailure(
    'GTW-00',
    `The gateway could not connect to the custody service: ${reason(code, origin)}.`,
  )
}

function reason(code: string, origin: string): string {
  // By TLS 1.3 a client is told that its certificate is missing, or not trusted, once it has sent its request.
  const certificate = origin.startsWith('https:') ? '; it may want a client certificate that it trusts' : ''
  if (code === 'ECONNREFUSED') return 'nothing listens at its address'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name cannot be resolved'
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'no connection came about in time'
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET')
    return `it closed the connection without an answer${certificate}`
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired'
  if (code === 'CERT_NOT_YET_VALID')
    return 'its certificate is not valid yet, or the clock of the gateway is wrong'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another host name'
  if (/^ERR_SSL_.*ALERT/.test(code)) return `it refused the TLS connection${certificate}`
  if (/^ERR_SSL|^EPROTO$/.test(code)) return 'nothing speaks TLS at its address'
  if (/CERT|ISSUER|VERIFY|SIGNED/.test(code))
    return 'no authority that the gateway trusts signed its certificate'
  return code
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
