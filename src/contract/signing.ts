import * as z from 'zod/mini'

/** `POST`: signs the digest of an export's facts. */
export const signaturePath = '/session/signature'

/** A JSON Web Key Set. */
export const publicKeysPath = '/.well-known/custody-console-keys.json'

/** Service and account as the facts give them. */
export const signatureRequest = z.object({
  facts_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  service: z.string().check(z.maxLength(2048)),
  account: z.nullable(z.string().check(z.maxLength(256))),
})

/** RFC 8037. `kid` is the key's thumbprint (RFC 7638). */
export const publicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
})

export const publicKeys = z.object({ keys: z.readonly(z.array(publicKey)) })

export type SignatureRequest = z.infer<typeof signatureRequest>
export type PublicKey = z.infer<typeof publicKey>
