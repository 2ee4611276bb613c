import * as z from 'zod/mini'

/** A statement and its Ed25519 signature in base64url. Service, account and mark come from the gateway's own session. */
export const signature = z.object({
  facts_sha256: z.string(),
  /** ISO 8601 UTC, by the gateway's clock. */
  signed_at: z.string(),
  service: z.string(),
  account: z.nullable(z.string()),
  /** The mark of the session. */
  mark: z.string(),
  /** The `kid` of the public key. */
  key_id: z.string(),
  signature: z.string(),
})

export type Signature = z.infer<typeof signature>

/** The first line prevents reuse of the signature for anything else. */
export function signedBytes(said: Omit<Signature, 'signature'>): Uint8Array<ArrayBuffer> {
  const { facts_sha256, signed_at, service, account, mark, key_id } = said
  const text = JSON.stringify({ facts_sha256, signed_at, service, account, mark, key_id })
  return new TextEncoder().encode(`custody-console/export-signature 1\n${text}`)
}
