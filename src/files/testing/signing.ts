/** A key that signs exports as the gateway does, for tests. */
import { generateKeyPairSync, sign } from 'node:crypto'
import type { PublicKey } from '../../contract/attestation.ts'
import { signedBytes } from '../../contract/signing.ts'
import type { Sign } from '../seal.ts'

/** A key pair: the public half, and what signs with the private one at an instant. */
export function signingKey(kid = 'k'): { readonly key: PublicKey; signAt(instant: string): Sign } {
  const pair = generateKeyPairSync('ed25519')
  const { x = '' } = pair.publicKey.export({ format: 'jwk' })
  return {
    key: { kty: 'OKP', crv: 'Ed25519', x, kid },
    signAt: (signed_at) => async (request) => {
      const statement = { ...request, signed_at, mark: 'm', key_id: kid }
      const signature = sign(null, signedBytes(statement), pair.privateKey).toString('base64url')
      return { ...statement, signature }
    },
  }
}
