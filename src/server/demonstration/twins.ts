import { hexToBytes } from '@noble/hashes/utils.js'
import { bitcoinWitnessKeyHash } from '../../chains/bitcoin.ts'
import { evmAddress } from '../../chains/evm.ts'
import { tronAddress } from '../../chains/tron.ts'

/** Two valid addresses whose first four characters after the fixed prefix, and whose last four, are the same. */
export interface Twins {
  readonly real: string
  readonly lookAlike: string
}

/** Twins on a network: of one pair the second has sent dust, of the other it stands on a whitelist. */
export interface NetworkTwins {
  readonly poisoned: Twins
  readonly listed: Twins
}

/*
 * Here the last characters are a checksum, so that a look-alike of a given address takes longer to find than the books
 * take to make. These payloads were found once, among 3 million (Bitcoin) and 22 million (TRON) random ones sorted by the
 * eight characters in question: chance alone makes a few pairs.
 */

export const bitcoinTwins: NetworkTwins = {
  poisoned: twins(
    bitcoinWitnessKeyHash,
    'c667b07924e1bc3c5b84aaca522019d0164d8588',
    'c667bfe2ae8c6c01b95d9ec3f9042c33a72a896f',
  ),
  listed: twins(
    bitcoinWitnessKeyHash,
    'a680a81c5a2e6d14d99dc6265e11b3e815c4c66f',
    'a680a8626e49bfc451df52b167a927e3edfda3cc',
  ),
}

export const tronTwins: NetworkTwins = {
  poisoned: twins(
    tronAddress,
    '45568ffdeb93c34da3e2ce6e566d4d4903ba33fe',
    '45568df0ed093a7010b9d1486c1de1eee7a95bcd',
  ),
  listed: twins(
    tronAddress,
    '10dfd7de6779661e125a6b4c1f470b0674e9a0d2',
    '10dfda385587319b0f7199bef17b683168ecd399',
  ),
}

function twins(encode: (payload: Uint8Array) => string, real: string, lookAlike: string): Twins {
  return { real: encode(hexToBytes(real)), lookAlike: encode(hexToBytes(lookAlike)) }
}

/**
 * What an address poisoner makes: an account whose first four digits are those of another address, and its last four too
 * where `ending` says so. The 16 bytes of `middle` are what differs; other endings differ in each digit.
 */
export function evmLookAlike(
  address: string,
  middle: Uint8Array,
  ending: 'same ending' | 'other ending',
): string {
  const account = hexToBytes(address.slice(2).toLowerCase())
  account.set(middle, 2)
  if (ending === 'other ending') for (const at of [18, 19]) account[at] = (account[at] ?? 0) ^ 0xff
  return evmAddress(account)
}
