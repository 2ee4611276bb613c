import { cashAddress, decodeCashAddress } from './cashaddr.ts'
import { type ChainDefinition, oneOf, valid } from './chain.ts'
import {
  base58check,
  base58Format,
  decodeBase58check,
  encodeBase58check,
  hashKinds,
  keyHashLength,
  segwit,
} from './encoding.ts'

const common = { usesMemo: false, usesFreshAddresses: true } as const

const keyHash = 0x00
const scriptHash = 0x05
/** Litecoin had Bitcoin's first. */
const litecoinScriptHash = 0x32
const testKinds = hashKinds([0x6f], [0xc4])

export const bitcoinChains: readonly ChainDefinition[] = [
  {
    ...common,
    name: 'Bitcoin',
    ids: 'btc bitcoin xbt',
    prefix: /^[13]/,
    caselessPrefix: /^bc1[a-z0-9]/i,
    check: oneOf('1, 3 or bc1', [
      [/^(?:bc|tb|bcrt)1/i, segwit('bc', { testPrefixes: ['tb', 'bcrt'] })],
      [
        /^[13mn2]/,
        base58check([
          ...hashKinds([keyHash], [scriptHash]),
          ...testKinds.map((kind) => ({ ...kind, isTest: true })),
        ]),
      ],
    ]),
    burnAddresses: ['1111111111111111111114oLvT2', '1BitcoinEaterAddressDontSendf59kuE'],
  },
  {
    ...common,
    name: 'Bitcoin testnet',
    ids: 'btctest btctestnet bitcointestnet tbtc testnet3 testnet4 signet bitcoinsignet',
    prefix: /^[mn2]/,
    caselessPrefix: /^(?:tb|bcrt)1[a-z0-9]/i,
    check: oneOf('m, n, 2 or tb1', [
      [/^tb1/i, segwit('tb')],
      [/^bcrt1/i, segwit('bcrt')],
      [/^[mn2]/, base58check(testKinds)],
    ]),
  },
  {
    ...common,
    name: 'Bitcoin Cash',
    ids: 'bch bitcoincash',
    prefix: /^[13]/,
    caselessPrefix: /^(?:bitcoincash:)?[qpzr](?=[a-z0-9]{41,}$)/i,
    canonical: cashForm,
    otherForms: cashForms,
    check: oneOf(null, [
      [/^[13](?=.{24,33}$)/, base58check(hashKinds([keyHash], [scriptHash]))],
      [/^(?:[a-z]+:|[qpzr](?=[a-z0-9]{30,}$))/i, (address) => decodeCashAddress(address).problem ?? valid],
    ]),
  },
  {
    ...common,
    name: 'Litecoin',
    ids: 'ltc litecoin',
    prefix: /^[LM3]/,
    caselessPrefix: /^ltc(?:mweb)?1[a-z0-9]/i,
    canonical: (address) => otherVersion(address, scriptHash, litecoinScriptHash) ?? address,
    otherForms: (canonical) => [otherVersion(canonical, litecoinScriptHash, scriptHash) ?? []].flat(),
    check: oneOf(null, [
      [/^ltc1/i, segwit('ltc')],
      [/^[LM3]/, base58check(hashKinds([0x30], [litecoinScriptHash], [scriptHash]))],
    ]),
  },
  {
    ...common,
    name: 'Dogecoin',
    ids: 'doge dogecoin',
    ...base58Format('D, A or 9', /^[DA9]/, [0x1e], [0x16]),
  },
  { ...common, name: 'Dash', ids: 'dash', ...base58Format('X or 7', /^[X7]/, [0x4c], [0x10]) },
  {
    ...common,
    name: 'Zcash',
    ids: 'zec zcash',
    prefix: /^t[13]/,
    caselessPrefix: /^(?:zs|u)1/i,
    // Shielded addresses have formats of their own.
    check: oneOf(null, [[/^t[13]/, base58check(hashKinds([0x1c, 0xb8], [0x1c, 0xbd]))]]),
  },
]

/** Without `bitcoincash:`; also of the form of Bitcoin, which Bitcoin Cash had first. */
function cashForm(address: string): string {
  const bare = address.replace(/^(?:bitcoincash:)+/i, '')
  const legacy = decodeBase58check(bare)
  if (legacy?.length === 1 + keyHashLength && (legacy[0] === keyHash || legacy[0] === scriptHash))
    return cashAddress(legacy[0] === keyHash ? 'key' : 'script', legacy.subarray(1))
  const decoded = decodeCashAddress(bare)
  return decoded.problem ? bare : cashAddress(decoded.kind, decoded.hash)
}

function cashForms(bare: string): readonly string[] {
  const decoded = decodeCashAddress(bare)
  if (decoded.problem) return []
  const { kind, hash } = decoded
  const version = kind === 'key' ? keyHash : scriptHash
  return [
    `bitcoincash:${bare}`,
    ...(hash.length === keyHashLength ? [encodeBase58check([version], hash)] : []),
  ]
}

/** The same hash under another version byte; null for any other address. */
function otherVersion(address: string, version: number, other: number): string | null {
  const bytes = decodeBase58check(address)
  return bytes && bytes.length === 1 + keyHashLength && bytes[0] === version
    ? encodeBase58check([other], bytes.subarray(1))
    : null
}
