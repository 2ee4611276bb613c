/** The connection to the custody service: one GET out, the whole answer or a `Refusal` out. */
import type { ServerResponse } from 'node:http'
import { Agent } from 'undici'
import { Refusal, systemCodeOf } from '../http.ts'
import { decompress } from './compression.ts'
import type { Credentials } from './reader.ts'
import type { GatewaySettings } from './settings.ts'
import { type Consumer, mostAnswers, noRoomForAnswers, Shares, Turns, tooManyWaiting } from './shares.ts'
import { unlessAborted } from './unless-aborted.ts'

export interface UpstreamRequest {
  readonly target: string
  readonly credentials: Credentials | undefined
  readonly requestId?: string
  /** By default nobody known, such as somebody who signs in. */
  readonly consumer?: Consumer
  /** The request is dropped when the caller of this reply leaves. */
  readonly waiting?: ServerResponse
  /** Drops the request, with its reason. */
  readonly signal?: AbortSignal
  readonly timeoutMilliseconds?: number
}

/** A complete answer with a JSON type, unpacked. Its body is not checked. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const maxConnectMilliseconds = 10_000

/** Further requests wait for their turn, within their own time. */
export const mostConnections = 128

const mostWaiting = 2048

const nobodyKnown: Consumer = { key: '', session: '', isReading: false }

/** Connects lazily. The service's address may have a path prefix. */
export class Upstream {
  readonly #settings: GatewaySettings
  readonly #address: URL
  readonly #agent: Agent
  readonly #turns = new Turns(mostConnections, mostWaiting)
  readonly #memory: Shares

  constructor(address: string, settings: GatewaySettings) {
    this.#settings = settings
    this.#address = new URL(address)
    const tls = {
      ca: settings.CUSTODY_API_CA_FILE,
      cert: settings.CUSTODY_API_CLIENT_CERT_FILE,
      key: settings.CUSTODY_API_CLIENT_KEY_FILE,
    }
    this.#agent = new Agent({
      connections: mostConnections,
      connect: {
        ...tls,
        timeout: Math.min(maxConnectMilliseconds, 1000 * settings.UPSTREAM_TIMEOUT_SECONDS),
      },
      // Our one deadline covers everything; undici's restart with each byte.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: this.#maxBytes,
    })
    this.#memory = new Shares(mostAnswers * this.#maxBytes)
  }

  get #maxBytes(): number {
    return this.#settings.UPSTREAM_MAX_MEGABYTES * 1024 * 1024
  }

  async ask(request: UpstreamRequest): Promise<UpstreamAnswer> {
    const { consumer = nobodyKnown } = request
    const memory = new AnswerMemory(this.#memory, consumer)
    try {
      return await this.#read(await this.#exchange(request, consumer, memory), memory)
    } finally {
      memory.release()
    }
  }

  /** Requests in flight have finished by then. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }

  async #exchange(request: UpstreamRequest, consumer: Consumer, memory: AnswerMemory): Promise<Received> {
    const { waiting, timeoutMilliseconds = 1000 * this.#settings.UPSTREAM_TIMEOUT_SECONDS } = request
    const stopped = new AbortController()
    const { signal } = stopped
    // From the first byte sent to the last byte received.
    const deadline = setTimeout(() => stopped.abort(new Refusal('GTW-01')), timeoutMilliseconds)
    // A turn that comes later leaves the service too little time: it would work for nobody.
    const lastTurn = setTimeout(() => stopped.abort(tooManyWaiting()), timeoutMilliseconds / 2)
    const giveUp = () => stopped.abort(new Error('nobody waits for the answer any more'))
    const abort = () => stopped.abort(request.signal?.reason)
    if (waiting?.destroyed) giveUp()
    waiting?.once('close', giveUp)
    if (request.signal?.aborted) abort()
    request.signal?.addEventListener('abort', abort)
    let head: Omit<Received, 'bytes'> | undefined
    let hasTurn = false
    try {
      signal.throwIfAborted()
      await this.#turns.take(consumer, signal)
      clearTimeout(lastTurn)
      hasTurn = true
      // A request whose connection is still being made hears of the signal only once it has one.
      const asking = this.#agent.request({ ...this.#head(request), signal })
      const { statusCode, headers, body } = await unlessAborted(signal, asking)
      head = { status: statusCode, headers }
      const refusal = refusalOf(head)
      if (refusal) stopped.abort(refusal)
      const chunks: Buffer[] = []
      for await (const chunk of body) {
        memory.add(chunk.length)
        chunks.push(chunk)
      }
      return { ...head, bytes: Buffer.concat(chunks) }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw error instanceof Refusal ? error : failureOf(error, head !== undefined, this.#address)
    } finally {
      if (hasTurn) this.#turns.release(consumer)
      clearTimeout(lastTurn)
      clearTimeout(deadline)
      waiting?.off('close', giveUp)
      request.signal?.removeEventListener('abort', abort)
    }
  }

  #head({ target, credentials, requestId }: UpstreamRequest) {
    const { CUSTODY_API_KEY_HEADER: keyHeader, CUSTODY_ACCOUNT_ID_HEADER: accountHeader } = this.#settings
    return {
      origin: this.#address.origin,
      path: this.#address.pathname.replace(/\/+$/, '') + target,
      method: 'GET' as const,
      headers: {
        accept: 'application/json',
        // Not Brotli: it saves one byte in a hundred on a page of records, and its unpacked size is unknown.
        'accept-encoding': 'gzip',
        'user-agent': 'custody-console',
        ...(requestId !== undefined && { 'x-request-id': requestId }),
        ...(credentials && { [keyHeader]: credentials.apiKey }),
        ...(credentials?.accountId && { [accountHeader]: credentials.accountId }),
      },
    }
  }

  async #read(received: Received, memory: AnswerMemory): Promise<UpstreamAnswer> {
    const { status, bytes } = received
    const headers = headersPassedOn(received)
    const encoding = header(received, 'content-encoding')?.trim().toLowerCase() ?? ''
    if (encoding === 'identity' || encoding === '') return { status, headers, body: bytes }
    const body = await decompressed(bytes, encoding, this.#maxBytes)
    memory.add(body.length)
    return { status, headers, body }
  }
}

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

async function decompressed(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  try {
    return await decompress(bytes, encoding, maxBytes)
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('GTW-03')
    throw new Refusal('GTW-02', 'The answer of the custody service cannot be decompressed.')
  }
}

/** Of an answer that is being received. */
class AnswerMemory {
  readonly #memory: Shares
  readonly #consumer: Consumer
  #bytes = 0

  constructor(memory: Shares, consumer: Consumer) {
    this.#memory = memory
    this.#consumer = consumer
  }

  /** Throws GTW-23. */
  add(bytes: number): void {
    if (!this.#memory.take(this.#consumer, bytes)) throw noRoomForAnswers()
    this.#bytes += bytes
  }

  release(): void {
    this.#memory.release(this.#consumer, this.#bytes)
  }
}

function header({ headers }: Pick<Received, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Undefined for an acceptable answer. Redirects count as failures: the key must not travel to an address nobody configured. */
function refusalOf(answer: Pick<Received, 'status' | 'headers'>): Refusal | undefined {
  const { status } = answer
  const type = header(answer, 'content-type') ?? ''
  const redirects = status >= 300 && status < 400
  const isStatus = status < 600
  if (isStatus && !redirects && /^(?:application\/(?:[\w.+-]+\+)?|text\/)json\s*(?:;|$)/i.test(type))
    return undefined
  const what = !isStatus
    ? 'an invalid status'
    : redirects
      ? 'a redirect'
      : type === ''
        ? 'no content type'
        : 'a content type other than JSON'
  const details = `The custody service, or a proxy in front of it, answered with ${what} (HTTP ${status}).`
  if (status !== 429 && status !== 503) return new Refusal('GTW-02', details)
  const retryAfter = header(answer, 'retry-after')
  return new Refusal('GTW-24', details, retryAfter === undefined ? {} : { 'retry-after': retryAfter }, status)
}

/** No other header of the service reaches the browser. */
const passedOn = ['content-type', 'date', 'retry-after', 'x-request-id']

function headersPassedOn(answer: Received): Record<string, string> {
  return Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = header(answer, name)
      // A request id stands in the log, too.
      const isFit = name !== 'x-request-id' || /^[\x20-\x7e]{1,256}$/.test(value ?? '')
      return value === undefined || !isFit ? [] : [[name, value]]
    }),
  )
}

