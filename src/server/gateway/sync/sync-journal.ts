/** What becomes of readings: log, metrics and audit log. No line of the log holds a key, an id of a record or an amount. */
import type { FastifyBaseLogger } from 'fastify'
import type { ApiError } from '../../../contract/api-error.ts'
import { failureCode, isUnanswered } from '../../../database/database.ts'
import { failureName } from '../../../sync/service/retry-policy.ts'
import type { Trail } from '../trail.ts'
import type { Clock } from './clock.ts'
import type { ReadingJob } from './followed-account.ts'
import type { JobResult, SchedulerEvents } from './scheduler.ts'

interface SyncJournalOptions {
  readonly trail: Trail
  readonly log: FastifyBaseLogger
  readonly clock: Clock
}

export class SyncJournal implements SchedulerEvents {
  readonly #options: SyncJournalOptions
  readonly #onRefused: (job: ReadingJob) => Promise<void>
  #isDatabaseAway = false

  constructor(options: SyncJournalOptions, onRefused: (job: ReadingJob) => Promise<void>) {
    this.#options = options
    this.#onRefused = onRefused
  }

  get isDatabaseAway(): boolean {
    return this.#isDatabaseAway
  }

  /** Nothing is read without a line in the audit log. */
  mayBegin(): boolean {
    return this.#options.trail.fault === null
  }

  asked(): void {
    this.#options.trail.metrics.syncRequests.inc()
  }

  ended(job: ReadingJob, { requests, records, added, changed, gone }: JobResult): void {
    const { trail, log, clock } = this.#options
    trail.metrics.syncJobs.inc({ kind: job.kind, outcome: 'ok' })
    if (records === undefined && added + changed + gone === 0) return
    const milliseconds = clock.now() - job.begunAt
    const counts = { kind: job.kind, requests, records, added, changed, gone }
    log.info({ ...nameOf(job), ...counts, seconds: milliseconds / 1000 }, 'records were read')
    trail.ofAccount('sync', job.identity, { ...readerOf(job), ...counts, milliseconds })
  }

  silent(job: ReadingJob, error: ApiError): void {
    const { log } = this.#options
    const { failure } = error
    const code = failureName(error.failure)
    this.#failed(job, code)
    log.warn(
      { ...nameOf(job), code, reason: failure.kind, status: failure.httpStatus },
      'the service does not answer; it is asked again until it does',
    )
  }

  heard(job: ReadingJob, since: number): void {
    const { log, clock } = this.#options
    log.info({ ...nameOf(job), seconds: (clock.now() - since) / 1000 }, 'the service answers again')
  }

  async refused(job: ReadingJob, code: string): Promise<void> {
    this.#failed(job, code)
    this.#options.log.warn(
      { ...nameOf(job), code },
      'the service refuses the key: its records are served to nobody',
    )
    await this.#onRefused(job)
  }

  databaseFailed(error: Error): void {
    if (!this.#isDatabaseAway)
      this.#options.log.error(
        { reason: error.message },
        isUnanswered(error)
          ? 'records cannot be kept: the database does not answer; it is asked again until it does'
          : 'records cannot be kept: the database cannot be used; it is tried again until it can',
      )
    this.#isDatabaseAway = true
  }

  databaseAnswered(): void {
    if (this.#isDatabaseAway) this.#options.log.warn('the database answers again: records are kept')
    this.#isDatabaseAway = false
  }

  /** `upgradedFrom`: as `Store` has it. */
  opened(upgradedFrom: number | null): void {
    const { log } = this.#options
    if (upgradedFrom === 0)
      log.info('this database has no records yet: everything is read from the custody service')
    else if (upgradedFrom !== null)
      log.info(
        { version: upgradedFrom },
        'the tables of the records were brought up to date: all records stay',
      )
  }

  failed(job: ReadingJob | null, error: unknown): void {
    if (job !== null) this.#failed(job, 'failed')
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    this.#options.log.error(
      { ...(job && nameOf(job)), failure: { name, code: failureCode(error), message, stack } },
      'a reading failed',
    )
  }

  #failed({ kind }: ReadingJob, outcome: string): void {
    this.#options.trail.metrics.syncJobs.inc({ kind, outcome })
  }
}

/** `account` is the store's own key: a digest. */
function nameOf(job: ReadingJob) {
  return { account: job.account, ...readerOf(job) }
}

function readerOf({ identity: { reader } }: ReadingJob) {
  return { reader: reader.kind === 'named' ? reader.name : 'a typed key' }
}
