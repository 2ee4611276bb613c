/** The public halves of the keys with which a gateway signs. */
import * as z from 'zod/mini'

export const publicKeysPath = '/.well-known/jwks.json'

/** RFC 8037. `kid` is the key's thumbprint (RFC 7638). */
export const publicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  /** The key was withdrawn, as in the historical keys of OpenID Federation: since when, in seconds since 1970. */
  revoked: z.optional(
    z.object({
      revoked_at: z.int().check(z.minimum(0), z.maximum(253_402_300_799)),
      reason: z.optional(z.string()),
    }),
  ),
})

export const publicKeys = z.object({ keys: z.readonly(z.array(publicKey)) })

export type PublicKey = z.infer<typeof publicKey>
