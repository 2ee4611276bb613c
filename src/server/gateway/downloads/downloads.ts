/** Lists and totals as files: made whole, then sent, so that a failure never looks like a shorter file. */
import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type consoleEndpoints, type FileFormat, fileFormats } from '../../../contract/console-api.ts'
import { balanceLists } from '../../../contract/list-names.ts'
import { mediaTypes } from '../../../files/list-export.ts'
import type { ByteSink, WrittenFile } from '../../../files/written-file.ts'
import { writeReport } from '../../../reports/report-file.ts'
import { datedAccount, ReportRecords } from '../../../reports/report-records.ts'
import { reportSubject } from '../../../reports/report-subject.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import type { RecordsMoment } from '../../../store/moment.ts'
import { valuesIn } from '../../../store/queries/read-query.ts'
import { parametersIn, Refusal } from '../../http.ts'
import { awaitRecords } from '../api/awaited.ts'
import { isByValue, pricedToday } from '../api/by-value.ts'
import { balanceTypeIn } from '../api/holdings.ts'
import {
  comparedAccount,
  linkParameters,
  nowOf,
  pricesFor,
  recordsForReport,
  reportNamed,
} from '../api/reports.ts'
import type { ApiCall } from '../api/routes.ts'
import type { AuditEntry } from '../audit/chain.ts'
import type { GatewayContext } from '../context.ts'
import type { Pair } from '../reading.ts'
import type { Session } from '../session.ts'
import { consumerOf, Shares } from '../shares.ts'
import { aboutSigned, claimsOf } from '../signed-about.ts'
import { nativeDigest, SignedZip } from '../signed-zip.ts'
import type { Signing } from '../signing-key.ts'
import {
  columnsOf,
  type DownloadKind,
  type DownloadOrder,
  endOfList,
  type MadeFile,
  writeList,
} from './download-file.ts'
import type { FileRoom, RoomFile } from './file-room.ts'

/** Three of one session, and one is left for others. */
const mostFiles = 6

/** Milliseconds. No list takes longer that fits into the room. */
const longestMaking = 900_000

/** Milliseconds between checks that the session has not ended. */
const sessionAskedEvery = 1000

type DownloadsContext = Pick<
  GatewayContext,
  'clock' | 'trail' | 'settings' | 'sync' | 'packs' | 'prices' | 'service' | 'keyRing' | 'signing'
>

export class Downloads {
  readonly #context: DownloadsContext
  readonly #room: FileRoom
  readonly #shares = new Shares(mostFiles)
  readonly #running = new Set<AbortController>()

  constructor(context: DownloadsContext, room: FileRoom) {
    this.#context = context
    this.#room = room
  }

