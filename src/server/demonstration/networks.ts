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
import { solanaAddress } from '../../chains/solana.ts'
import { strkey } from '../../chains/stellar.ts'
import { tronAddress } from '../../chains/tron.ts'
import { xrpAddress } from '../../chains/xrp.ts'
import type { Random } from './prng.ts'

/** Lowest and highest of an even draw. */
type Range = readonly [min: number, max: number]

/** A network as the demonstration knows it: how it writes addresses and hashes, and what a transaction on it costs. */
export interface Network {
  readonly id: string
  readonly name: string
  /** Id of the asset in which the network takes its fees. */
  readonly nativeAssetId: string
  /** Networks of one family use the same addresses: an exchange gives one for all that run the EVM. */
  readonly family: string
  readonly explorer: string
  address(random: Random): string
  /** The address to which a vault's own coins come, where that is of one kind only. */
  ownAddress(random: Random): string
  /** How many own addresses a vault has. */
  readonly ownAddresses: number
  hash(random: Random): string
  /** A memo such as an exchange asks for beside its address; none where the network has no memos. */
  memo?(random: Random): string
  /** The address of a validator or stake pool, where the demonstration stakes. */
  validator?(random: Random): string
  /** Fee = size × price, in base units of the native asset: gas and its price, virtual bytes and theirs. */
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
} as const satisfies Record<string, Network>

export type NetworkId = keyof typeof catalogue

/** Every network of the demonstration, by id. */
export const networks: Readonly<Record<NetworkId, Network>> = catalogue

/** What a transaction costs on a network, in base units of its native asset. */
export function drawFee(random: Random, network: Network, isToken: boolean): bigint {
  const [minSize, maxSize] = isToken ? network.fee.tokenSize : network.fee.size
  const [minPrice, maxPrice] = network.fee.price
  const size = BigInt(random.between(minSize, maxSize))
  // The cheaper of two: quiet hours are more frequent than crowded ones.
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
