/**
 * Tells receivers what happened in accounts that this copy reads. Of each webhook and account one message waits at most, in the store: it keeps
 * its id and body for all tries, and what happens meanwhile is in the next. So nothing is lost, and a record is told of in order.
 */
import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Report } from '../../../contract/report.ts'
import { isUnanswered } from '../../../database/database.ts'
import { ReportRecords } from '../../../reports/report-records.ts'
import { makeReview } from '../../../reports/review/review-report.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import type { ToldPlace } from '../../../store/queries/history.ts'
import type { KeptWebhook } from '../../../store/webhooks.ts'
import type { Clock } from '../sync/clock.ts'
import type { LeasedAccount } from '../sync/followed-account.ts'
import type { Trail } from '../trail.ts'
import { textFile, WatchedFile } from '../watched-file.ts'
import {
  type CriticalFinding,
  conditionsMet,
  GatheredEvents,
  readToldStanding,
  type Standing,
  standingNews,
  type ToldStanding,
} from './conditions.ts'
import { webhookMessage } from './message.ts'
import { pauseAfter, WebhookSender } from './sender.ts'
import { readWebhooks, type Webhook, type WebhookSettings } from './webhooks-file.ts'

interface WebhooksOptions {
  readonly path: string
  /** Names of the accounts in the settings. */
  readonly accounts: readonly string[]
  /** What messages call the account where there is only one. */
  readonly organization: string | undefined
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly trail: Trail
}

/** Milliseconds. */
const askedEvery = 15_000
const reviewedEvery = 5 * 60_000

const mostInFlight = 2000
const piece = 1000

export class Webhooks {
  readonly #options: WebhooksOptions
  readonly #file: WatchedFile<WebhookSettings>
  readonly #sender = new WebhookSender()
  /** By account. */
  readonly #held = new Map<string, HeldWebhooks>()

  /** Throws where the file cannot be read. */
  static async open(options: WebhooksOptions): Promise<Webhooks> {
    const { path, accounts, log } = options
    const origin = textFile(path)
    const { name: file } = origin
    const watched = await WatchedFile.open(origin, {
      read: (text) => readWebhooks(text, accounts),
      onRead({ webhooks, faults }, isAgain) {
        log.info(
          { file, webhooks: webhooks.map(({ name }) => name) },
          isAgain ? 'webhooks read again' : 'webhooks read',
        )
        for (const fault of faults) log.warn({ file, fault }, 'webhook that cannot be used')
      },
      onFailure: (why) => log.error({ file, why }, 'webhooks cannot be read: those of before are used'),
    })
    return new Webhooks(options, watched)
  }

