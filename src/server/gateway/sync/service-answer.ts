/** One request to the service, with its answer as readings take it. */
import { parseUntrustedBody, readErrorBody } from '../../../contract/answer-body.ts'
import { ApiError, type ApiFailure, noFailure } from '../../../contract/api-error.ts'
import { readRetryAfter } from '../../../contract/retry-after.ts'
import type { Answer } from '../../../sync/service/service-read.ts'
import { errorText, pathOf, Refusal } from '../../http.ts'
import type { Upstream, UpstreamRequest } from '../upstream.ts'

/** Throws an `ApiError`, and the signal's reason. `now`: milliseconds since 1970. */
export async function serviceAnswer(
  upstream: Pick<Upstream, 'ask'>,
  request: UpstreamRequest,
  now: () => number,
): Promise<Answer> {
  const failed = (failure: Partial<ApiFailure> & Pick<ApiFailure, 'kind'>) =>
    new ApiError({ ...noFailure, requestPath: request.target, ...failure }, now())
  try {
    const { status, headers, body } = await upstream.ask(request)
    // Leaves out a byte order mark.
    const text = new TextDecoder().decode(body)
    const about = {
      httpStatus: status,
      requestId: headers['x-request-id'] ?? '',
      retryAfter: readRetryAfter(headers['retry-after'] ?? null, now()),
    }
    const isGood = status >= 200 && status < 300
    const parsed = parsedOr(text, request.target, (kind, details) =>
      isGood ? failed({ kind, details, ...about }) : failed({ kind: 'http-status', ...about }),
    )
    const error = readErrorBody(parsed)
    if (error) throw failed({ kind: 'error-body', ...error, ...about })
    if (!isGood) throw failed({ kind: 'http-status', ...about })
    return { body: parsed, text, receivedAt: new Date(now()).toISOString() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, details, statusCode: httpStatus, headers } = error
    const retryAfter = readRetryAfter(headers['retry-after'] ?? null, now())
    throw failed({ kind: 'error-body', code, message, details, httpStatus, retryAfter })
  }
}

function parsedOr(
  text: string,
  target: string,
  failure: (kind: 'unreadable' | 'unexpected-body', details: string) => ApiError,
): unknown {
  try {
    return parseUntrustedBody(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw failure('unreadable', '')
    throw failure('unexpected-body', `The answer to GET ${pathOf(target)} is refused. ${errorText(error)}`)
  }
}
