import { base58 } from '@scure/base'
import {
  bitcoinKeyHash,
  bitcoinScriptHash,
  bitcoinTaproot,
  bitcoinWitnessKeyHash,
} from '../../chains/bitcoin.ts'
import { cardanoAddress, cardanoPool } from '../../chains/cardano.ts'
import { cosmosAddress, cosmosValidator } from '../../chains/cosmos.ts'
import { evmAddress, evmValidatorKey } from '../../chains/evm.ts'
import { solanaAddress, tronAddress } from '../../chains/others.ts'
import { ss58Address } from '../../chains/polkadot.ts'
import { strkey } from '../../chains/stellar.ts'
import { xrpAddress } from '../../chains/xrp.ts'
import { powerOfTen, readDecimal } from '../../contract/decimal.ts'
import type { Random } from './prng.ts'

type Range = readonly [min: number, max: number]

export interface NetworkProfile {
  readonly id: string
  readonly name: string
  readonly nativeAssetId: string
  /** Networks of one family share addresses. */
  readonly family: string
  readonly explorer: string
  address(random: Random): string
  ownAddress(random: Random): string
  readonly ownAddresses: number
  hash(random: Random): string
  memo?(random: Random): string
  validator?(random: Random): string
  /** Fee = size × price, in base units of the native asset. */
  readonly fee: { readonly size: Range; readonly tokenSize: Range; readonly price: Range }
}

const evm = {
  family: 'EVM',
  ...sameForAll((random) => evmAddress(random.bytes(20))),
  hash: (random: Random) => `0x${random.hex(32)}`,
}

const catalogue = {
  BTC: {
    id: 'BTC',
    name: 'Bitcoin',
    nativeAssetId: 'BTC',
    family: 'BTC',
    explorer: 'https://mempool.space/tx/',
    address: anyBitcoinAddress,
    ownAddress: (random) => bitcoinWitnessKeyHash(random.bytes(20)),
    ownAddresses: 5,
    hash: (random) => random.hex(32),
    fee: { size: [141, 420], tokenSize: [141, 420], price: [2, 34] },
  },
  ETH: {
    ...evm,
    id: 'ETH',
    name: 'Ethereum',
    nativeAssetId: 'ETH',
    explorer: 'https://etherscan.io/tx/',
    validator: (random) => evmValidatorKey(random.bytes(48)),
    fee: { size: [21_000, 21_000], tokenSize: [41_209, 65_117], price: [310_000_000, 14_900_000_000] },
  },
  ARB: {
    ...evm,
    id: 'ARB',
    name: 'Arbitrum One',
    nativeAssetId: 'ETH_ARB',
    explorer: 'https://arbiscan.io/tx/',
    fee: { size: [21_412, 31_870], tokenSize: [58_310, 96_442], price: [10_000_000, 68_000_000] },
  },
  POL: {
    ...evm,
    id: 'POL',
    name: 'Polygon',
    nativeAssetId: 'POL',
    explorer: 'https://polygonscan.com/tx/',
    fee: { size: [21_000, 21_000], tokenSize: [44_920, 66_301], price: [25_000_000_000, 142_000_000_000] },
  },
  SOL: {
    id: 'SOL',
    name: 'Solana',
    nativeAssetId: 'SOL',
    family: 'SOL',
    explorer: 'https://solscan.io/tx/',
    ...sameForAll((random) => solanaAddress(random.bytes(32))),
    hash: (random) => base58.encode(random.bytes(64)),
    validator: (random) => solanaAddress(random.bytes(32)),
    fee: { size: [1, 1], tokenSize: [1, 2], price: [5_000, 96_000] },
  },
  XRP: {
    id: 'XRP',
    name: 'XRP Ledger',
    nativeAssetId: 'XRP',
    family: 'XRP',
    explorer: 'https://xrpscan.com/tx/',
    ...sameForAll((random) => xrpAddress(random.bytes(20))),
    hash: (random) => random.hex(32).toUpperCase(),
    memo: (random) => String(random.between(100_000, 2_147_483_647)),
    fee: { size: [1, 1], tokenSize: [1, 1], price: [10, 24] },
  },
  ADA: {
    id: 'ADA',
    name: 'Cardano',
    nativeAssetId: 'ADA',
    family: 'ADA',
    explorer: 'https://cardanoscan.io/transaction/',
    ...sameForAll((random) => cardanoAddress(random.bytes(28), random.bytes(28))),
    hash: (random) => random.hex(32),
    validator: (random) => cardanoPool(random.bytes(28)),
    fee: { size: [1, 1], tokenSize: [1, 1], price: [165_325, 214_813] },
  },
  DOT: {
    id: 'DOT',
    name: 'Polkadot',
    nativeAssetId: 'DOT',
    family: 'DOT',
    explorer: 'https://polkadot.subscan.io/extrinsic/',
    ...sameForAll((random) => ss58Address(random.bytes(32))),
    hash: (random) => `0x${random.hex(32)}`,
    validator: (random) => ss58Address(random.bytes(32)),
    fee: { size: [1, 1], tokenSize: [1, 1], price: [154_311_202, 187_904_616] },
  },
  ATOM: {
    id: 'ATOM',
    name: 'Cosmos Hub',
    nativeAssetId: 'ATOM',
    family: 'ATOM',
    explorer: 'https://www.mintscan.io/cosmos/tx/',
    ...sameForAll((random) => cosmosAddress(random.bytes(20))),
    hash: (random) => random.hex(32).toUpperCase(),
    memo: (random) => String(random.between(100_000_000, 999_999_999)),
    validator: (random) => cosmosValidator(random.bytes(20)),
    fee: { size: [1, 1], tokenSize: [1, 1], price: [1_802, 8_940] },
  },
  TRX: {
    id: 'TRX',
    name: 'TRON',
    nativeAssetId: 'TRX',
    family: 'TRX',
    explorer: 'https://tronscan.org/#/transaction/',
    ...sameForAll((random) => tronAddress(random.bytes(20))),
    hash: (random) => random.hex(32),
    // Bandwidth for coins, energy for tokens: both in sun.
    fee: { size: [265, 345], tokenSize: [64_285, 130_285], price: [100, 100] },
  },
  XLM: {
    id: 'XLM',
    name: 'Stellar',
    nativeAssetId: 'XLM',
    family: 'XLM',
    explorer: 'https://stellar.expert/explorer/public/tx/',
    ...sameForAll((random) => strkey('G', random.bytes(32))),
    hash: (random) => random.hex(32),
    memo: (random) => String(random.between(10_000_000, 4_294_967_295)),
    fee: { size: [1, 3], tokenSize: [1, 3], price: [100, 2_340] },
  },
} as const satisfies Record<string, NetworkProfile>

