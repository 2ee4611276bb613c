import { getJson } from '../../api/request.ts'
import { publicKeys, publicKeysPath } from '../../contract/signing.ts'
import type { TrustedKeys } from './signature.ts'

let fetched: Promise<TrustedKeys> | null = null

/**
 * The keys that this gateway signs exports with, and those it has signed with before; needs no session. They are fetched once, so that a
 * page can go offline; after a failure, again.
 */
export function trustedKeys(): Promise<TrustedKeys> {
  fetched ??= getJson(publicKeysPath, publicKeysPath).then(
    (body) => publicKeys.parse(body).keys,
    () => {
      fetched = null
      return 'The public keys of this console could not be fetched.'
    },
  )
  return fetched
}
