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
import { ss58Address } from '../../chains/polkadot.ts'
import { solanaAddress, tronAddress } from '../../chains/single-chains.ts'
import { strkey } from '../../chains/stellar.ts'
import { xrpAddress } from '../../chains/xrp.ts'
import { powerOfTen, readDecimal } from '../../contract/decimal.ts'
import type { Random } from './prng.ts'

export interface NetworkProfile {
  readonly id: string
  readonly name: string
  readonly nativeAssetId: string
  /** Networks of one family share addresses. */
  readonly family: string
  readonly explorer: string
  address(random: Random): string
  hash(random: Random): string
  memo?(random: Random): string
  validator?(random: Random): string
  /** From and to, in base units of the native asset. Tokens cost three times as much. */
  readonly fee: readonly [min: number, max: number]
}

type NetworkOutline = Pick<NetworkProfile, 'explorer' | 'address' | 'fee'> & Partial<NetworkProfile>

function network(id: string, name: string, outline: NetworkOutline): NetworkProfile {
  return { id, name, nativeAssetId: id, family: id, hash: (random) => random.hex(32), ...outline }
}

const prefixedHash = (random: Random) => `0x${random.hex(32)}`
const hashInCapitals = (random: Random) => random.hex(32).toUpperCase()
const evm = { family: 'EVM', address: (random: Random) => evmAddress(random.bytes(20)), hash: prefixedHash }

export const networks: readonly NetworkProfile[] = [
  network('BTC', 'Bitcoin', {
    explorer: 'https://mempool.space/tx/',
    address: (random) =>
      random.pick([
        ...[bitcoinWitnessKeyHash, bitcoinWitnessKeyHash, bitcoinScriptHash, bitcoinKeyHash],
        (bytes: Uint8Array) => bitcoinTaproot(Uint8Array.of(...bytes, ...random.bytes(12))),
      ])(random.bytes(20)),
    fee: [282, 14_280],
  }),
  network('ETH', 'Ethereum', {
    ...evm,
    explorer: 'https://etherscan.io/tx/',
    validator: (random) => evmValidatorKey(random.bytes(48)),
    fee: [6_510_000_000_000, 312_900_000_000_000],
  }),
  network('ARB', 'Arbitrum One', {
    ...evm,
    nativeAssetId: 'ETH_ARB',
    explorer: 'https://arbiscan.io/tx/',
    fee: [214_120_000_000, 2_167_160_000_000],
  }),
  network('SOL', 'Solana', {
    explorer: 'https://solscan.io/tx/',
    address: (random) => solanaAddress(random.bytes(32)),
    hash: (random) => base58.encode(random.bytes(64)),
    validator: (random) => solanaAddress(random.bytes(32)),
    fee: [5_000, 96_000],
  }),
  network('XRP', 'XRP Ledger', {
    explorer: 'https://xrpscan.com/tx/',
    address: (random) => xrpAddress(random.bytes(20)),
    hash: hashInCapitals,
    memo: (random) => String(random.between(100_000, 2_147_483_647)),
    fee: [10, 24],
  }),
  network('ADA', 'Cardano', {
    explorer: 'https://cardanoscan.io/transaction/',
    address: (random) => cardanoAddress(random.bytes(28), random.bytes(28)),
    validator: (random) => cardanoPool(random.bytes(28)),
    fee: [165_325, 214_813],
  }),
  network('DOT', 'Polkadot', {
    explorer: 'https://polkadot.subscan.io/extrinsic/',
    address: (random) => ss58Address(random.bytes(32)),
    hash: prefixedHash,
    validator: (random) => ss58Address(random.bytes(32)),
    fee: [154_311_202, 187_904_616],
  }),
  network('ATOM', 'Cosmos Hub', {
    explorer: 'https://www.mintscan.io/cosmos/tx/',
    address: (random) => cosmosAddress(random.bytes(20)),
    hash: hashInCapitals,
    memo: (random) => String(random.between(100_000_000, 999_999_999)),
    validator: (random) => cosmosValidator(random.bytes(20)),
    fee: [1_802, 8_940],
  }),
  network('TRX', 'TRON', {
    explorer: 'https://tronscan.org/#/transaction/',
    address: (random) => tronAddress(random.bytes(20)),
    fee: [26_500, 4_342_833],
  }),
  network('XLM', 'Stellar', {
    explorer: 'https://stellar.expert/explorer/public/tx/',
    address: (random) => strkey('G', random.bytes(32)),
    memo: (random) => String(random.between(10_000_000, 4_294_967_295)),
    fee: [100, 7_020],
  }),
]

export type AssetProfile = ReturnType<typeof asset>

/** Yearly rewards of 2.9 % (ETH), 6.4 % (SOL), 2.4 % (ADA), 11.8 % (DOT), 15.5 % (ATOM). */
const hourlyRewards: Readonly<Record<string, bigint>> = {
  ETH: 3_310_502n,
  SOL: 7_305_936n,
  ADA: 2_739_726n,
  DOT: 13_470_320n,
  ATOM: 17_694_064n,
}

/** `plainDecimals`: those of an amount that people type. */
function asset(
  id: string,
  name: string,
  networkId: string,
  [decimals, plainDecimals]: readonly [number, number],
  typicalAmount: string,
  activity: number,
) {
  const network = networks.find((each) => each.id === networkId)
  if (network === undefined) throw new RangeError(`no such network: ${networkId}`)
  return {
    ...{ id, name, network, isNative: network.nativeAssetId === id, decimals, plainDecimals, activity },
    typicalAmount: toBaseUnits(typicalAmount, decimals),
    /** In trillionths (10^-12) of the stake; 0 where nothing is staked. */
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
  asset('ETH_ARB', 'Ether', 'ARB', [18, 4], '2.4', 3),
  asset('USDC_ARB', 'USD Coin', 'ARB', [6, 2], '12500', 4),
  asset('SOL', 'Solana', 'SOL', [9, 3], '110', 6),
  asset('XRP', 'XRP', 'XRP', [6, 2], '8800', 6),
  asset('ADA', 'Cardano', 'ADA', [6, 1], '21000', 3),
  asset('DOT', 'Polkadot', 'DOT', [10, 2], '1900', 3),
  asset('ATOM', 'Cosmos', 'ATOM', [6, 2], '1300', 2),
  asset('TRX', 'TRON', 'TRX', [6, 1], '28000', 2),
  asset('USDT_TRX', 'Tether USD', 'TRX', [6, 2], '17500', 10),
  asset('XLM', 'Stellar Lumens', 'XLM', [7, 2], '36000', 3),
]

export function assetById(id: string): AssetProfile {
  const found = assets.find((each) => each.id === id)
  if (found === undefined) throw new RangeError(`no such asset: ${id}`)
  return found
}