  private constructor(options: WebhooksOptions, file: WatchedFile<WebhookSettings>) {
    this.#options = options
    this.#file = file
    options.trail.metrics.watchWebhooks(() => this.#waiting())
  }

  /** Of an account whose lease this copy has. Returns in how many milliseconds it wants to be called again, if nothing is read before. */
  async tell(held: LeasedAccount): Promise<number> {
    const { reader } = held.identity
    if (reader.kind !== 'named') return Number.POSITIVE_INFINITY
    const book = await this.#file.current()
    const webhooks = book.webhooks.filter(
      ({ accounts }) => accounts === null || accounts.includes(reader.name),
    )
    const kept = await this.#keptOf(held, book)
    if (webhooks.length === 0) return askedEvery
    const seen = {
      until: await held.store.lastChange(),
      standing: await this.#standing(held, kept, webhooks),
    }
    const label = this.#options.accounts.length === 1 ? this.#options.organization : undefined
    const names = { reader: reader.name, account: label ?? reader.name }
    const told = { held, kept, seen, ...names, console: book.console }
    // All of them have ended when this ends, also where one fails.
    const ends = await Promise.allSettled(webhooks.map((webhook) => this.#tellOne(told, webhook)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return Math.min(askedEvery, ...ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : [])))
  }

  close(): Promise<void> {
    return this.#sender.close()
  }

  #waiting(): number {
    return [...this.#held.values()]
      .flatMap(({ signal, rows }) => (signal.aborted ? [] : [...rows.values()]))
      .filter(({ message }) => message !== null).length
  }

  /** Read once for each lease: nobody else writes meanwhile. */
  async #keptOf(
    { account, store, fence, signal }: LeasedAccount,
    book: WebhookSettings,
  ): Promise<HeldWebhooks> {
    const before = this.#held.get(account)
    const kept =
      before?.fence === fence ? before : { fence, signal, rows: rowsOf(await store.webhooks()), review: null }
    this.#held.set(account, kept)
    const left = [...kept.rows.keys()].filter((name) => !book.names.includes(name))
    if (left.length > 0) await store.dropOtherWebhooks(fence, book.names)
    for (const name of left) kept.rows.delete(name)
    return kept
  }

  async #standing(
    { store, silentSince }: LeasedAccount,
    kept: HeldWebhooks,
    webhooks: readonly Webhook[],
  ): Promise<Standing> {
    const now = this.#options.clock.now()
    const limits = webhooks.flatMap(({ when }) => when.in_flight_longer_than?.milliseconds ?? [])
    const isReviewed = webhooks.some(({ when }) => when.review_critical)
    return {
      now,
      silentSince,
      inFlight: limits.length === 0 ? [] : await store.inFlight(now - Math.min(...limits), mostInFlight),
      findings: isReviewed ? await this.#findings(store, kept) : null,
    }
  }

  /** Null where they cannot be known: what was read of lists so far may lack an address that is trusted. */
  async #findings(store: AccountStore, kept: HeldWebhooks): Promise<readonly CriticalFinding[] | null> {
    const { clock } = this.#options
    const standing = await store.standing()
    const { review } = kept
    if (standing === null || review?.revision === standing.revision) return review?.findings ?? null
    if (review !== null && clock.steady() < review.at + reviewedEvery) return review.findings
    const { readWhole, lists } = standing.state
    const isRead = readWhole !== null && readWhole.completeness !== 'read-once'
    if (!isRead || lists.whitelists === null || 'refused' in lists.whitelists) return null
    const at = clock.steady()
    try {
      const findings = await store.readMoment(async (moment) =>
        criticalIn(await makeReview(await ReportRecords.open(moment, async () => null))),
      )
      kept.review = { revision: standing.revision, at, findings }
    } catch (error) {
      // It may take longer than the database allows.
      if (!isUnanswered(error)) throw error
      kept.review = { revision: null, at, findings: review?.findings ?? null }
    }
    return kept.review.findings
  }

