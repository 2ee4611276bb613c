/** Reads the service through the gateway, unchanged, for reports: the console makes these from the service's own answers. */
import { ApiError, noFailure } from '../contract/api-error.ts'
import {
  type ReadingCause,
  readingHeader,
  serviceReadPrefix,
  sessionMarkHeader,
} from '../contract/session.ts'
import type { Answer } from '../sync/service/reading.ts'
import { acceptJson, attendanceHeaders, getJson, shownSession } from './request.ts'

export interface AskOptions {
  readonly signal?: AbortSignal | undefined
  /** Mark of the only session that may answer. By default, the session that this tab shows. */
  readonly session?: string | undefined
  readonly cause?: ReadingCause | undefined
}

/** Throws only an `ApiError`, or an `AbortError` for a request that the caller cancelled. */
export async function ask(
  target: string,
  { signal, session: named, cause = 'requested' }: AskOptions = {},
): Promise<Answer> {
  const url = serviceReadPrefix + target
  const session = named ?? shownSession() ?? ''
  const headers = {
    ...acceptJson,
    ...(session !== '' && { [sessionMarkHeader]: session }),
    // A request that names its session is one of many, which the gateway slows down in favour of pages.
    ...(named === undefined ? attendanceHeaders() : { [readingHeader]: cause }),
  }
  const body = await getJson(url, target, signal, { headers })
  // The read API never sends an empty body, so this one was cut off.
  if (body === undefined) throw new ApiError({ ...noFailure, kind: 'unreadable', requestPath: target })
  return { body, receivedAt: new Date().toISOString() }
}
