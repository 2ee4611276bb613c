/** The chain of attestations: the value of `x-attest` for each request. */
import { base64url } from 'jose'
import { type AttestationClaims, attestationClaims } from '../contract/attestation.ts'

export async function sha256Of(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** For the first request: what the recipient gave, or a random number. */
export function chainStart(challenge?: string): string {
  return challenge ?? base64url.encode(crypto.getRandomValues(new Uint8Array(16)))
}

/** For the request after the one that was answered with this attestation. */
export function chainLink(attestation: string): Promise<string> {
  return sha256Of(attestation)
}

/** What an attestation says, unchecked. Null where it cannot be read. */
export function claimsIn(attestation: string): AttestationClaims | null {
  const [, payload = ''] = attestation.split('.')
  try {
    return attestationClaims.parse(JSON.parse(new TextDecoder().decode(base64url.decode(payload))))
  } catch {
    return null
  }
}
