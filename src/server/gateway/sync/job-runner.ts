/** What each job does: a reading over the rows of its account, run with the account's key. */
import { createHash } from 'node:crypto'
import { ApiError } from '../../../contract/api-error.ts'
import { findDays } from '../../../sync/find-days.ts'
import { findMoments } from '../../../sync/find-moments.ts'
import { readAccount } from '../../../sync/read-whole.ts'
import { createProfile } from '../../../sync/service/service-profile.ts'
import { perform, type ServiceRead, send } from '../../../sync/service/service-read.ts'
import { updateAccount } from '../../../sync/update-account.ts'
import { leastRead } from '../reading.ts'
import type { GatewaySettings } from '../settings.ts'
import type { Upstream } from '../upstream.ts'
import type { Clock } from './clock.ts'
import { KeyRefused } from './failure.ts'
import { KeyPace } from './key-pace.ts'
import type { JobKind } from './plan.ts'
import type { JobOrder, JobResult } from './scheduler.ts'
import { ServiceReader } from './service-reader.ts'

interface JobRunnerOptions {
  readonly settings: Pick<GatewaySettings, 'SYNC_PER_MINUTE'>
  readonly upstream: Pick<Upstream, 'ask'>
  readonly clock: Clock
  /** Of the service. */
  readonly onRequest: () => void
}

/** Keys whose rate is remembered after their last job. */
const mostPaces = 1000

export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #service: ServiceReader
  readonly #paces = new Map<string, KeyPace>()

  constructor(options: JobRunnerOptions) {
    this.#options = options
    this.#service = new ServiceReader(options.upstream, options.clock)
  }

  /** Throws `KeyRefused`, the `ApiError` with which the service ends it, and what the store throws. */
  async perform(order: JobOrder): Promise<JobResult> {
    const { store, fence } = order
    let learning: Promise<void> = Promise.resolve()
    const profile = createProfile(await store.profile(), (learned) => {
      learning = learning.then(() => store.learn(fence, learned))
      // The reading hears of it at its end. A rejection that nobody waits for yet would end the program.
      learning.catch(() => {})
    })
    const run = <Value>(reading: ServiceRead<Value>) =>
      this.#service.run(reading, {
        credentials: order.identity,
        profile,
        pace: this.#paceOf(order.identity.apiKey),
        isInBackground: () => isInBackground(order),
        signal: order.signal,
        onRequest: this.#options.onRequest,
        onSilence: order.onSilence,
      })
    try {
      const isQuick = this.#options.settings.SYNC_PER_MINUTE >= quick
      const result = await run(readings[order.kind](order, isQuick))
      await learning
      return result
    } catch (error) {
      // A refused list is not a refused key, and one refusal may be a mistake.
      if (isRefusal(error) && isRefusal(await run(send(leastRead)).catch((again: unknown) => again)))
        throw new KeyRefused(error)
      throw error
    }
  }

  /** By a digest: a key must not be kept after its last session. */
  #paceOf(apiKey: string): KeyPace {
    const name = createHash('sha256').update(apiKey).digest('base64url')
    const { settings, clock } = this.#options
    const pace = this.#paces.get(name) ?? new KeyPace(settings.SYNC_PER_MINUTE, clock)
    this.#paces.delete(name)
    this.#paces.set(name, pace)
    const [oldest] = this.#paces.keys()
    if (oldest !== undefined && this.#paces.size > mostPaces) this.#paces.delete(oldest)
    return pace
  }
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.failure.code === 'ERR-02'
}

/** So many requests a minute take no longer than what is done with their answers: days are then found first, and all of them at once. */
const quick = 60_000

const readings: Readonly<Record<JobKind, (order: JobOrder, isQuick: boolean) => ServiceRead<JobResult>>> = {
  *first(order, isQuick) {
    const read = yield* readWhole(order, isQuick)
    // Most were there after its first pass.
    return { ...read, added: read.records ?? 0 }
  },
  whole: (order) => readWhole(order),
  *update({ store, fence }) {
    const { applied, requests, contradiction } = yield* updateAccount(store, fence)
    return { ...applied, requests, wantsWhole: contradiction !== null, isUnfinished: false }
  },
  *dates({ store, fence, isHurried }, isQuick) {
    const mostRequests = isQuick ? mostWhereQuick : mostAtOnce
    const { isComplete, requests } = yield* findDays(store, fence, { mostRequests, isHurried })
    return { ...nothingFound, requests, isUnfinished: !isComplete }
  },
  *moments({ store, fence }, isQuick) {
    const wanted = yield* perform(() => store.wantedMoments())
    const { isComplete, requests } = yield* findMoments(store, fence, wanted, {
      mostRequests: mostForMoments,
      isQuick,
    })
    if (isComplete) yield* perform(() => store.dropMoments(wanted))
    return { ...nothingFound, requests, isUnfinished: !isComplete }
  },
}

const nothingFound = { added: 0, changed: 0, gone: 0, wantsWhole: false }

/** Whether nobody waits for it, or somebody for another job: once for a first reading, whose second pass confirms the first. */
function isInBackground({ kind, isAwaited, isHurried }: JobOrder): boolean {
  return kind === 'first' ? isHurried() : nobodyWaits.has(kind) && !isAwaited()
}

const nobodyWaits: ReadonlySet<JobKind> = new Set(['whole', 'dates'])

/** Requests for dates before other accounts have their turn. */
const mostAtOnce = 40
const mostWhereQuick = 200
/** After as many, those who asked meanwhile are heard. */
const mostForMoments = 100

function* readWhole(
  { store, fence, onProgress, onReadOnce }: JobOrder,
  waitsForDays = false,
): ServiceRead<JobResult> {
  const { applied, requests, contradiction } = yield* readAccount(store, fence, {
    onProgress: ({ rows, part }) => onProgress({ records: rows, part }),
    async onReadOnce() {
      // Days that take long are found while lists are read.
      if (!waitsForDays) await store.makeIndexes()
      const dated = onReadOnce()
      if (waitsForDays) await dated
    },
  })
  const records = yield* perform(() => store.size())
  return { ...applied, records, requests, wantsWhole: contradiction !== null, isUnfinished: false }
}
