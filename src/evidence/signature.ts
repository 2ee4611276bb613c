/** `signature.jws`: one compact JWS (RFC 7515) whose payload is `about.json`, by Ed25519 (RFC 8037). `kid` is the thumbprint of the key (RFC 7638). */
import { base64url, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import type { PublicKey } from '../contract/public-keys.ts'

export function signatureHeader(kid: string) {
  return { alg: 'EdDSA', kid, typ: 'custody-evidence+jws' }
}

export type SignatureCheck =
  /** Nothing of it can be told. */
  | { readonly kind: 'unreadable' }
  /** `payload`: not verified. `since`: when the key was withdrawn, in seconds since 1970. */
  | { readonly kind: 'altered' | 'unknown-key'; readonly keyId: string; readonly payload: string }
  | { readonly kind: 'withdrawn'; readonly keyId: string; readonly payload: string; readonly since: number }
  | { readonly kind: 'signed'; readonly keyId: string; readonly payload: string }

/** Throws where signatures cannot be checked here at all. */
export async function checkSignature(jws: string, keys: readonly PublicKey[]): Promise<SignatureCheck> {
  const payload = payloadOf(jws)
  const keyId = keyIdOf(jws)
  if (payload === null || keyId === null) return { kind: 'unreadable' }
  const trusted = await keyOf(keyId, keys)
  if (trusted === null) return { kind: 'unknown-key', keyId, payload }
  try {
    await compactVerify(jws, trusted.key, { algorithms: ['EdDSA'] })
  } catch {
    return { kind: 'altered', keyId, payload }
  }
  const since = trusted.revoked?.revoked_at
  return since === undefined
    ? { kind: 'signed', keyId, payload }
    : { kind: 'withdrawn', keyId, payload, since }
}

/** Null where it is not in the only spelling that it has. */
function payloadOf(jws: string): string | null {
  try {
    const parts = jws.split('.').map((part) => base64url.decode(part))
    if (parts.length !== 3 || parts.map((part) => base64url.encode(part)).join('.') !== jws) return null
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(parts[1])
  } catch {
    return null
  }
}

function keyIdOf(jws: string): string | null {
  try {
    const { kid = '', ...others } = decodeProtectedHeader(jws)
    const { kid: _, ...expected } = signatureHeader(kid)
    const isOurs =
      JSON.stringify(Object.entries(others).sort()) === JSON.stringify(Object.entries(expected).sort())
    return isOurs && /^[\w-]{43}$/.test(kid) ? kid : null
  } catch {
    return null
  }
}

/** By its thumbprint: a set may name a key as another one is. */
async function keyOf(keyId: string, keys: readonly PublicKey[]) {
  if (!globalThis.crypto.subtle) throw new Error(noEd25519)
  let found: (Pick<PublicKey, 'revoked'> & { readonly key: Parameters<typeof compactVerify>[1] }) | null =
    null
  for (const { kty, crv, x, revoked } of keys) {
    const jwk = { kty, crv, x }
    try {
      if ((await calculateJwkThumbprint(jwk)) !== keyId) continue
      const key = await importJWK(jwk, 'EdDSA')
      // Whatever set withdraws it.
      if (found?.revoked === undefined) found = { key, ...(revoked && { revoked }) }
    } catch (error) {
      // Any other key that cannot be read is none.
      if (error instanceof Error && error.name === 'NotSupportedError') throw new Error(noEd25519)
    }
  }
  return found
}

const noEd25519 =
  'This browser cannot check signatures: it lacks Ed25519, or the page was not loaded over HTTPS.'