export type NetworkId = keyof typeof catalogue

export const networks: Readonly<Record<NetworkId, NetworkProfile>> = catalogue

/** In base units of the network's native asset. */
export function drawFee(random: Random, network: NetworkProfile, isToken: boolean): bigint {
  const [minSize, maxSize] = isToken ? network.fee.tokenSize : network.fee.size
  const [minPrice, maxPrice] = network.fee.price
  const size = BigInt(random.between(minSize, maxSize))
  // The lower of two draws: quiet hours are more frequent than crowded ones.
  const price = BigInt(Math.min(random.between(minPrice, maxPrice), random.between(minPrice, maxPrice)))
  return size * price
}

function sameForAll(address: (random: Random) => string) {
  return { address, ownAddress: address, ownAddresses: 1 }
}

function anyBitcoinAddress(random: Random): string {
  const kind = random.below(100)
  if (kind < 56) return bitcoinWitnessKeyHash(random.bytes(20))
  if (kind < 78) return bitcoinTaproot(random.bytes(32))
  if (kind < 91) return bitcoinScriptHash(random.bytes(20))
  return bitcoinKeyHash(random.bytes(20))
}

export interface AssetProfile {
  readonly id: string
  readonly name: string
  readonly network: NetworkProfile
  readonly isNative: boolean
  readonly decimals: number
  /** Decimals of an amount that people type. */
  readonly plainDecimals: number
  readonly typicalAmount: bigint
  readonly activity: number
  /** Hourly rewards in trillionths (10^-12) of the stake; 0 where nothing is staked. */
  readonly hourlyReward: bigint
}

/** Yearly rewards of 2.9 % (ETH), 6.4 % (SOL), 2.4 % (ADA), 11.8 % (DOT), 15.5 % (ATOM). */
const hourlyRewards: Readonly<Record<string, bigint>> = {
  ETH: 3_310_502n,
  SOL: 7_305_936n,
  ADA: 2_739_726n,
  DOT: 13_470_320n,
  ATOM: 17_694_064n,
}

function asset(
  id: string,
  name: string,
  networkId: NetworkId,
  [decimals, plainDecimals]: readonly [number, number],
  typicalAmount: string,
  activity: number,
): AssetProfile {
  const network = networks[networkId]
  return {
    id,
    name,
    network,
    isNative: network.nativeAssetId === id,
    decimals,
    plainDecimals,
    typicalAmount: toBaseUnits(typicalAmount, decimals),
    activity,
    hourlyReward: hourlyRewards[id] ?? 0n,
  }
}

export function toBaseUnits(text: string, decimals: number): bigint {
  const { digits, scale } = readDecimal(text) ?? { digits: 0n, scale: 0 }
  return digits * powerOfTen(decimals - scale)
}

export const assets: readonly AssetProfile[] = [
  asset('BTC', 'Bitcoin', 'BTC', [8, 4], '0.42', 16),
  asset('ETH', 'Ether', 'ETH', [18, 3], '6', 14),
  asset('USDT_ETH', 'Tether USD', 'ETH', [6, 2], '26000', 13),
  asset('USDC_ETH', 'USD Coin', 'ETH', [6, 2], '31000', 13),
  asset('LINK_ETH', 'Chainlink', 'ETH', [18, 2], '850', 2),
  asset('ETH_ARB', 'Ether', 'ARB', [18, 4], '2.4', 3),
  asset('USDC_ARB', 'USD Coin', 'ARB', [6, 2], '12500', 4),
  asset('POL', 'Polygon Ecosystem Token', 'POL', [18, 2], '7000', 2),
  asset('USDC_POL', 'USD Coin', 'POL', [6, 2], '5200', 4),
  asset('SOL', 'Solana', 'SOL', [9, 3], '110', 6),
  asset('USDC_SOL', 'USD Coin', 'SOL', [6, 2], '9500', 5),
  asset('XRP', 'XRP', 'XRP', [6, 2], '8800', 6),
  asset('ADA', 'Cardano', 'ADA', [6, 1], '21000', 3),
  asset('DOT', 'Polkadot', 'DOT', [10, 2], '1900', 3),
  asset('ATOM', 'Cosmos', 'ATOM', [6, 2], '1300', 2),
  asset('TRX', 'TRON', 'TRX', [6, 1], '28000', 2),
  asset('USDT_TRX', 'Tether USD', 'TRX', [6, 2], '17500', 10),
  asset('XLM', 'Stellar Lumens', 'XLM', [7, 2], '36000', 3),
]

const byId = new Map(assets.map((entry) => [entry.id, entry]))

export function assetById(id: string): AssetProfile {
  const found = byId.get(id)
  if (found === undefined) throw new RangeError(`no such asset: ${id}`)
  return found
}
