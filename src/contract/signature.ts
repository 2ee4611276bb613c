/**
 * What browser, gateway and verifier say to each other about signatures: `POST /session/signature`, and the public keys for whoever
 * checks one.
 */
import * as z from 'zod/mini'

/** Where the gateway signs the digest of an export's facts. */
export const signaturePath = '/session/signature'

/** Where the gateway's public keys are, old ones too: a JSON Web Key Set, for everybody. */
export const publicKeysPath = '/.well-known/custody-console-keys.json'

const hexDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const service = z.string().check(z.maxLength(2048))
const account = z.nullable(z.string().check(z.maxLength(256)))

/** Body of `POST /session/signature`: the digest, and of which service and account the facts say that they are. */
export const signatureRequest = z.object({ facts_sha256: hexDigest, service, account })

/** What the gateway states. Service, account and mark are its own knowledge of the session, whatever was asked. */
const statement = {
  facts_sha256: hexDigest,
  /** ISO 8601 UTC, by the gateway's clock. */
  signed_at: z.string(),
  service: z.string(),
  account: z.nullable(z.string()),
  /** The mark of the session: the same for the same key and account, and nothing can be told from it. */
  mark: z.string(),
  /** The thumbprint (RFC 7638) of the public key. */
  key_id: z.string(),
}

/** A statement with its Ed25519 signature, base64url. */
export const signature = z.object({ ...statement, signature: z.string() })

/** The public half of an Ed25519 key (RFC 8037). */
export const publicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
})

/** The answer at `publicKeysPath`. */
export const publicKeys = z.object({ keys: z.readonly(z.array(publicKey)) })

export type Signature = z.infer<typeof signature>
export type SignatureRequest = z.infer<typeof signatureRequest>
export type PublicKey = z.infer<typeof publicKey>

/** The bytes that are signed: one spelling of a statement. The first line keeps it from being taken for anything else. */
export function signedBytes(said: Omit<Signature, 'signature'>): Uint8Array<ArrayBuffer> {
  const { facts_sha256, signed_at, service, account, mark, key_id } = said
  const text = JSON.stringify({ facts_sha256, signed_at, service, account, mark, key_id })
  return new TextEncoder().encode(`custody-console/export-signature 1\n${text}`)
}
