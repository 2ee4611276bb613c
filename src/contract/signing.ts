/**
 * What browser and gateway say to each other about signing: `POST /session/signature`, and the public keys for whoever checks a
 * signature.
 */
import * as z from 'zod/mini'

/** Where the gateway signs the digest of an export's facts. */
export const signaturePath = '/session/signature'

/** Where the gateway's public keys are, old ones too: a JSON Web Key Set, for everybody. */
export const publicKeysPath = '/.well-known/custody-console-keys.json'

/** Body of `POST /session/signature`: the digest, and of which service and account the facts say that they are. */
export const signatureRequest = z.object({
  facts_sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  service: z.string().check(z.maxLength(2048)),
  account: z.nullable(z.string().check(z.maxLength(256))),
})

/** The public half of an Ed25519 key (RFC 8037). `kid` is its thumbprint (RFC 7638). */
export const publicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
})

/** The answer at `publicKeysPath`. */
export const publicKeys = z.object({ keys: z.readonly(z.array(publicKey)) })

export type SignatureRequest = z.infer<typeof signatureRequest>
export type PublicKey = z.infer<typeof publicKey>
