/** Asks the service for a waiting reader: with the session's own key, ahead of the sync, and without retries. */
import { createHash } from 'node:crypto'
import { ApiError } from '../../../contract/api-error.ts'
import { matchEndpoint } from '../../../contract/endpoints.ts'
import { isGatewayCode } from '../../../contract/error-codes.ts'
import { serviceErrors } from '../../../contract/errors.ts'
import { createProfile, type ProfileKeeper } from '../../../sync/service/service-profile.ts'
import { drive, outcomeOf, type ServiceRead } from '../../../sync/service/service-read.ts'
import { pathOf, Refusal, ServiceFailure } from '../../http.ts'
import type { GatewayContext } from '../context.ts'
import type { Session } from '../session.ts'
import { consumerOf } from '../shares.ts'
import type { AccountRecords } from '../sync/account-sync.ts'
import { serviceAnswer } from '../sync/service-answer.ts'
import type { ApiCall } from './routes.ts'

/** Accounts whose service is remembered. */
const mostProfiles = 1000

export class ServicePages {
  readonly #context: GatewayContext
  readonly #profiles = new Map<string, ProfileKeeper>()

  constructor(context: GatewayContext) {
    this.#context = context
  }

  /** Throws what the service answers instead, as `Refusal` or `ServiceFailure`. `patience`: milliseconds for each request, less than the usual. */
  async read<Value>(
    reading: ServiceRead<Value>,
    { request, reply, session }: ApiCall,
    kept: AccountRecords,
    patience?: number,
  ): Promise<Value> {
    if (session.pack !== null) throw new Refusal('GTW-32')
    const { upstream, trail, clock } = this.#context
    const profile = await this.#profileOf(session, kept)
    const ask = (target: string) => {
      const stopTimer = trail.metrics.service.startTimer({
        endpoint: matchEndpoint(pathOf(target))?.name ?? 'other',
      })
      return serviceAnswer(
        upstream,
        {
          target,
          credentials: session,
          consumer: consumerOf(session),
          requestId: request.id,
          waiting: reply.raw,
          ...(patience !== undefined && { timeoutMilliseconds: patience }),
        },
        clock.now,
      ).finally(stopTimer)
    }
    try {
      return await drive(reading, (each) => outcomeOf(each, ask(each.target)), { profile, now: clock.now })
    } catch (error) {
      throw error instanceof ApiError ? answeredFailure(error) : error
    }
  }

  /** What readings learned before is known from the beginning. */
  async #profileOf({ apiKey, accountId }: Session, kept: AccountRecords): Promise<ProfileKeeper> {
    const name = createHash('sha256')
      .update(JSON.stringify([apiKey, accountId]))
      .digest('base64url')
    const known = this.#profiles.get(name)
    // An unreachable database is reported elsewhere.
    const before = known || !('rows' in kept) ? undefined : await kept.rows.profile().catch(() => undefined)
    const profile = known ?? createProfile(before)
    this.#profiles.delete(name)
    this.#profiles.set(name, profile)
    const [oldest] = this.#profiles.keys()
    if (oldest !== undefined && this.#profiles.size > mostProfiles) this.#profiles.delete(oldest)
    return profile
  }
}

function answeredFailure({ failure }: ApiError): Refusal | ServiceFailure {
  const { kind, code, details, httpStatus, retryAfter } = failure
  const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  if (kind === 'error-body') {
    if (isGatewayCode(code)) return new Refusal(code, details, headers, httpStatus ?? undefined)
    // Found in an answer that was no error, such as another record than was asked for.
    if (httpStatus === null && isServiceCode(code)) return new Refusal(code)
    const usual = isServiceCode(code) ? serviceErrors[code].httpStatus : 502
    const status = httpStatus !== null && httpStatus >= 400 ? httpStatus : usual
    return new ServiceFailure(failure, status, retryAfter)
  }
  if (kind === 'http-status')
    return httpStatus === 429 || httpStatus === 503
      ? new Refusal('GTW-24', `The custody service answered with HTTP ${httpStatus}.`, headers, httpStatus)
      : new Refusal(
          'GTW-02',
          `The custody service answered with HTTP ${httpStatus}, and with no error of the read API.`,
        )
  return new Refusal('GTW-02', kind === 'unreadable' ? 'The answer is not valid JSON.' : details)
}

function isServiceCode(code: string): code is keyof typeof serviceErrors {
  return Object.hasOwn(serviceErrors, code)
}
