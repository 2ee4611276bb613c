import { bech32 } from '@scure/base'

/** A Shelley base address `addr1…` on the main net (CIP-19, type 0) of two 28-byte key hashes. */
export function cardanoAddress(paymentKeyHash: Uint8Array, stakeKeyHash: Uint8Array): string {
  return encode('addr', [0x01, ...paymentKeyHash, ...stakeKeyHash])
}

/** The reward address `stake1…` on the main net (CIP-19, type 14) of a 28-byte key hash. */
export function cardanoRewardAddress(stakeKeyHash: Uint8Array): string {
  return encode('stake', [0xe1, ...stakeKeyHash])
}

/** The reward address that belongs to a base address, which ends in the hash of the key that receives its rewards. */
export function cardanoRewardAddressOf(baseAddress: string): string {
  const { words } = bech32.decode(baseAddress, false)
  return cardanoRewardAddress(bech32.fromWords(words).subarray(29))
}

/** A stake pool's id `pool1…` (CIP-5) of the 28-byte hash of its cold key. */
export function cardanoPool(keyHash: Uint8Array): string {
  return encode('pool', [...keyHash])
}

function encode(prefix: string, bytes: number[]): string {
  // Base addresses are longer than the ninety characters that bech32 itself allows.
  return bech32.encode(prefix, bech32.toWords(Uint8Array.from(bytes)), false)
}
