/** What the gateway signs of an answer of the service as it passes. */
import * as z from 'zod/mini'

/** Asks for an attestation. Its value, see `attestValue`, links the answer to the one before it. */
export const attestHeader = 'x-attest'

/** The attestation: a compact JWS (RFC 7515) of `attestationClaims` by EdDSA. `kid` is the thumbprint of the key. */
export const attestationHeader = 'x-attestation'

/** The digest of the attestation before; for the first of a chain, a recipient's challenge or a random number. No commas: HTTP joins repeated headers with one. */
export const attestValue = z.string().check(z.regex(/^[\w.:~+/=-]{1,128}$/))

/** Whether a recipient may give this text. One like a digest is refused: a chain without its first answer would begin with such. */
export function isChallenge(text: string): boolean {
  return attestValue.safeParse(text).success && !isLink(text)
}

export function isLink(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Digests are SHA-256 in Base64url. */
export const attestationClaims = z.object({
  at: z.iso.datetime({ precision: 3 }),
  service: z.string(),
  account: z.optional(z.string()),
  /** Typed by whoever signed in: the service may ignore it. */
  account_typed: z.optional(z.string()),
  /** Fingerprint of service, key, account and person. */
  reader: z.string(),
  target_sha256: z.string(),
  status: z.int(),
  /** Of the body without its compression. */
  sha256: z.string(),
  after: z.string(),
})

export type AttestationClaims = z.infer<typeof attestationClaims>
