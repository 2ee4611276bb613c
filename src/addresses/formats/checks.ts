/** Which family has which format. A family that is missing has none that a well-kept library knows: nothing is claimed of it. */
import type { FamilyName } from '../network-ids.ts'
import { algorandAddress, stellarAddress } from './base32.ts'
import { solanaAddress, ss58 } from './base58.ts'
import { base58check, type Kind, keyHash } from './base58check.ts'
import { bech32Bytes, segwit } from './bech32.ts'
import { cardanoAddress } from './cardano.ts'
import { evmAddress, moveAddress, rootstockAddress } from './evm.ts'
import { type Check, unchecked, wrongStart } from './outcome.ts'
import { tonAddress } from './ton.ts'

/** The check of each family whose format is known. */
export const checks: Partial<Readonly<Record<FamilyName, Check>>> = {
  EVM: evmAddress,
  Rootstock: rootstockAddress,
  Bitcoin: oneOf('1, 3 or bc1', [
    [/^(?:bc|tb|bcrt)1/i, segwit('bc', { testPrefixes: ['tb', 'bcrt'] })],
    [/^[13mn2]/, base58check([...kinds([0x00], [0x05]), ...testKinds([0x6f], [0xc4])])],
  ]),
  'Bitcoin testnet': oneOf('m, n, 2 or tb1', [
    [/^tb1/i, segwit('tb')],
    [/^bcrt1/i, segwit('bcrt')],
    [/^[mn2]/, base58check(kinds([0x6f], [0xc4]))],
  ]),
  // Its own format since 2018 has a checksum that no library here knows.
  'Bitcoin Cash': oneOf(null, [[/^[13](?=.{24,33}$)/, base58check(kinds([0x00], [0x05]))]]),
  Litecoin: oneOf(null, [
    [/^ltc1/i, segwit('ltc')],
    [/^[LM3]/, base58check(kinds([0x30], [0x32], [0x05]))],
  ]),
  Dogecoin: oneOf('D, A or 9', [[/^[DA9]/, base58check(kinds([0x1e], [0x16]))]]),
  Dash: oneOf('X or 7', [[/^[X7]/, base58check(kinds([0x4c], [0x10]))]]),
  // Shielded addresses have formats of their own.
  Zcash: oneOf(null, [[/^t[13]/, base58check(kinds([0x1c, 0xb8], [0x1c, 0xbd]))]]),
  Solana: solanaAddress,
  'XRP Ledger': oneOf('r or X', [
    [/^r/, base58check(kinds([0x00]), 'xrp')],
    [
      /^[XT]/,
      base58check([xAddress(0x44), { ...xAddress(0x93), version: [0x04, 0x93], isTest: true }], 'xrp'),
    ],
  ]),
  Stellar: stellarAddress,
  TRON: oneOf('T', [[/^T/, base58check(kinds([0x41]))]]),
  Cardano: cardanoAddress,
  Polkadot: ss58(0),
  Kusama: ss58(2),
  Algorand: algorandAddress,
  Tezos: oneOf('tz1, tz2, tz3, tz4 or KT1', [
    [
      /^(?:tz[1-4]|KT1)/,
      base58check(
        kinds(
          [0x06, 0xa1, 0x9f],
          [0x06, 0xa1, 0xa1],
          [0x06, 0xa1, 0xa4],
          [0x06, 0xa1, 0xa6],
          [0x02, 0x5a, 0x79],
        ),
      ),
    ],
  ]),
  TON: tonAddress,
  Aptos: moveAddress,
  Sui: moveAddress,
  'Cosmos Hub': cosmos('cosmos'),
  Osmosis: cosmos('osmo'),
  Celestia: cosmos('celestia'),
  dYdX: cosmos('dydx'),
  Injective: cosmos('inj', { withEvm: true }),
  Kava: cosmos('kava', { withEvm: true }),
  Sei: cosmos('sei', { withEvm: true }),
  Juno: cosmos('juno'),
  Axelar: cosmos('axelar'),
  Noble: cosmos('noble'),
  Stride: cosmos('stride'),
  THORChain: cosmos('thor'),
}

/** The first check whose pattern fits; an address that fits none begins wrongly, or is of a kind of which nothing is claimed. */
function oneOf(starts: string | null, kindsOfAddress: readonly (readonly [RegExp, Check])[]): Check {
  const otherwise = starts === null ? unchecked : wrongStart(starts)
  return (address) => kindsOfAddress.find(([pattern]) => pattern.test(address))?.[1](address) ?? otherwise
}

function kinds(...versions: readonly (readonly number[])[]): readonly Kind[] {
  return versions.map((version) => ({ version, length: keyHash }))
}

function testKinds(...versions: readonly (readonly number[])[]): readonly Kind[] {
  return kinds(...versions).map((kind) => ({ ...kind, isTest: true }))
}

/** An account of the XRP Ledger with its tag (XLS-5): the account, whether there is a tag, and the tag in the first of two halves. */
function xAddress(second: number): Kind {
  return {
    version: [0x05, second],
    length: keyHash + 9,
    isPayload: (payload) =>
      (payload[keyHash] === 0 && payload.subarray(keyHash + 1).every((byte) => byte === 0)) ||
      (payload[keyHash] === 1 && payload.subarray(keyHash + 5).every((byte) => byte === 0)),
  }
}

/** Accounts have 20 bytes, contracts and accounts of modules 32. Some chains take the addresses of the EVM beside their own. */
function cosmos(prefix: string, { withEvm = false }: { withEvm?: boolean } = {}): Check {
  const accounts = bech32Bytes([prefix], [20, 32])
  const validators = bech32Bytes([`${prefix}valoper`, `${prefix}valcons`], [20])
  return oneOf(`${prefix}1`, [
    [new RegExp(`^${prefix}1`, 'i'), accounts],
    [new RegExp(`^${prefix}val(?:oper|cons)1`, 'i'), validators],
    ...(withEvm ? [[/^0x/i, evmAddress] as const] : []),
  ])
}
