import type { ChainDefinition } from './chain.ts'
import { oneOf } from './check.ts'
import { base58check, hashKinds } from './encoding/base58.ts'

/** Accounts tz1 to tz4, by the kind of their key, and contracts KT1. */
export const tezos: ChainDefinition = {
  name: 'Tezos',
  ids: 'xtz tezos',
  prefix: /^(?:tz[1-4]|KT1)/,
  check: oneOf('tz1, tz2, tz3, tz4 or KT1', [
    [
      /^(?:tz[1-4]|KT1)/,
      base58check(
        hashKinds(
          [0x06, 0xa1, 0x9f],
          [0x06, 0xa1, 0xa1],
          [0x06, 0xa1, 0xa4],
          [0x06, 0xa1, 0xa6],
          [0x02, 0x5a, 0x79],
        ),
      ),
    ],
  ]),
  usesMemo: false,
  burnAddresses: ['tz1burnburnburnburnburnburnburjAYjjX'],
}
