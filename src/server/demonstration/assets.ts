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
  /** Fee = size × price, in base units of the native asset. Tokens have the same size unless they have their own. */
  readonly fee: { readonly size: Range; readonly tokenSize?: Range; readonly price: Range }
}

type NetworkOutline = Pick<NetworkProfile, 'name' | 'explorer' | 'address' | 'hash' | 'fee'> &
  Partial<NetworkProfile>

function network(id: string, outline: NetworkOutline): NetworkProfile {
  const usual = { nativeAssetId: id, family: id, ownAddress: outline.address, ownAddresses: 1 }
  return { id, ...usual, ...outline }
}

const hash = (random: Random) => random.hex(32)
const hashInCapitals = (random: Random) => random.hex(32).toUpperCase()
const prefixedHash = (random: Random) => `0x${random.hex(32)}`
const one: Range = [1, 1]

const evm = { family: 'EVM', address: (random: Random) => evmAddress(random.bytes(20)), hash: prefixedHash }

export const networks: readonly NetworkProfile[] = [
  network('BTC', {
    name: 'Bitcoin',
    explorer: 'https://mempool.space/tx/',
    address: anyBitcoinAddress,
    ownAddress: (random) => bitcoinWitnessKeyHash(random.bytes(20)),
    ownAddresses: 5,
    hash,
    fee: { size: [141, 420], price: [2, 34] },
  }),
  network('ETH', {
    ...evm,
    name: 'Ethereum',
    explorer: 'https://etherscan.io/tx/',
    validator: (random) => evmValidatorKey(random.bytes(48)),
    fee: { size: [21_000, 21_000], tokenSize: [41_209, 65_117], price: [310_000_000, 14_900_000_000] },
  }),
  network('ARB', {
    ...evm,
    name: 'Arbitrum One',
    nativeAssetId: 'ETH_ARB',
    explorer: 'https://arbiscan.io/tx/',
    fee: { size: [21_412, 31_870], tokenSize: [58_310, 96_442], price: [10_000_000, 68_000_000] },
  }),
  network('POL', {
    ...evm,
    name: 'Polygon',
    explorer: 'https://polygonscan.com/tx/',
    fee: { size: [21_000, 21_000], tokenSize: [44_920, 66_301], price: [25_000_000_000, 142_000_000_000] },
  }),
  network('SOL', {
    name: 'Solana',
    explorer: 'https://solscan.io/tx/',
    address: (random) => solanaAddress(random.bytes(32)),
    hash: (random) => base58.encode(random.bytes(64)),
    validator: (random) => solanaAddress(random.bytes(32)),
    fee: { size: one, tokenSize: [1, 2], price: [5_000, 96_000] },
  }),
  network('XRP', {
    name: 'XRP Ledger',
    explorer: 'https://xrpscan.com/tx/',
    address: (random) => xrpAddress(random.bytes(20)),
    hash: hashInCapitals,
    memo: (random) => String(random.between(100_000, 2_147_483_647)),
    fee: { size: one, price: [10, 24] },
  }),
  network('ADA', {
    name: 'Cardano',
    explorer: 'https://cardanoscan.io/transaction/',
    address: (random) => cardanoAddress(random.bytes(28), random.bytes(28)),
    hash,
    validator: (random) => cardanoPool(random.bytes(28)),
    fee: { size: one, price: [165_325, 214_813] },
  }),
  network('DOT', {
    name: 'Polkadot',
    explorer: 'https://polkadot.subscan.io/extrinsic/',
    address: (random) => ss58Address(random.bytes(32)),
    hash: prefixedHash,
    validator: (random) => ss58Address(random.bytes(32)),
    fee: { size: one, price: [154_311_202, 187_904_616] },
  }),
  network('ATOM', {
    name: 'Cosmos Hub',
    explorer: 'https://www.mintscan.io/cosmos/tx/',
    address: (random) => cosmosAddress(random.bytes(20)),
    hash: hashInCapitals,
    memo: (random) => String(random.between(100_000_000, 999_999_999)),
    validator: (random) => cosmosValidator(random.bytes(20)),
    fee: { size: one, price: [1_802, 8_940] },
  }),
  network('TRX', {
    name: 'TRON',
    explorer: 'https://tronscan.org/#/transaction/',
    address: (random) => tronAddress(random.bytes(20)),
    hash,
    // Bandwidth for coins, energy for tokens: both in sun.
    fee: { size: [265, 345], tokenSize: [64_285, 130_285], price: [100, 100] },
  }),
  network('XLM', {
    name: 'Stellar',
    explorer: 'https://stellar.expert/explorer/public/tx/',
    address: (random) => strkey('G', random.bytes(32)),
    hash,
    memo: (random) => String(random.between(10_000_000, 4_294_967_295)),
    fee: { size: [1, 3], price: [100, 2_340] },
  }),
]

/** In base units of the network's native asset. */
export function drawFee(random: Random, { fee }: NetworkProfile, isToken: boolean): bigint {
  const { size: coinSize, tokenSize = coinSize } = fee
  const [minSize, maxSize] = isToken ? tokenSize : coinSize
  const [minPrice, maxPrice] = fee.price
  const size = BigInt(random.between(minSize, maxSize))
  // The lower of two draws: quiet hours are more frequent than crowded ones.
  const price = BigInt(Math.min(random.between(minPrice, maxPrice), random.between(minPrice, maxPrice)))
  return size * price
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
  networkId: string,
  [decimals, plainDecimals]: readonly [number, number],
  typicalAmount: string,
  activity: number,
): AssetProfile {
  const network = networks.find((each) => each.id === networkId)
  if (network === undefined) throw new RangeError(`no such network: ${networkId}`)
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
