/** Who vouches for the facts of an export: the one reason to trust them. */
import { type Signature, signedBytes } from '../../contract/signature.ts'
import type { PublicKey } from '../../contract/signing.ts'
import type { ExportFacts } from '../../files/facts.ts'
import { factsDigest } from '../../files/facts-digest.ts'
import { minuteText } from './subject.ts'
import { headlineWords, signatureWords as words } from './words.ts'

/** The public keys that are trusted; a sentence in place of them where there are none. */
export type TrustedKeys = readonly PublicKey[] | string

/** What became of the signature: `known` where a trusted key made it for these facts. */
export interface Voucher {
  readonly state: 'known' | 'wrong' | 'unknown' | 'unchecked' | 'unsigned'
  /** What the signature says, and what was found. */
  readonly stated: string
  readonly found: string
  /** Who vouches for the facts, in a few words, and what follows where nobody does. */
  readonly headline: string
}

/** Holds the signature in facts against the keys. */
export async function voucherOf(facts: ExportFacts, keys: TrustedKeys): Promise<Voucher> {
  const { signature } = facts
  const { untrusted, wrongSignature, signedOn } = headlineWords
  if ('unsigned' in signature) {
    const found = words.unsigned(signature.unsigned)
    return { state: 'unsigned', stated: words.none, found, headline: untrusted.unsigned }
  }
  const minute = minuteText(signature.signed_at)
  const stated = words.stated(signature, minute)
  const wrong = (found: string): Voucher => ({ state: 'wrong', stated, found, headline: wrongSignature })
  const open = (state: 'unknown' | 'unchecked', found: string): Voucher => ({
    state,
    stated,
    found,
    headline: untrusted[state],
  })
  const fault = faultOf(facts, signature)
  if (fault !== null) return wrong(fault)
  if (typeof keys === 'string') return open('unchecked', keys)
  const key = keys.find(({ kid }) => kid === signature.key_id)
  if (!key) return open('unknown', words.unknownKey)
  const isRight = await isSignedBy(key, signature)
  if (isRight === null) return open('unchecked', words.notSupported)
  return isRight
    ? { state: 'known', stated, found: words.right, headline: signedOn(minute) }
    : wrong(words.wrong)
}

/** What shows without a key. The reader's clock may be wrong by hours, not by a day. */
function faultOf(facts: ExportFacts, signature: Signature): string | null {
  const { service, ended } = facts
  if (signature.facts_sha256 !== factsDigest(facts)) return words.changed
  if (signature.service !== service.address || signature.account !== service.account)
    return words.otherService(service)
  const hoursApart = Math.abs(Date.parse(signature.signed_at) - Date.parse(ended)) / 3_600_000
  return hoursApart > 12 ? words.otherTime(minuteText(ended)) : null
}

/** Null where this browser cannot tell. */
async function isSignedBy({ kty, crv, x }: PublicKey, signature: Signature): Promise<boolean | null> {
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
