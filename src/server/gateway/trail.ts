/** Events for the audit log and the metrics. No line holds a secret or the value of a filter. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoints.ts'
import { errorRemedy } from '../../contract/error-codes.ts'
import { errorText, Refusal, ServiceFailure } from '../http.ts'
import type { AuditEntry } from './audit/chain.ts'
import { AuditLog } from './audit/writer.ts'
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts'
import { type Credentials, fixedCredentials, type Person } from './reader.ts'
import { describeRead, type Pair, sortPairs } from './reading.ts'
import { fingerprintOf, type KeyRing, keyedDigest } from './sealing.ts'
import type { GatewaySettings } from './settings.ts'
import { unexpectedRefusal } from './unexpected.ts'

export interface SignInAttempt {
  readonly key: string | null
  /** A keyed id from the identity provider. */
  readonly person?: string
  /** The code the person was shown, and the library's name for the failure. */
  readonly code?: string
  readonly reason?: string | null
  /** `failed`: the service did not answer. */
  readonly outcome: 'accepted' | 'refused' | 'failed' | 'malformed' | 'too many attempts'
}

/** Its id is otherwise only in the sealed cookie. */
export interface WatchedSession extends Credentials {
  readonly id: string
  readonly person: Person | null
  readonly account: string | null
  readonly expiresAt: string
}

/** `revoked`: ended earlier, here or in another browser. */
export type SessionEnd =
  | 'sign-out'
  | 'sign-out-everywhere'
  | 'signed-in-again'
  | 'account-switched'
  | 'expired'
  | 'idle'
  | 'revoked'

declare module 'fastify' {
  interface FastifyInstance {
    trail: Trail
  }
}

/** What a reader asks of the API of the console. */
export interface AskedOfApi {
  /** In the audit log and in metrics. */
  readonly name: string
  readonly endpoint: Endpoint
  /** Path and query. */
  readonly target: string
  /** The parameter in the path, encoded. */
  readonly value: string
}

export interface TrailOptions {
  readonly settings: GatewaySettings
  readonly keyRing: KeyRing
}

