/** The signature, which is the only reason to trust the facts. */
import type { PublicKey } from '../../contract/attestation.ts'
import { type Signature, signedBytes } from '../../contract/signing.ts'
import type { ExportFacts } from '../../files/facts.ts'
import { factsDigest } from '../../files/seal.ts'

/** A sentence if there are no trusted keys. */
export type TrustedKeys = readonly PublicKey[] | string

/** `known`: a trusted key signed these facts. */
export interface Voucher {
  readonly state: 'known' | 'wrong' | 'unknown' | 'unchecked' | 'unsigned'
  readonly stated: string
  readonly found: string
  /** Who vouches for the facts, or what follows if nobody does. */
  readonly headline: string
}

export async function voucherOf(facts: ExportFacts, keys: TrustedKeys): Promise<Voucher> {
  const { signature } = facts
  if ('unsigned' in signature)
    return {
      state: 'unsigned',
      stated: 'none',
      found: `Not signed: ${signature.unsigned}`,
      headline: `not signed${nobody}`,
    }
  const { service: address, account, mark, key_id } = signature
  const minute = minuteText(signature.signed_at)
  const stated = `signed on ${minute} UTC for ${serviceText({ address, account })}, in session ${mark}, with key ${key_id}`
  const judged = (state: Voucher['state'], headline: string, found: string) => ({
    state,
    stated,
    found,
    headline,
  })
  const fault = faultOf(facts, signature)
  if (fault !== null) return judged('wrong', noMatch, fault)
  const unchecked = `signature not checked${nobody}`
  if (typeof keys === 'string') return judged('unchecked', unchecked, keys)
  const key = keys.find(({ kid }) => kid === key_id)
  if (!key) return judged('unknown', `signed by an unknown key${nobody}`, 'The key is not known here.')
  switch (await isSignedBy(key, signature)) {
    case true:
      return judged('known', `signed on ${minute} UTC`, 'made with this key for these facts')
    case false:
      return judged('wrong', noMatch, 'This key did not make this signature.')
    case null:
      return judged('unchecked', unchecked, noEd25519)
  }
}

const nobody = ': whoever can change the file can change the facts'
const noMatch = 'signature does not match'
const noEd25519 =
  'This browser cannot check signatures: it lacks Ed25519, or the page was not loaded over HTTPS.'

/** Faults that need no key. Books are signed as long as their session lasts, and the reader's clock may be wrong by hours. */
function faultOf(facts: ExportFacts, signature: Signature): string | null {
  const { service, ended } = facts
  if (signature.facts_sha256 !== factsDigest(facts)) return 'These are not the facts that were signed.'
  if (signature.service !== service.address || signature.account !== service.account)
    return `The verification file says ${serviceText(service)}.`
  const hours = (Date.parse(signature.signed_at) - Date.parse(ended)) / 3_600_000
  const isOfSession = hours >= -wrongClock && hours <= longestSession + wrongClock
  return isOfSession ? null : `The verification file says that reading ended on ${minuteText(ended)} UTC.`
}

/** Hours. */
const wrongClock = 12
const longestSession = 720

/** Null if this browser cannot verify it. */
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

/** What no check can prove. */
export function caveatOf({ state }: Voucher): string {
  return state === 'known'
    ? 'The signature proves in which session these facts were signed and when, and that they have not changed since. It does not prove that they were true: the gateway signs a digest and never sees the rows.'
    : 'No known key signed these facts. Whoever can change the file can change the facts to match. Compare the SHA-256 of the facts with one that you noted earlier.'
}

/** "2026-11-21 15:03" from ISO 8601 UTC; other texts stay as they are. */
export function minuteText(iso: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? iso.slice(0, 16).replace('T', ' ') : iso
}

export function serviceText({ address, account }: ExportFacts['service']): string {
  return account ? `${address}, account ${account}` : address
}
