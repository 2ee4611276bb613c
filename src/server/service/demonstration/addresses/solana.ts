import { base58 } from '@scure/base'

/** A 32-byte public key (wallet or vote account) as Solana writes it. It has no checksum. */
export function solanaAddress(publicKey: Uint8Array): string {
  return base58.encode(publicKey)
}