  /** Resolves when the file begins to be sent. Throws a `Refusal`, and what the database throws. */
  async send(name: keyof typeof consoleEndpoints, call: ApiCall): Promise<FastifyReply> {
    const kind = kindOf(name, call)
    const order = { ...readOrder(kind, call), priced: await this.#pricedFor(kind, call) }
    const records = await this.#recordsFor(kind, call)
    return await this.#begin(call, records, {
      ...{ kind, format: order.format },
      write: (moment, sink, signal) => writeList(moment, order, sink, signal),
    })
  }

  /** As `send` does. Throws ERR-00 where the link has no report. */
  async sendReport(call: ApiCall): Promise<FastifyReply> {
    const format = formatOf(call)
    const entry = reportNamed(call.value)
    const opened = entry.open(linkParameters(call), nowOf(this.#context, call))
    if ('refusal' in opened) throw new Refusal('ERR-00', opened.refusal.text)
    const prices = pricesFor(this.#context, call)
    const { rows, standing } = await recordsForReport(this.#context, call, entry.lists, opened)
    const compared = await comparedAccount(this.#context, call, opened)
    const edges = opened.edges(datedAccount(standing.state))
    return await this.#begin(call, rows, {
      ...{ kind: entry.name, format },
      async write(moment, sink) {
        const records = await ReportRecords.open(moment, prices, compared?.account)
        const report = await opened.make(records)
        if ('refusal' in report) throw new Refusal('ERR-00', report.refusal.text)
        const subject = await reportSubject(report, edges, records)
        if ('refusal' in subject) throw new Refusal('ERR-00', subject.refusal.text)
        const written = await writeReport(report, format, sink, nativeDigest())
        return { written, claims: claimsOf(records.state, written, subject) }
      },
    })
  }

  async #begin(call: ApiCall, records: AccountStore, order: FileOrder): Promise<FastifyReply> {
    const { session, query } = call
    if (query.filter.has('signed')) this.#requireSigning(session)
    const consumer = consumerOf(session)
    if (!this.#shares.take(consumer, 1))
      throw new Refusal('GTW-23', 'Too many files are being made and sent at once.', { 'retry-after': '5' })
    const download = new Download(this.#context, call, order, () => this.#shares.release(consumer, 1))
    this.#running.add(download.ending)
    download.ended.then(() => this.#running.delete(download.ending))
    return await download.run(records, this.#room)
  }

  #requireSigning({ pack }: Session): void {
    if (pack !== null) throw new Refusal('GTW-32', 'Nothing that comes from a pack is signed again.')
    if (this.#context.signing === null) throw new Refusal('GTW-31')
  }

  /** Ends what is being made and sent. */
  close(): void {
    for (const ending of this.#running) ending.abort(new Refusal('GTW-08', 'The gateway is being stopped.'))
  }

  /** Of vaults prices give the order alone. */
  async #pricedFor(kind: DownloadKind, call: ApiCall): Promise<DownloadOrder['priced']> {
    const hasValues = kind !== 'vaults' && call.query.filter.has('currency')
    if (!isByValue(call.query) && !hasValues) return null
    return await pricedToday(this.#context, call)
  }

  /** Throws GTW-26 until the list has been read, and GTW-27 where nothing is kept. */
  async #recordsFor(kind: DownloadKind, { session }: ApiCall): Promise<AccountStore> {
    const kept = await this.#context.sync.records(session)
    if (!('rows' in kept) || endOfList(kept.standing.state, kind) === null) throw awaitRecords(kept)
    return kept.rows
  }
}

/** Throws BAL-02, and GTW-05 for what is no list. */
function kindOf(name: keyof typeof consoleEndpoints, { value }: ApiCall): DownloadKind {
  switch (name) {
    case 'totals':
      return 'count'
    case 'balances':
    case 'balancesOfType':
      return balanceLists[balanceTypeIn(value)]
    case 'transaction':
    case 'vault':
      throw new Refusal('GTW-05')
    default:
      return name
  }
}

/** What is made, and how: from the beginning of the file, whatever was in it before. */
interface FileOrder {
  /** As the audit log names it. */
  readonly kind: string
  readonly format: FileFormat
  write(moment: RecordsMoment, sink: ByteSink, signal: AbortSignal): Promise<MadeFile>
}

/** Throws ERR-00. */
function formatOf({ request, query: { filter } }: ApiCall): FileFormat {
  if (request.method !== 'GET') throw new Refusal('GTW-06', 'A file is made for GET alone.', { allow: 'GET' })
  const format = fileFormats.find((each) => each === filter.get('as'))
  if (format === undefined || !filter.has('fingerprint'))
    throw new Refusal('ERR-00', 'fingerprint must be that of the session for which the link was made.')
  return format
}

/** Throws ERR-00. */
function readOrder(kind: DownloadKind, call: ApiCall): Omit<DownloadOrder, 'priced'> {
  const { query, target } = call
  const format = formatOf(call)
  const given = parametersIn(target)
  if (given.has('limit') || given.has('offset'))
    throw new Refusal('ERR-00', 'A file has all rows: limit and offset do not go with as.')
  const known = columnsOf(kind, query)
  const columns = valuesIn(query, 'column') ?? null
  if (columns?.some((column) => !known.includes(column)))
    throw new Refusal('ERR-00', `column must be one of ${known.join(', ')}.`)
  if (given.getAll('column').length > (columns?.length ?? 0))
    throw new Refusal('ERR-00', 'Each column must be given once.')
  const names = new Set(filterPairs(target).map(([name]) => name))
  const parameters = [...names].map((name) => [name, given.getAll(name).join(', ')] as const)
  return { kind, format, query, columns, parameters: Object.fromEntries(parameters) }
}

/** What chooses the rows. */
function filterPairs(target: string): readonly Pair[] {
  return [...parametersIn(target)].filter(([name]) => !ofFile.has(name))
}

const ofFile: ReadonlySet<string> = new Set([
  ...['as', 'column', 'fingerprint', 'signed'],
  ...['sort', 'by', 'currency'],
])

/** One file, from its first line in the audit log to its last. */
class Download {
  /** Aborted with what its reader is told. */
  readonly ending = new AbortController()
  readonly ended: Promise<void>
  readonly #context: DownloadsContext
  readonly #call: ApiCall
  readonly #order: FileOrder
  /** Null for a plain file. */
  readonly #signing: Signing | null
  readonly #line: AuditEntry
  readonly #pairs: readonly Pair[]
  readonly #stopAsking: () => void
  #written: WrittenFile | null = null
  #end: () => void = () => {}

  constructor(context: DownloadsContext, call: ApiCall, order: FileOrder, release: () => void) {
    this.#context = context
    this.#call = call
    this.#order = order
    this.#signing = call.query.filter.has('signed') ? context.signing : null
    const { kind, format } = order
    this.#line = { id: randomUUID(), kind, format, ...(this.#signing && { signed: true }) }
    this.#pairs = filterPairs(call.target)
    this.#stopAsking = context.clock.every(sessionAskedEvery, () => void this.#askForSession())
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.ended.then(release)
  }

  async run(records: AccountStore, room: FileRoom): Promise<FastifyReply> {
    const { request, signal } = this.#call
    let file: RoomFile | null = null
    let hasBegun = false
    try {
      await this.#context.trail.fileBegun(request, this.#line, this.#pairs)
      hasBegun = true
      file = await room.open(consumerOf(this.#call.session))
      this.#written = await this.#make(records, file)
      await this.#askForSession()
      // A connection that is closed already is not told to be closed again.
      signal.throwIfAborted()
      this.ending.signal.throwIfAborted()
      return this.#send(file, this.#written)
    } catch (error) {
      await file?.close()
      const isLeft = signal.aborted || this.ending.signal.aborted
      if (hasBegun) this.#tell(isLeft ? 'cancelled' : 'failed')
      this.#over()
      throw error
    }
  }

  async #make(records: AccountStore, file: RoomFile): Promise<WrittenFile> {
    const limit = AbortSignal.timeout(longestMaking)
    const signal = AbortSignal.any([this.#call.signal, this.ending.signal, limit])
    try {
      return await records.readMoment(
        async (moment) => {
          await file.clear()
          const zip = new SignedZip(file)
          const inZip: ByteSink = { named: (name) => zip.begin(name), write: (bytes) => zip.write(bytes) }
          const sink = this.#signing ? inZip : file
          const { written, claims } = await this.#order.write(moment, sink, signal)
          if (this.#signing)
            await zip.sign(aboutSigned(claims, this.#call.session, this.#context), this.#signing)
          await file.flush()
          return written
        },
        { signal },
      )
    } catch (error) {
      if (!limit.aborted) throw error
      throw new Refusal('GTW-28', 'To make this file takes too long. Use a narrower filter.')
    }
  }

  #send(file: RoomFile, { name, sha256 }: WrittenFile): FastifyReply {
    const { reply } = this.#call
    reply.raw.once('close', () => {
      this.#tell(reply.raw.writableFinished ? 'sent' : 'cancelled')
      this.#over()
      // What is being read from it may still be on its way.
      void file.close()
    })
    const ending = this.ending.signal
    if (this.#signing) return file.send(reply, { name: `${name}.zip`, type: 'application/zip', ending })
    reply.header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    return file.send(reply, { name, type: mediaTypes[this.#order.format], ending })
  }

  async #askForSession(): Promise<void> {
    const isOpen = await this.#call.isOpen().catch(() => true)
    if (!isOpen) this.ending.abort(new Refusal('GTW-04'))
  }

  #tell(how: 'sent' | 'failed' | 'cancelled'): void {
    const { completeness = null, rows = null, sha256 = null } = this.#written ?? {}
    const outcome = how === 'sent' ? completeness : how
    const end = { ...this.#line, outcome, completeness, rows, sha256 }
    this.#context.trail.fileEnded(this.#call.request, end, this.#pairs)
  }

  #over(): void {
    this.#stopAsking()
    this.#end()
  }
}
