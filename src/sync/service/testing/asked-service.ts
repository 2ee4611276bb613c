import { parseBody, readErrorBody } from '../../../contract/answer-body.ts'
import { ApiError, noFailure } from '../../../contract/api-error.ts'
import { createProfile } from '../service-profile.ts'
import { type Answer, drive, outcomeOf, type ServiceRead, type ServiceRequest } from '../service-read.ts'

/** Runs readings over what answers with responses of HTTP, such as `fetch`. Nothing is asked again. */
export function readingsOver(ask: (target: string) => Promise<Response>, now: () => number = Date.now) {
  const profile = createProfile()
  const answer = async ({ target }: ServiceRequest): Promise<Answer> => {
    const response = await ask(target)
    const text = await response.text()
    const body = parseBody(text)
    const error = readErrorBody(body)
    const about = { httpStatus: response.status, requestPath: target }
    if (error) throw new ApiError({ ...noFailure, kind: 'error-body', ...error, ...about }, now())
    return { body, text, receivedAt: new Date(now()).toISOString() }
  }
  return <Value>(reading: ServiceRead<Value>): Promise<Value> =>
    drive(reading, (request) => outcomeOf(request, answer(request)), { profile, now })
}
