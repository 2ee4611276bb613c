import type { ApiError, FailureKind } from '../api/api-error.ts'
import type { ErrorRemedy } from '../contract/error-entry.ts'
import { errorEntry } from '../contract/errors.ts'

/** What a person reads about a failure. */
export interface Explanation {
  readonly title: string
  readonly explanation: string
  readonly advice: string
  readonly remedy: ErrorRemedy
}

/** A failure in plain words: from the catalogue by its code, by its kind where it has none; an unknown code as it came. */
export function explainError({ failure, remedy }: ApiError): Explanation {
  const entry = errorEntry(failure.code)
  if (entry) return entry
  if (failure.kind === 'error-body') {
    return {
      title: failure.message || `The service answered with ${failure.code || 'an error'}`,
      explanation: 'The service sent an error that this console does not know. What it said is shown below.',
      advice: 'Try again, or send the copied details to the operator of the service.',
      remedy,
    }
  }
  return { ...withoutErrorBody[failure.kind], remedy }
}

const withoutErrorBody: Readonly<
  Record<Exclude<FailureKind, 'error-body'>, Pick<Explanation, 'title' | 'explanation' | 'advice'>>
> = {
  unreachable: {
    title: 'No connection',
    explanation: 'Your browser got no answer from the gateway. The network or the gateway may be down.',
    advice: 'Check your connection and try again.',
  },
  timeout: {
    title: 'No answer in time',
    explanation: 'The request took so long that the console gave up.',
    advice: 'Try again, or narrow the filters so that the service has less to do.',
  },
  unreadable: {
    title: 'The answer cannot be read',
    explanation: 'What came back is not valid JSON, or was cut off on the way.',
    advice: 'Try again. None of it is shown, because part of a list would look like all of it.',
  },
  'unexpected-body': {
    title: 'The answer has an unexpected form',
    explanation: 'The service answered, but not with the kind of data that this page asked for.',
    advice: 'Check that the gateway’s base address is right and belongs to a custody read API.',
  },
  'http-status': {
    title: 'An error without an explanation',
    explanation:
      'An HTTP error came back without the error body that the service promises. Such errors often come from a proxy in between.',
    advice: 'Try again. If it keeps failing, tell whoever runs this gateway.',
  },
}

/** Everything about a failure as text, for a message to whoever can mend it. Holds no key and no cookie. */
export function errorReport(error: ApiError): string {
  const { failure } = error
  const lines: readonly (readonly [string, string])[] = [
    ['Error', explainError(error).title],
    ['Code', failure.code],
    ['Message', failure.message],
    ['Details', failure.details],
    ['Help', failure.help],
    ['Kind', failure.kind],
    ['HTTP status', failure.httpStatus === null ? '' : String(failure.httpStatus)],
    ['Request', `GET ${failure.requestPath}`],
    ['Request id', failure.requestId],
    ['Time', new Date(error.at).toISOString()],
  ]
  return lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
