import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * The id that a request goes by in the log and in `x-request-id`. The caller's own is kept when it is a UUID, so that the lines of
 * a gateway and of the service can be put together; anything else could carry what has no place in a log.
 */
export function createRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && uuid.test(given) ? given : randomUUID()
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
