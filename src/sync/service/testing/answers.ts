import { ApiError, type ApiFailure, noFailure } from '../../../contract/api-error.ts'
import type { SessionState } from '../../../contract/session.ts'
import { createProfile, type ProfileKeeper } from '../service-profile.ts'
import type { Answer, ServiceRead, ServiceRequest } from '../service-read.ts'

/** The service's error body of this code; what `further` does not name is empty. `at` is when it was received. */
export function refusal(code: string, further: Partial<ApiFailure> = {}, at?: number): ApiError {
  return new ApiError({ ...noFailure, kind: 'error-body', code, httpStatus: 400, ...further }, at)
}

/** What a reading comes to, of which a function answers every request at once. It throws for a failure. */
export function replayed<Value>(
  reading: ServiceRead<Value>,
  answer: (request: ServiceRequest) => Answer,
  now: () => number = () => 0,
  profile: ProfileKeeper = createProfile(),
): Value {
  let step = reading.next()
  while (!step.done) {
    const outcomes = step.value.map((request) => {
      if ('perform' in request)
        throw new Error('Only what asks nothing but the service can be answered at once.')
      try {
        const given = answer(request)
        request.check(given)
        return given
      } catch (error) {
        if (error instanceof ApiError && request.accepts(error)) return error
        throw error
      }
    })
    step = reading.next({ outcomes, now: now(), profile })
  }
  return step.value
}

export function queryOf({ target }: Pick<ServiceRequest, 'target'>): URLSearchParams {
  return new URL(target, 'http://service.invalid').searchParams
}

export function pageOf(request: Pick<ServiceRequest, 'target'>): { limit: number; offset: number } {
  const query = queryOf(request)
  return { limit: Number(query.get('limit')), offset: Number(query.get('offset')) }
}

export function* given<Value>(value: () => Value): ServiceRead<Value> {
  yield []
  return value()
}

export function nothingAsked(): never {
  throw new Error('The scripted service answers by itself.')
}

/** A session that has no end, of a reader who signed in with a key. */
export const signedIn: SessionState = {
  service: { name: undefined, address: 'http://127.0.0.1:1', id: 'embedded:1', embedded: true },
  signedIn: true,
  fixedKey: false,
  demonstrationKey: null,
  provider: null,
  person: null,
  accountId: null,
  organization: undefined,
  currencies: undefined,
  fingerprint: 'mine',
  expiresAt: null,
  idleSeconds: null,
  sync: 'off',
  keepsRecords: false,
  signsFiles: false,
  pack: null,
  leaveAt: undefined,
}
