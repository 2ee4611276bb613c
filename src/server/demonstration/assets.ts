import { base58 } from '@scure/base'
import { shelleyAddress } from '../../chains/cardano.ts'
import { encodeBase58check, encodeBech32, encodeSegwit } from '../../chains/encoding.ts'
import { evmAddress, evmValidatorKey } from '../../chains/evm.ts'
import { ss58Address } from '../../chains/polkadot.ts'
import { tronAddress } from '../../chains/single-chains.ts'
import { strkey } from '../../chains/stellar.ts'
import { xrpAddress } from '../../chains/xrp.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import type { Random } from './prng.ts'

type Draw = (random: Random) => string

export interface NetworkProfile {
  readonly id: string
  readonly name: string
  /** Networks of one family share addresses. */
  readonly family: string
  readonly explorer: string
  /** From and to, in base units of the native asset. Tokens cost three times as much. */
  readonly fee: readonly [min: number, max: number]
  readonly address: Draw
  readonly hash: Draw
  readonly memo?: Draw
  readonly validator?: Draw
}

function network(
  id: string,
  name: string,
  explorer: string,
  fee: NetworkProfile['fee'],
  rest: Pick<NetworkProfile, 'address'> & Partial<NetworkProfile>,
): NetworkProfile {
  return { id, name, explorer, fee, family: id, hash: (random) => random.hex(32), ...rest }
}

/** An address of so many bytes. */
function drawn(bytes: number, encode: (bytes: Uint8Array) => string): Draw {
  return (random) => encode(random.bytes(bytes))
}

const number =
  (min: number, max: number): Draw =>
  (random) =>
    String(random.between(min, max))
const prefixedHash: Draw = (random) => `0x${random.hex(32)}`
const capitalHash: Draw = (random) => random.hex(32).toUpperCase()
const evm = { family: 'EVM', address: drawn(20, evmAddress), hash: prefixedHash }
const bitcoinAddresses = [
  drawn(20, (hash) => encodeSegwit('bc', 0, hash)),
  drawn(32, (key) => encodeSegwit('bc', 1, key)),
  ...[0x00, 0x05].map((version) => drawn(20, (hash) => encodeBase58check([version], hash))),
]

export const networks: readonly NetworkProfile[] = [
  network('BTC', 'Bitcoin', 'https://mempool.space/tx/', [282, 14_280], {
    address: (random) => random.pick(bitcoinAddresses)(random),
  }),
  network('ETH', 'Ethereum', 'https://etherscan.io/tx/', [6_510_000_000_000, 312_900_000_000_000], {
    ...evm,
    validator: drawn(48, evmValidatorKey),
  }),
  network('ARB', 'Arbitrum One', 'https://arbiscan.io/tx/', [214_120_000_000, 2_167_160_000_000], evm),
  network('SOL', 'Solana', 'https://solscan.io/tx/', [5_000, 96_000], {
    address: drawn(32, base58.encode),
    hash: drawn(64, base58.encode),
    validator: drawn(32, base58.encode),
  }),
  network('XRP', 'XRP Ledger', 'https://xrpscan.com/tx/', [10, 24], {
    address: drawn(20, xrpAddress),
    hash: capitalHash,
    memo: number(100_000, 2_147_483_647),
  }),
  network('ADA', 'Cardano', 'https://cardanoscan.io/transaction/', [165_325, 214_813], {
    address: drawn(56, (hashes) => shelleyAddress('addr', 0x01, hashes)),
    validator: drawn(28, (hash) => encodeBech32('pool', hash)),
  }),
  network('DOT', 'Polkadot', 'https://polkadot.subscan.io/extrinsic/', [154_311_202, 187_904_616], {
    address: drawn(32, ss58Address),
    hash: prefixedHash,
    validator: drawn(32, ss58Address),
  }),
  network('ATOM', 'Cosmos Hub', 'https://www.mintscan.io/cosmos/tx/', [1_802, 8_940], {
    address: drawn(20, (account) => encodeBech32('cosmos', account)),
    hash: capitalHash,
    memo: number(100_000_000, 999_999_999),
    validator: drawn(20, (account) => encodeBech32('cosmosvaloper', account)),
  }),
  network('TRX', 'TRON', 'https://tronscan.org/#/transaction/', [26_500, 4_342_833], {
    address: drawn(20, tronAddress),
  }),
  network('XLM', 'Stellar', 'https://stellar.expert/explorer/public/tx/', [100, 7_020], {
    address: drawn(32, (key) => strkey('G', key)),
    memo: number(10_000_000, 4_294_967_295),
  }),
]

export type AssetProfile = ReturnType<typeof asset>

/** `activity`: how often it moves. `hourlyReward`: trillionths (10^-12) of the stake; 0 where nothing is staked. */
function asset(
  id: string,
  name: string,
  networkId: string,
  decimals: number,
  activity: number,
  hourlyReward = 0n,
) {
  const network = networks.find((each) => each.id === networkId)
  if (network === undefined) throw new RangeError(`no such network: ${networkId}`)
  return { id, name, network, decimals, activity, hourlyReward, isNative: feeAssetOf(networkId) === id }
}

/** Yearly rewards of 2.9 % (ETH), 6.4 % (SOL), 2.4 % (ADA), 11.8 % (DOT), 15.5 % (ATOM). */
export const assets: readonly AssetProfile[] = [
  asset('BTC', 'Bitcoin', 'BTC', 8, 16),
  asset('ETH', 'Ether', 'ETH', 18, 14, 3_310_502n),
  asset('USDT_ETH', 'Tether USD', 'ETH', 6, 13),
  asset('USDC_ETH', 'USD Coin', 'ETH', 6, 13),
  asset('ETH_ARB', 'Ether', 'ARB', 18, 3),
  asset('USDC_ARB', 'USD Coin', 'ARB', 6, 4),
  asset('SOL', 'Solana', 'SOL', 9, 6, 7_305_936n),
  asset('XRP', 'XRP', 'XRP', 6, 6),
  asset('ADA', 'Cardano', 'ADA', 6, 3, 2_739_726n),
  asset('DOT', 'Polkadot', 'DOT', 10, 3, 13_470_320n),
  asset('ATOM', 'Cosmos', 'ATOM', 6, 2, 17_694_064n),
  asset('TRX', 'TRON', 'TRX', 6, 2),
  asset('USDT_TRX', 'Tether USD', 'TRX', 6, 10),
  asset('XLM', 'Stellar Lumens', 'XLM', 7, 3),
]

export function assetById(id: string | null): AssetProfile {
  const asset = assets.find((each) => each.id === id)
  if (asset === undefined) throw new RangeError(`no such asset: ${id}`)
  return asset
}
