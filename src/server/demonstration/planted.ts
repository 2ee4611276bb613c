/** What the demonstration holds for each finding of the whitelist review. The tests and docs/demonstration.md follow these tables. */
import { hexToBytes } from '@noble/hashes/utils.js'
import { evmAddress } from '../../chains/evm.ts'
import type { TransactionStatus } from '../../contract/enumerations.ts'
import type { Random } from './prng.ts'

export type PlantedEntry = readonly [
  whitelist: string,
  assets: string,
  finding: 'missing-memo' | 'never-used' | 'several-names' | 'look-alike' | 'failed-checksum',
  /** The whitelist whose address it has; a new address without one. */
  original?: string | null,
  change?: (address: string, random: Random) => string,
]

/** Nobody pays to these entries or is paid from them. */
export const plantedEntries: readonly PlantedEntry[] = [
  ['Kraken – Settlement (superseded)', 'XRP XLM', 'missing-memo', 'Kraken – Settlement'],
  ['Kraken – Settlement (superseded)', 'ATOM', 'missing-memo', 'Kraken – Treasury'],
  ['Kraken – Settlement (superseded)', 'SOL', 'never-used'],
  ['Nordhavn OTC (Oslo)', 'BTC', 'several-names', 'Nordhavn OTC'],
  ['Nordhavn OTC (Oslo)', 'USDC_ETH', 'several-names', 'Nordhavn OTC', (address) => address.toLowerCase()],
  ['Cormorant Trading (new wallet)', 'ETH USDC_ETH', 'look-alike', 'Cormorant Trading', lookAlikeOf],
  [
    'Port Meridian Trust (update by e-mail)',
    'BTC USDT_TRX',
    'look-alike',
    'Port Meridian Trust',
    lookAlikeOf,
  ],
  ['Vienna branch – copied by hand', 'ETH', 'failed-checksum', null, inWrongCase],
  ['Vienna branch – copied by hand', 'USDT_TRX', 'failed-checksum', null, mistyped],
]

/** Changes the case of one letter, which the checksum of EIP-55 catches. */
function inWrongCase(address: string): string {
  return address.replace(/(?<=^0x.*)[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

function mistyped(address: string): string {
  const middle = address.length >> 1
  return address.slice(0, middle) + (address[middle] === 'k' ? 'h' : 'k') + address.slice(middle + 1)
}

/**
 * The addresses of `Port Meridian Trust` and their look-alikes. Of each asset, the first look-alike sends dust and the last is on a whitelist.
 * These addresses end with a checksum, so finding a look-alike takes millions of tries.
 */
export const twins: Readonly<Record<string, readonly (readonly [real: string, lookAlike: string])[]>> = {
  BTC: [
    ['bc1qcenmq7fyux7rckuy4t99ygqe6qtympvgtf93ry', 'bc1qcenmlc4w33kqrw2anmpljppvxwnj4zt09293ry'],
    ['bc1q56q2s8z69ek3fkvaccn9uydnaq2uf3n0wv88sg', 'bc1q56q2scnwfxlug5wl22ck02f8u0klmg7vav88sg'],
  ],
  USDT_TRX: [
    ['TGHqKm6NYQnbGcQrnnEAV7x9dnuzfjyq4j', 'TGHqKCoyUyfa2zMgmRP3NBkwHsmEDQyq4j'],
    ['TBWRy2e5MSWSB3d6YqvjF86U4MCeqN5tbA', 'TBWRyfes8Ck2cxUbETzyq2qvFVWjNh5tbA'],
  ],
}

/** As an address poisoner makes it: the first four characters agree, and with `both` ends the last four too. */
export function lookAlikeOf(address: string, random: Random, ends: 'both' | 'start' = 'both'): string {
  if (!address.startsWith('0x')) return new Map(Object.values(twins).flat()).get(address) ?? address
  const account = hexToBytes(address.slice(2).toLowerCase())
  account.set(random.bytes(16), 2)
  if (ends === 'start') for (const at of [18, 19]) account[at] = (account[at] ?? 0) ^ 0xff
  return evmAddress(account)
}

/** Comes next after a completed payment on that network, from a look-alike of the address that was paid. */
type PlantedDust = readonly [after: number, family: string, ends: 'both' | 'start']

/** `after`: the share of the history that comes before. */
export const plantedDust: readonly PlantedDust[] = [
  [0.12, 'EVM', 'both'],
  [0.17, 'TRX', 'both'],
  [0.2, 'EVM', 'both'],
  [0.23, 'BTC', 'both'],
  [0.28, 'EVM', 'both'],
  [0.52, 'EVM', 'start'],
  [0.63, 'EVM', 'both'],
  [0.97, 'EVM', 'both'],
]

export type Diversion = 'look-alike' | 'former address' | 'removed whitelist' | 'no memo' | 'other memo'

/** Changes the next withdrawal of that status that it fits. */
export const plantedDiversions: readonly (readonly [
  after: number,
  to: Diversion,
  status: TransactionStatus,
  note?: string,
])[] = [
  [0.11, 'removed whitelist', 'completed', 'Closing of the account, final balance'],
  [0.19, 'former address', 'completed'],
  [0.22, 'look-alike', 'rejected', 'Stopped: not the address on file, only its ends are the same'],
  [0.24, 'no memo', 'completed'],
  [0.26, 'removed whitelist', 'completed'],
  [0.3, 'look-alike', 'failed', 'Signer refused: the address is a look-alike of the beneficiary’s'],
  [0.36, 'former address', 'completed'],
  [0.45, 'look-alike', 'completed', 'Incident: paid to a look-alike of the beneficiary’s address'],
  [0.48, 'other memo', 'completed'],
  [0.58, 'former address', 'completed', 'To the address before the change of custodian'],
  [0.71, 'former address', 'completed'],
  [0.9, 'former address', 'completed'],
]

/** No longer listed; its withdrawals still name it. */
export const removedWhitelist = 'Pelham & Rooke Brokers'

/** Smaller books have no room for planted transactions. */
export const fewestWithPlanted = 1000
