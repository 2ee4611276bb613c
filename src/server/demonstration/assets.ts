import { toBaseUnits } from './decimals.ts'
import { type Network, type NetworkId, networks } from './networks.ts'

/** One asset on one network, with what the demonstration needs to draw believable amounts of it. */
export interface Asset {
  readonly id: string
  readonly name: string
  readonly network: Network
  /** True where the network takes its fees in this asset. */
  readonly isNative: boolean
  /** The asset's true number of decimals. */
  readonly decimals: number
  /** How many decimals people write when they mean a plain amount. */
  readonly plainDecimals: number
  /** An everyday amount, in base units. */
  readonly typicalAmount: bigint
  /** How much happens in this asset, relative to the others. */
  readonly activity: number
  /** What staking earns in an hour, in trillionths (10^-12) of what is staked; 0 where nothing is staked. */
  readonly hourlyReward: bigint
}

/** What the demonstration stakes: yearly rewards of 2.9 % (ETH), 6.4 % (SOL), 2.4 % (ADA), 11.8 % (DOT), 15.5 % (ATOM). */
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
): Asset {
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

/** Every asset of the demonstration. One asset has the same name on all its networks. */
export const assets: readonly Asset[] = [
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

/** The asset of that id; throws where the demonstration has none. */
export function assetById(id: string): Asset {
  const found = byId.get(id)
  if (found === undefined) throw new RangeError(`no such asset: ${id}`)
  return found
}
