import { ApiError } from '../api-error.ts'
import type { Answer, Reading, ServiceRequest } from '../reading.ts'

/** What a reading comes to, of which a function answers every request at once. It throws for a failure. */
export function replayed<Value>(
  reading: Reading<Value>,
  answer: (request: ServiceRequest) => Answer,
  now: () => number = () => 0,
): Value {
  let step = reading.next()
  while (!step.done) {
    const outcomes = step.value.map((request) => {
      try {
        const given = answer(request)
        request.check(given)
        return given
      } catch (error) {
        if (error instanceof ApiError && request.accepts(error)) return error
        throw error
      }
    })
    step = reading.next({ outcomes, now: now() })
  }
  return step.value
}

/** The query of a request. */
export function queryOf({ target }: Pick<ServiceRequest, 'target'>): URLSearchParams {
  return new URL(target, 'http://service.invalid').searchParams
}

/** A page of so many rows from such a place. */
export function pageOf(request: Pick<ServiceRequest, 'target'>): { limit: number; offset: number } {
  const query = queryOf(request)
  return { limit: Number(query.get('limit')), offset: Number(query.get('offset')) }
}

/** A reading that asks for nothing. */
export function* given<Value>(value: () => Value): Reading<Value> {
  yield []
  return value()
}
