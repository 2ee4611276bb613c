import { type Signature, signedBytes } from '../../../contract/signature.ts'
import type { PublicKey } from '../../../contract/signing.ts'
import type { ExportFacts } from '../facts.ts'
import { factsDigest } from '../facts-digest.ts'
import type { Check } from './check.ts'
import { checkWords, signatureWords as words } from './check-words.ts'
import { hours, minuteText } from './times.ts'

/** The public keys that are trusted; a sentence in place of them where there are none. */
export type TrustedKeys = readonly PublicKey[] | string

/** Whether the facts are those that a known key has signed. */
export async function checkSignature(facts: ExportFacts, keys: TrustedKeys): Promise<Check> {
  const { signature } = facts
  if ('unsigned' in signature)
    return {
      ...check,
      verdict: 'unchecked',
      expected: checkWords.none,
      found: words.unsigned(signature.unsigned),
    }
  const expected = words.expected(
    minuteText(signature.signed_at),
    words.service(signature.service, signature.account),
    signature.mark,
    signature.key_id,
  )
  const said = (verdict: Check['verdict'], found: string): Check => ({ ...check, verdict, expected, found })
  const wrong = whatIsWrong(facts, signature)
  if (wrong !== null) return said('fail', wrong)
  if (typeof keys === 'string') return said('unchecked', keys)
  const key = keys.find(({ kid }) => kid === signature.key_id)
  if (!key) return said('unchecked', words.unknownKey)
  const isRight = await verified(signature, key)
  if (isRight === null) return said('unchecked', words.notSupported)
  return isRight ? said('pass', words.valid) : said('fail', words.wrong)
}

const check = { name: 'signature' } as const

/** What shows without a key. The reader's clock may be wrong by hours, not by a day. */
function whatIsWrong(facts: ExportFacts, signature: Signature): string | null {
  if (signature.facts_sha256 !== factsDigest(facts)) return words.changed
  const { address: service, account } = facts.service
  if (signature.service !== service || signature.account !== account)
    return words.otherService(words.service(service, account))
  if (Math.abs(Date.parse(signature.signed_at) - Date.parse(facts.ended)) > hours(12))
    return words.otherTime(minuteText(facts.ended))
  return null
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
