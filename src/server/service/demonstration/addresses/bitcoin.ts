import { base58, bech32, bech32m } from '@scure/base'
import { withChecksum } from './base58check.ts'

/** A native SegWit address `bc1q…` (BIP 173) of the 20-byte hash of a public key. */
export function bitcoinWitnessKeyHash(keyHash: Uint8Array): string {
  return bech32.encode('bc', [0, ...bech32.toWords(keyHash)])
}

/** A Taproot address `bc1p…` (BIP 350) of a 32-byte output key. */
export function bitcoinTaproot(outputKey: Uint8Array): string {
  return bech32m.encode('bc', [1, ...bech32m.toWords(outputKey)])
}

/** A legacy address `1…` of the 20-byte hash of a public key. */
export function bitcoinKeyHash(keyHash: Uint8Array): string {
  return base58.encode(withChecksum(0x00, keyHash))
}

/** A legacy address `3…` of the 20-byte hash of a script. */
export function bitcoinScriptHash(scriptHash: Uint8Array): string {
  return base58.encode(withChecksum(0x05, scriptHash))
}