/** Methods that return a promise throw GTW-30 where the audit log cannot hold the line: the event must not happen then. */
export class Trail {
  readonly metrics: Metrics
  readonly #audit: AuditLog | undefined
  readonly #keyRing: KeyRing
  readonly #fixed: Credentials | undefined
  readonly #sessions = new WeakMap<FastifyRequest, WatchedSession>()
  readonly #fingerprints = new WeakMap<WatchedSession, AuditEntry>()
  readonly #codes = new WeakMap<FastifyRequest, string>()
  /** Failures that have a line. */
  readonly #told = new WeakSet<FastifyRequest>()
  /** Separate, because many refusals must not hide attempts to sign in. */
  readonly #refusals = new LineBudget((lines) =>
    this.#audit?.note({ event: 'omitted', of: 'refused', lines }),
  )
  readonly #signIns = new LineBudget((lines) => this.#audit?.note({ event: 'omitted', of: 'sign-in', lines }))

  static async open(app: FastifyInstance, options: TrailOptions, sessions: () => number): Promise<Trail> {
    const audit = await openAudit(app, options.settings)
    return new Trail(app, options, audit, sessions)
  }

  private constructor(
    app: FastifyInstance,
    { settings, keyRing }: TrailOptions,
    audit: AuditLog | undefined,
    sessions: () => number,
  ) {
    const { METRICS_PORT: port, METRICS_HOST: host } = settings
    this.#audit = audit
    this.#keyRing = keyRing
    this.#fixed = fixedCredentials(settings)
    this.metrics = createMetrics({ sessions, isAuditFailing: () => this.fault !== null }, port !== undefined)
    if (port !== undefined) {
      serveMetrics(app, this.metrics, { port, host })
      app.addHook('onResponse', async (request, reply) => this.#count(request, reply))
      app.addHook('onRequestAbort', async (request) =>
        this.metrics.requests.inc({ endpoint: endpointLabel(request), outcome: 'aborted' }),
      )
    }
    app.addHook('onClose', async () => {
      this.#refusals.close()
      this.#signIns.close()
      const lines = (await audit?.close()) ?? 0
      if (lines > 0) app.log.error({ lines }, 'lines of the audit log were lost: it could not be written')
    })
  }

  get fault(): string | null {
    return this.#audit?.fault ?? null
  }

  /** Throws GTW-30 while the audit log cannot be written: nothing is read without a line. */
  requireWritable(): void {
    if (this.fault !== null) throw new Refusal('GTW-30')
  }

  async settled(): Promise<void> {
    await this.#audit?.settled()
  }

  /** Also in the log of requests. */
  async signIn(request: FastifyRequest, attempt: SignInAttempt): Promise<void> {
    const level = attempt.outcome === 'accepted' ? 'info' : 'warn'
    request.log[level]({ caller: request.ip, ...attempt }, 'sign-in')
    this.metrics.signIns.inc({ outcome: attempt.outcome })
    const entry = { event: 'sign-in', ...this.#callerOf(request), ...attempt }
    if (attempt.outcome === 'accepted') await this.#commit(entry)
    else this.#signIns.admit(() => this.#audit?.note(entry))
  }

  begun(request: FastifyRequest, session: WatchedSession): void {
    this.seen(request, session)
    const { expiresAt: expires } = session
    this.#audit?.note({ event: 'session-begun', ...this.#callerOf(request, session), expires })
  }

  seen(request: FastifyRequest, session: WatchedSession): void {
    this.#sessions.set(request, session)
  }

  ended(request: FastifyRequest, session: WatchedSession, why: SessionEnd): void {
    const isAsked = why === 'sign-out' || why === 'sign-out-everywhere'
    const event = isAsked ? { event: why } : { event: 'session-ended', why }
    this.#audit?.note({ ...event, ...this.#callerOf(request, session) })
  }

  /** Of a read: its line is written before its answer is sent. `outcome`: what the line says beside what was asked. */
  async answer<Answer>(
    request: FastifyRequest,
    { name, endpoint, target, value }: AskedOfApi,
    make: () => Promise<Answer>,
    outcome: (answer: Answer) => AuditEntry,
  ): Promise<Answer> {
    const begun = performance.now()
    const line = (entry: AuditEntry): AuditEntry => {
      const { filters, digested, page, unknown } = describeRead(endpoint, target, value)
      const asked = { ...this.#filtersIn(filters, digested), ...(unknown > 0 && { unknown }) }
      const read = { event: 'read', endpoint: name, ...asked, ...page }
      const milliseconds = Math.round(performance.now() - begun)
      return { ...read, ...entry, milliseconds, ...this.#callerOf(request) }
    }
    try {
      const answer = await make()
      if (this.#audit) await this.#commit(line({ status: 200, ...outcome(answer) }))
      return answer
    } catch (error) {
      const isTold = error instanceof Refusal || error instanceof ServiceFailure
      const untold = request.socket.destroyed
        ? { code: 'aborted', statusCode: null }
        : unexpectedRefusal(error)
      const { code: given, statusCode: status } = isTold ? error : untold
      // The line that failed is this answer’s own.
      if (given === 'GTW-30') throw error
      const code = given === 'aborted' || errorRemedy(given) ? given : 'other'
      this.#codes.set(request, code)
      this.#told.add(request)
      this.#audit?.note(line({ status, code, rows: null }))
      throw error
    }
  }

  /** `sync`: the gateway's own reading of an account, for everybody who may see it. `webhook`: a message that a receiver took. */
  ofAccount(event: 'sync' | 'webhook', credentials: Credentials, entry: AuditEntry): void {
    this.#audit?.note({ event, ...entry, ...this.#keyOf(credentials) })
  }

  failed(request: FastifyRequest, { code, statusCode }: Refusal | ServiceFailure): void {
    if (this.#told.has(request)) return
    this.#codes.set(request, code)
    // Below 500 a rule refused. From 500 on, the service or the gateway failed.
    if (statusCode >= 500) return
    const note = () => {
      const { method } = request
      const endpoint = endpointLabel(request)
      this.#audit?.note({ event: 'refused', code, method, endpoint, ...this.#callerOf(request) })
    }
    if (this.#sessions.has(request)) note()
    else this.#refusals.admit(note)
  }

  /** An audit pack, before its records are written. */
  packOpened(request: FastifyRequest, pack: AuditEntry): Promise<void> {
    return this.#commit({ event: 'pack-opened', ...pack, ...this.#callerOf(request) })
  }

  /** What is changed here, and not at the service. A change that fails has a second line. */
  async change(request: FastifyRequest, entry: AuditEntry, make: () => Promise<unknown>): Promise<void> {
    await this.#commit({ ...entry, ...this.#callerOf(request) })
    await make().catch((error: unknown) => {
      this.#audit?.note({ ...entry, outcome: 'failed', ...this.#callerOf(request) })
      throw error
    })
  }

  /** A file that the gateway makes itself. `pairs`: of its filter. */
  async fileBegun(request: FastifyRequest, file: AuditEntry, pairs: readonly Pair[]): Promise<void> {
    await this.#commit(this.#fileLine('export-begun', request, file, pairs))
  }

  /** What became of it. */
  fileEnded(request: FastifyRequest, file: AuditEntry, pairs: readonly Pair[]): void {
    this.#audit?.note(this.#fileLine('export-ended', request, file, pairs))
  }

  #fileLine(event: string, request: FastifyRequest, file: AuditEntry, pairs: readonly Pair[]): AuditEntry {
    const filters = this.#filtersIn(sortPairs(pairs))
    return { event, by: 'gateway', ...file, ...filters, ...this.#callerOf(request) }
  }

  async #commit(entry: AuditEntry): Promise<void> {
    await this.#audit?.commit(entry).catch(() => {
      throw new Refusal('GTW-30')
    })
  }

  #callerOf(request: FastifyRequest, session = this.#sessions.get(request)): AuditEntry {
    const reader = session ? this.#fingerprintsOf(session) : this.#fixed && this.#keyOf(this.#fixed)
    return { caller: request.ip, request: request.id, ...reader }
  }

  #fingerprintsOf(session: WatchedSession): AuditEntry {
    const entry = this.#fingerprints.get(session) ?? {
      ...(session.person && { person: session.person.id, name: session.person.name }),
      ...this.#keyOf(session),
      account: session.accountId ?? session.account,
      session: keyedDigest(this.#keyRing[0].sessionFingerprint, session.id).slice(0, 16),
    }
    this.#fingerprints.set(session, entry)
    return entry
  }

  #keyOf({ apiKey, accountId }: Credentials): AuditEntry {
    return { key: fingerprintOf(this.#keyRing, apiKey), account: accountId }
  }

  #filtersIn(pairs: readonly Pair[], digested = pairs): AuditEntry {
    return {
      filters: [...new Set(pairs.map(([name]) => name))],
      digest:
        digested.length === 0 ? null : keyedDigest(this.#keyRing[0].filterDigest, digested).slice(0, 32),
    }
  }

  #count(request: FastifyRequest, { statusCode }: FastifyReply): void {
    const outcome =
      this.#codes.get(request) ?? (statusCode < 400 ? 'ok' : statusCode < 500 ? 'refused' : 'failed')
    this.metrics.requests.inc({ endpoint: endpointLabel(request), outcome })
  }
}

async function openAudit(app: FastifyInstance, settings: GatewaySettings): Promise<AuditLog | undefined> {
  const { AUDIT_LOG: to } = settings
  if (to === undefined) return undefined
  try {
    return await AuditLog.open({
      to,
      copy: settings.COPY_NAME,
      onFault(reason: string | null) {
        if (reason === null) app.log.warn('the audit log can be written again')
        else
          app.log.error(
            { reason },
            'the audit log cannot be written: nobody can sign in or read until it can',
          )
      },
    })
  } catch (error) {
    throw new Error(`AUDIT_LOG: ${errorText(error)}`)
  }
}

function endpointLabel(request: FastifyRequest): string {
  const { url, config } = request.routeOptions
  return config.endpointName ?? (url === undefined ? 'other' : 'file')
}

/** Admits 300 lines a minute from people without a session, so that they cannot fill the disk. Counts the rest. */
class LineBudget {
  readonly #onOmitted: (count: number) => void
  #written = 0
  #omitted = 0
  #minute: NodeJS.Timeout | undefined

  /** `onOmitted` gets the count at the end of the minute, or on closing. */
  constructor(onOmitted: (count: number) => void) {
    this.#onOmitted = onOmitted
  }

  admit(write: () => void): void {
    this.#minute ??= setTimeout(() => this.close(), 60_000).unref()
    if (this.#written >= linesPerMinute) {
      this.#omitted += 1
      return
    }
    this.#written += 1
    write()
  }

  close(): void {
    clearTimeout(this.#minute)
    this.#minute = undefined
    if (this.#omitted > 0) this.#onOmitted(this.#omitted)
    this.#written = 0
    this.#omitted = 0
  }
}

/** Enough for people who mistype, and to study an attack. */
const linesPerMinute = 300
