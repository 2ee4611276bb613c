/** Audit packs that are made in the background, each of a session, which can ask how far it is, stop it, and fetch the file. */
import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dayLength, dayNumber } from '../../../contract/day.ts'
import { isStatedLine } from '../../../contract/hidden-characters.ts'
import type { MadePack, PackRequest } from '../../../contract/packs.ts'
import { readPackScope } from '../../../reports/pack-scope.ts'
import { Refusal } from '../../http.ts'
import { awaitMoments, awaitRecords } from '../api/awaited.ts'
import { pricesFor } from '../api/reports.ts'
import type { AuditEntry } from '../audit/chain.ts'
import type { GatewayContext } from '../context.ts'
import type { FileRoom, RoomFile } from '../downloads/file-room.ts'
import { logFailure } from '../log.ts'
import type { Pair } from '../reading.ts'
import type { Session } from '../session.ts'
import { type Consumer, consumerOf, Rounds } from '../shares.ts'
import { aboutSigned } from '../signed-about.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import type { Clock } from '../sync/clock.ts'
import { type PackOrder, writePack } from './pack-file.ts'

/** At once: one of each key, or of each person. */
const mostMaking = 2
/** Of each of these, in as many sessions. */
const mostWaiting = 4
/** Milliseconds. */
const keptFor = 3_600_000

export class MadePacks {
  readonly #context: GatewayContext
  readonly #clock: Clock
  readonly #room: FileRoom
  readonly #packs = new Map<string, PackInMaking>()
  readonly #rounds = new Rounds(mostWaiting, mostMaking)
  readonly #stopTimer: () => void

  constructor(context: GatewayContext, room: FileRoom) {
    this.#context = context
    this.#clock = context.clock
    this.#room = room
    this.#stopTimer = this.#clock.every(60_000, () => this.#forgetOld())
    context.sessions.watch({
      seen: () => {},
      left: (signIn) => this.#removeWhere((pack) => pack.signIn === signIn),
    })
  }