/** Never names the service’s address. */
function failureOf(error: unknown, answering: boolean, { protocol }: URL): unknown {
  const code = systemCodeOf(error)
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new Refusal('GTW-03')
  // The error holds received data, which must not reach a log, and few of its codes mean anything.
  if ((error instanceof Error && error.name === 'HTTPParserError') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return new Refusal('GTW-02', 'Something answered, but not in the HTTP that a custody service speaks.')
  if (code === 'UND_ERR_INVALID_ARG' || code === '') return error
  if (answering) return new Refusal('GTW-11')
  const [, reason = code] = reasons.find(([pattern]) => pattern.test(code)) ?? []
  // With TLS 1.3 a client hears of a missing or untrusted certificate only after it has sent its request.
  const isUnexplained = protocol === 'https:' && /^(UND_ERR_SOCKET|ECONNRESET|ERR_SSL_.*ALERT.*)$/.test(code)
  const certificate = isUnexplained ? '; it may require a client certificate that it trusts' : ''
  return new Refusal(
    'GTW-00',
    `The gateway could not connect to the custody service: ${reason}${certificate}.`,
  )
}

const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^ECONNREFUSED$/, 'nothing listens at its address'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name cannot be resolved'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'the connection timed out'],
  [/^(UND_ERR_SOCKET|ECONNRESET)$/, 'it closed the connection without an answer'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet, or the clock of the gateway is wrong'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host name'],
  [/^ERR_SSL_.*ALERT/, 'it refused the TLS connection'],
  [/^ERR_SSL|^EPROTO$/, 'its address does not speak TLS'],
  [/CERT|ISSUER|VERIFY|SIGNED/, 'its certificate was not signed by an authority that the gateway trusts'],
]
