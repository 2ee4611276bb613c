/** What the service refuses in more than one place, or says in its OpenAPI document. */
import { Refusal } from '../http.ts'

/** Too many requests: ask again after so many seconds. */
export function tooMany(seconds: number): Refusal {
  return new Refusal('ERR-03', undefined, { 'retry-after': String(seconds) })
}

/** A path that is not there. */
export function otherPath(): Refusal {
  return new Refusal('ERR-00', 'The read API does not have this path.', {}, 404)
}

/** The methods that every path answers, as `Allow` names them. */
export const servedMethods = 'GET, HEAD'

/** Another method. */
export function otherMethod(): Refusal {
  return new Refusal('ERR-00', 'The read API only reads: GET and HEAD.', { allow: servedMethods }, 405)
}