  /** Resolves once it waits for its turn. Throws ERR-00, GTW-23, GTW-26, GTW-27, GTW-30 and GTW-31. */
  async begin(request: FastifyRequest, session: Session, asked: PackRequest): Promise<MadePack> {
    const { signing, sync, trail } = this.#context
    if (signing === null) throw new Refusal('GTW-31')
    const order = this.#orderOf(session, asked)
    const kept = await sync.records(session)
    if (!('rows' in kept) || kept.standing.state.lists.transactions === null) throw awaitRecords(kept)
    const { first, last } = order.period
    const edges = [dayNumber(first) ?? 0, 1 + (dayNumber(last) ?? 0)].map((day) => day * dayLength)
    const wait = await sync.moments(kept, session, edges, new AbortController().signal)
    if (wait) throw awaitMoments(wait, kept)
    requireDates(kept)
    const own = [...this.#packs.values()].filter((pack) => pack.isOf(session))
    if (own.some(({ status }) => status.state === 'making'))
      throw new Refusal('GTW-23', 'Another pack is being made.', { 'retry-after': '10' })
    // Otherwise there would be no end of them.
    this.#removeWhere((pack) => own.includes(pack) && pack.status.state === 'failed')
    const pack = new PackInMaking(request, session, asked, this.#context, this.#clock.steady())
    this.#packs.set(pack.status.id, pack)
    await trail.fileBegun(request, pack.line, pack.pairs).catch((error: unknown) => {
      this.#removeWhere((each) => each === pack)
      throw error
    })
    const whole = { ...order, signing, onProgress: pack.onProgress }
    void pack.make(this.#room, this.#rounds, (file, signal) =>
      kept.rows.readMoment((moment) => writePack(moment, whole, file, signal), { signal }),
    )
    return pack.status
  }

  of(session: Session): readonly MadePack[] {
    return [...this.#packs.values()].flatMap((pack) => (pack.isOf(session) ? pack.status : []))
  }

  /** Throws GTW-05 for a pack that is not of this session, or not ready. */
  send(session: Session, id: string, reply: FastifyReply): FastifyReply {
    const pack = this.#packs.get(id)
    if (!pack?.isOf(session)) throw new Refusal('GTW-05')
    return pack.send(reply)
  }

  remove(session: Session, id: string): void {
    this.#removeWhere((pack) => pack.status.id === id && pack.isOf(session))
  }

  close(): void {
    this.#stopTimer()
    this.#removeWhere(() => true)
  }

  #forgetOld(): void {
    const now = this.#clock.steady()
    this.#removeWhere(({ begun, status }) => status.state !== 'making' && begun + keptFor < now)
  }

  #removeWhere(isWanted: (pack: PackInMaking) => boolean): void {
    for (const [id, pack] of this.#packs)
      if (isWanted(pack)) {
        this.#packs.delete(id)
        pack.end()
      }
  }

  /** Throws ERR-00. */
  #orderOf(session: Session, asked: PackRequest): Omit<PackOrder, 'signing' | 'onProgress'> {
    const { reference } = asked
    const now = this.#clock.now()
    const scope = readPackScope(asked, now)
    if ('fault' in scope) throw new Refusal('ERR-00', scope.fault)
    if (reference !== null && !isStatedLine(reference))
      throw new Refusal('ERR-00', 'reference must be one line of at most 200 characters.')
    return {
      ...{ ...scope, now },
      stated: reference === null ? {} : { reference },
      about: (claims) => aboutSigned(claims, session, this.#context),
      prices: pricesFor(this.#context, { query: { filter: new Map() }, session }),
    }
  }
}

/** An opened pack cannot find them later. Throws GTW-26 while they are being found. */
function requireDates({ standing: { state, status } }: KeptRecords): void {
  const { dates } = state
  if (dates === null || dates.failure !== null || dates.isComplete || status.silence !== null) return
  throw new Refusal('GTW-26', 'A pack has the date of every transaction, and some are still being found.', {
    'retry-after': '2',
  })
}

type Written = Awaited<ReturnType<typeof writePack>>

/** From its first line in the audit log to its end. */
class PackInMaking {
  readonly signIn: string
  readonly begun: number
  readonly line: AuditEntry
  readonly pairs: readonly Pair[]
  status: MadePack
  readonly #request: FastifyRequest
  readonly #consumer: Consumer
  readonly #context: Pick<GatewayContext, 'trail'>
  readonly #ending = new AbortController()
  /** Of its account and its maker. */
  readonly #fingerprint: string
  /** Of all their sessions. */
  readonly #owner: string
  #file: RoomFile | null = null

  constructor(
    request: FastifyRequest,
    session: Session,
    { period, vaults }: PackRequest,
    context: Pick<GatewayContext, 'trail'>,
    begun: number,
  ) {
    const id = randomUUID()
    this.#request = request
    this.#context = context
    this.signIn = session.signIn
    this.#consumer = consumerOf(session)
    this.#fingerprint = session.fingerprint
    this.#owner = session.person?.id ?? session.apiKey
    this.begun = begun
    this.line = { id, kind: 'audit-pack', format: 'zip', signed: true }
    this.pairs = [['period', period], ...(vaults === null ? [] : [['vaults', vaults] as const])]
    this.status = { id, period, vaults, state: 'making', part: 0, failure: null, file: null }
  }

  /** A sign-in goes on with another account, which has packs of its own. */
  isOf({ signIn, fingerprint }: Session): boolean {
    return this.signIn === signIn && this.#fingerprint === fingerprint
  }

  readonly onProgress = (part: number): void => {
    this.status = { ...this.status, part }
  }

  async make(
    room: FileRoom,
    rounds: Rounds,
    write: (file: RoomFile, signal: AbortSignal) => Promise<Written>,
  ): Promise<void> {
    const { signal } = this.#ending
    const refusal = new Refusal('GTW-23', 'As many other packs wait to be made as may wait.')
    try {
      await rounds.run(this.#owner, { signal, refusal }, async () => {
        this.#file = await room.open(this.#consumer)
        const { name, isComplete, records } = await write(this.#file, signal)
        signal.throwIfAborted()
        const file = { name, bytes: this.#file.size, isComplete }
        this.status = { ...this.status, state: 'ready', part: 1, file }
        this.#tell(isComplete ? 'complete' : 'partial', records)
      })
    } catch (error) {
      const isStopped = this.#ending.signal.aborted
      const isKnown = error instanceof Refusal
      if (!isKnown && !isStopped)
        logFailure(this.#request, error instanceof Error ? error : new Error(String(error)))
      const failure = isKnown ? error.details : 'The gateway failed.'
      this.status = { ...this.status, state: 'failed', failure }
      this.#tell(isStopped ? 'cancelled' : 'failed', null)
      await this.#close()
    }
  }

  /** Throws GTW-05 before it is ready. */
  send(reply: FastifyReply): FastifyReply {
    const { file } = this.status
    if (file === null || this.#file === null) throw new Refusal('GTW-05')
    const ending = this.#ending.signal
    return this.#file.send(reply, { name: file.name, type: 'application/zip', ending })
  }

  end(): void {
    this.#ending.abort(new Refusal('GTW-05'))
    if (this.status.state === 'ready') void this.#close()
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }

  #tell(outcome: string, rows: number | null): void {
    const completeness = outcome === 'complete' || outcome === 'partial' ? outcome : null
    this.#context.trail.fileEnded(this.#request, { ...this.line, outcome, completeness, rows }, this.pairs)
  }
}
