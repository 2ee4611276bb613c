import { type PublicKey, publicKeys, publicKeysPath } from '../contract/signing.ts'
import { getJson, unexpectedBody } from './request.ts'

/** The keys that this gateway signs exports with, and those it has signed with before. Throws an `ApiError`. Needs no session. */
export async function listPublicKeys(): Promise<readonly PublicKey[]> {
  const body = await getJson(publicKeysPath, publicKeysPath)
  const parsed = publicKeys.safeParse(body)
  if (parsed.success) return parsed.data.keys
  throw unexpectedBody(
    { body, receivedAt: '', requestPath: publicKeysPath },
    'the public keys of the gateway',
  )
}
