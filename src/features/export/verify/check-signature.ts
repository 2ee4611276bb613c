import { type Signature, signedBytes } from '../../../contract/signature.ts'
import type { PublicKey } from '../../../contract/signing.ts'
import type { ExportFacts } from '../facts.ts'
import { factsDigest } from '../write/seal.ts'
import type { Check } from './check.ts'
import { hours, minuteText } from './times.ts'

/** The public keys that are trusted; a sentence in place of them where there are none. */
export type TrustedKeys = readonly PublicKey[] | string

/** Whether the facts are those that a known key has signed. */
export async function checkSignature(facts: ExportFacts, keys: TrustedKeys): Promise<Check> {
  const { signature } = facts
  if ('unsigned' in signature)
    return { ...check, verdict: 'unchecked', expected: 'none', found: `Not signed: ${signature.unsigned}` }
  const expected = `signed on ${minuteText(signature.signed_at)} UTC for ${named(signature)}, session ${signature.mark}, with the key ${signature.key_id}`
  const said = (verdict: Check['verdict'], found: string): Check => ({ ...check, verdict, expected, found })
  const wrong = whatIsWrong(facts, signature)
  if (wrong !== null) return said('fail', wrong)
  if (typeof keys === 'string') return said('unchecked', keys)
  const key = keys.find(({ kid }) => kid === signature.key_id)
  if (!key) return said('unchecked', unknownKey)
  const isRight = await verified(signature, key)
  if (isRight === null)
    return said(
      'unchecked',
      'This browser cannot check signatures: it lacks Ed25519, or the page did not come over HTTPS.',
    )
  return isRight
    ? said('pass', 'valid, and of these facts')
    : said('fail', 'The signature is not by this key: it was changed, or made up.')
}

const check = { name: 'signature' } as const

/** Said of a key that is not among those that are trusted. */
export const unknownKey = 'The key is not one that is known here.'

/** What shows without a key. The reader's clock may be wrong by hours, not by a day. */
function whatIsWrong(facts: ExportFacts, signature: Signature): string | null {
  if (signature.facts_sha256 !== factsDigest(facts)) return 'The facts were changed after they were signed.'
  if (named(signature) !== named({ service: facts.service.address, account: facts.service.account }))
    return `The facts say that they are of ${named({ service: facts.service.address, account: facts.service.account })}.`
  if (Math.abs(Date.parse(signature.signed_at) - Date.parse(facts.ended)) > hours(12))
    return `The facts say that reading ended on ${minuteText(facts.ended)} UTC.`
  return null
}

function named({ service, account }: { readonly service: string; readonly account: string | null }): string {
  return account === null ? service : `${service}, account ${account}`
}

/** Null where nothing here can tell. */
async function verified(signature: Signature, { kty, crv, x }: PublicKey): Promise<boolean | null> {
  try {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, base64url(signature.signature), signedBytes(signature))
  } catch {
    return null
  }
}

function base64url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
  } catch {
    return new Uint8Array()
  }
}
