import { base58xrp } from '@scure/base'
import { type ChainDefinition, oneOf } from './chain.ts'
import { type Base58Kind, base58check, encodeBase58check, hashKinds, keyHashLength } from './encoding.ts'

const account = 0x00

/** `r…`, and `X…` with a tag in it (XLS-5). */
export const xrp: ChainDefinition = {
  name: 'XRP Ledger',
  ids: 'xrp xrpl ripple xrpledger',
  prefix: /^[rX]/,
  check: oneOf('r or X', [
    [/^r/, base58check(hashKinds([account]), base58xrp)],
    [/^[XT]/, base58check([xAddress([0x05, 0x44]), { ...xAddress([0x04, 0x93]), isTest: true }], base58xrp)],
  ]),
  // xrpl.org, "Require Destination Tags".
  usesMemo: true,
  addressWithMemo: {
    prefix: 'X',
    // Two-byte prefix, account, a byte that tells whether there is a tag, and the tag in eight bytes, lowest first.
    split(address) {
      const bytes = base58xrp.decode(address)
      const tag = new DataView(bytes.buffer, bytes.byteOffset + 23).getBigUint64(0, true)
      return { address: xrpAddress(bytes.subarray(2, 22)), memo: bytes[22] === 0 ? null : String(tag) }
    },
  },
  // xrpl.org, "Special Addresses": ACCOUNT_ZERO, ACCOUNT_ONE, the name reservation and the NaN address.
  burnAddresses: [
    'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
    'rrrrrrrrrrrrrrrrrrrrBZbvji',
    'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
    'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
  ],
}

/** The tag is in the first of two halves. */
function xAddress(version: readonly number[]): Base58Kind {
  return {
    version,
    length: keyHashLength + 9,
    isPayload: (payload) =>
      (payload[keyHashLength] === 0 && payload.subarray(keyHashLength + 1).every((byte) => byte === 0)) ||
      (payload[keyHashLength] === 1 && payload.subarray(keyHashLength + 5).every((byte) => byte === 0)),
  }
}

export function xrpAddress(bytes: Uint8Array): string {
  return encodeBase58check([account], bytes, base58xrp)
}