  /** Sends what waits and is due, and what has come since. Returns in how many milliseconds something is due. */
  async #tellOne(told: ToldAccount, webhook: Webhook): Promise<number> {
    const { held, kept, seen } = told
    const receiver = receiverOf(webhook)
    const before = kept.rows.get(webhook.name)
    // One that is new, or stopped and changed since, is told what is so now and what happens from now on.
    const beginning = { toldIn: seen.until, told: readToldStanding('{}'), stopped: null, message: null }
    let row: WebhookRow = before && (before.stopped ?? receiver) === receiver ? before : beginning
    if (row !== before) await this.#keep(told, webhook, row)
    while (row.stopped === null) {
      if (row.message === null) row = await this.#gather(told, webhook, row)
      if (row.message === null) return Number.POSITIVE_INFINITY
      const now = this.#options.clock.now()
      const wait = row.message.next - now
      // After a clock was set back nothing waits longer than it would have.
      if (wait > 0 && wait <= pauseAfter(row.message.tries)) return wait
      held.signal.throwIfAborted()
      row = await this.#try(told, webhook, row, row.message)
    }
    return Number.POSITIVE_INFINITY
  }

  /** What was not told yet becomes one message. */
  async #gather(told: ToldAccount, webhook: Webhook, row: WebhookRow): Promise<WebhookRow> {
    const { held, account, console, seen } = told
    const { until, standing } = seen
    const events = new GatheredEvents()
    let place: ToldPlace | null = { reading: row.toldIn + 1, place: 0 }
    while (place !== null && row.toldIn < until) {
      const { changes, end } = await held.store.toldChanges(place, until, piece)
      for (const change of changes) {
        const when = conditionsMet(webhook.when, change)
        if (when.length > 0) events.add({ kind: 'change', when, change })
      }
      place = end
    }
    const news = standingNews(webhook.when, standing, row.told)
    for (const event of news.events) events.add(event)
    const { now } = standing
    const { details } = webhook
    const message = events.total > 0 && {
      ...{ id: `msg_${randomUUID()}`, tries: 0, next: now, events: events.total, details },
      body: webhookMessage(events, { account, console, details, now }),
    }
    const after: WebhookRow = {
      ...{ toldIn: Math.max(row.toldIn, until), told: news.told, stopped: null },
      message: message || null,
    }
    return isDeepStrictEqual(after, row) ? row : await this.#keep(told, webhook, after)
  }

  async #try(
    told: ToldAccount,
    webhook: Webhook,
    row: WebhookRow,
    message: WaitingMessage,
  ): Promise<WebhookRow> {
    const { clock, log, trail } = this.#options
    const now = clock.now()
    const tries = message.tries + 1
    // Before it is sent: who lost the lease sends nothing, and a copy that dies while it sends leaves the pause to the next.
    const tried = { ...row, message: { ...message, tries, next: now + pauseAfter(tries) } }
    await this.#keep(told, webhook, tried)
    const { outcome, status } = await this.#sender.send(webhook, message, now, told.held.signal)
    trail.metrics.webhookTries.inc({ outcome })
    const line = { webhook: webhook.name, reader: told.reader, message: message.id, tries, status }
    if (outcome === 'failed') {
      log.warn(line, 'a webhook was not taken: it is sent again later')
      return tried
    }
    if (outcome === 'gone') log.warn(line, 'a receiver wants no more: its webhook stops until it is changed')
    else {
      const { id, events, details } = message
      log.info(line, 'a webhook was taken')
      trail.ofAccount('webhook', told.held.identity, {
        webhook: webhook.name,
        reader: told.reader,
        id,
        events,
        details,
      })
    }
    const stopped = outcome === 'gone' ? receiverOf(webhook) : null
    return await this.#keep(told, webhook, { ...row, message: null, stopped })
  }

  async #keep({ held, kept }: ToldAccount, { name }: Webhook, row: WebhookRow): Promise<WebhookRow> {
    const { toldIn, told, stopped, message } = row
    await held.store.keepWebhook(held.fence, name, {
      toldIn,
      state: JSON.stringify({ ...told, stopped }),
      message: message === null ? null : JSON.stringify(message),
    })
    kept.rows.set(name, row)
    return row
  }
}

interface ToldAccount {
  readonly held: LeasedAccount
  readonly kept: HeldWebhooks
  readonly seen: { readonly until: number; readonly standing: Standing }
  /** In the settings, and in messages. */
  readonly reader: string
  readonly account: string
  readonly console: string | null
}

/** Under one lease. */
interface HeldWebhooks {
  readonly fence: string
  readonly signal: AbortSignal
  /** By the name of the webhook. */
  readonly rows: Map<string, WebhookRow>
  review: {
    readonly revision: string | null
    readonly at: number
    readonly findings: readonly CriticalFinding[] | null
  } | null
}

interface WebhookRow {
  readonly toldIn: number
  readonly told: ToldStanding
  /** The receiver that wants no more. */
  readonly stopped: string | null
  readonly message: WaitingMessage | null
}

const waitingMessage = z.object({
  id: z.string(),
  body: z.string(),
  tries: z.number(),
  /** When it is sent again, in milliseconds since 1970. */
  next: z.number(),
  /** How many it tells of, and with which details. */
  events: z.number(),
  details: z.string(),
})
type WaitingMessage = z.infer<typeof waitingMessage>

const stoppedForm = z.object({ stopped: z.catch(z.nullable(z.string()), null) })

function rowsOf(kept: ReadonlyMap<string, KeptWebhook>): Map<string, WebhookRow> {
  return new Map(
    [...kept].map(([name, { toldIn, state, message }]) => [
      name,
      {
        ...{ toldIn, told: readToldStanding(state), ...stoppedForm.parse(JSON.parse(state)) },
        message: message === null ? null : waitingMessage.parse(JSON.parse(message)),
      },
    ]),
  )
}

function criticalIn({ tables }: Report): readonly CriticalFinding[] {
  const rows = tables.find(({ name }) => name === 'critical')?.rows ?? []
  return rows.map(({ id, cells }) => {
    const { what, whitelist_name = null, address = null, asset_id = null, network_id = null } = cells
    return { id, title: what ?? '', name: whitelist_name, address, asset_id, network_id }
  })
}

function receiverOf({ url, secret }: Webhook): string {
  return createHash('sha256').update(url.href).update(secret).digest('base64url').slice(0, 22)
}
