import type { VaultType } from '../../contract/enumerations.ts'
import { type Asset, assetById } from './assets.ts'
import { toBaseUnits } from './decimals.ts'
import { type Random, randomFrom } from './prng.ts'
import { recordId } from './record-ids.ts'
import type { WhitelistKind } from './whitelist-outlines.ts'

/** Why a vault exists, which decides what it takes part in. */
export type VaultPurpose = 'treasury' | 'clients' | 'settlement' | 'staking' | 'payroll'

/** What a vault is meant to hold of one asset. */
export interface Aim {
  readonly asset: Asset
  /** In base units. Movements tend towards it, so that vaults neither run dry nor swell, however many there are. */
  readonly target: bigint
  /** Delegated once as a whole and left alone: nothing stays available. */
  readonly lockedUp: boolean
}

/** One vault of the demonstration, with its own addresses. */
export interface Vault {
  readonly id: string
  readonly name: string
  readonly type: VaultType
  readonly purpose: VaultPurpose
  readonly aims: readonly Aim[]
  /** How much happens in this vault, relative to the others. */
  readonly activity: number
  /** How many times larger than everyday its amounts are. */
  readonly scale: bigint
  /** Kinds of whitelists that it sends to. */
  readonly sendsTo: readonly WhitelistKind[]
  /** Its own addresses by network id, stable through the books: one, or a few on Bitcoin. */
  readonly addresses: ReadonlyMap<string, readonly string[]>
}

type Outline = readonly [
  name: string,
  type: VaultType,
  purpose: VaultPurpose,
  activity: number,
  scale: bigint,
  targets: Readonly<Record<string, string | { readonly lockedUp: string }>>,
]

const outlines: readonly Outline[] = [
  [
    'Treasury Cold 1',
    'cold',
    'treasury',
    2,
    12n,
    { BTC: '1850', ETH: '14000', USDC_ETH: '24000000', USDT_ETH: '18000000' },
  ],
  [
    'Treasury Cold 2',
    'cold',
    'treasury',
    2,
    10n,
    {
      BTC: '920',
      ETH: '2400',
      LINK_ETH: '240000',
      SOL: '180000',
      XRP: '12000000',
      ADA: '9000000',
      DOT: { lockedUp: '650000' },
    },
  ],
  [
    'Client Omnibus Cold 1',
    'cold',
    'clients',
    3,
    12n,
    { BTC: '3100', ETH: '22000', USDT_ETH: '41000000', USDC_ETH: '35000000', LINK_ETH: '410000' },
  ],
  [
    'Client Omnibus Cold 2',
    'cold',
    'clients',
    3,
    12n,
    {
      SOL: '260000',
      XRP: '21000000',
      TRX: '8000000',
      USDT_TRX: '26000000',
      XLM: '30000000',
      ADA: '14000000',
      ATOM: '160000',
    },
  ],
  ['Bitcoin Reserve Cold', 'cold', 'treasury', 1, 25n, { BTC: '2400' }],
  ['Staking Cold – ETH', 'cold', 'staking', 1.5, 8n, { ETH: '19200' }],
  ['Staking Cold – ADA', 'cold', 'staking', 1.5, 20n, { ADA: '11000000' }],
  ['Staking Cold – DOT & ATOM', 'cold', 'staking', 1.5, 12n, { DOT: '900000', ATOM: '420000' }],
  [
    'Client Omnibus Warm',
    'warm',
    'clients',
    30,
    1n,
    {
      BTC: '62',
      ETH: '780',
      USDT_ETH: '3200000',
      USDC_ETH: '2900000',
      LINK_ETH: '14000',
      SOL: '9000',
      USDC_SOL: '900000',
      XRP: '850000',
      ADA: '600000',
      DOT: '24000',
      ATOM: '18000',
      TRX: '600000',
      USDT_TRX: '2400000',
      XLM: '1600000',
    },
  ],
  [
    'Settlement Warm',
    'warm',
    'settlement',
    24,
    2n,
    {
      BTC: '38',
      ETH: '260',
      USDT_ETH: '4100000',
      USDC_ETH: '4500000',
      ETH_ARB: '90',
      USDC_ARB: '1400000',
      POL: '60000',
      USDC_POL: '700000',
      SOL: '2500',
      USDC_SOL: '800000',
      TRX: '250000',
      USDT_TRX: '1800000',
    },
  ],
  [
    'OTC Desk Warm',
    'warm',
    'settlement',
    16,
    4n,
    { BTC: '45', ETH: '420', USDT_ETH: '2800000', USDC_ETH: '3600000', SOL: '6500', XRP: '600000' },
  ],
  [
    'Treasury Operations Warm',
    'warm',
    'treasury',
    8,
    1n,
    {
      BTC: '9',
      ETH: '75',
      ETH_ARB: '40',
      USDC_ARB: '520000',
      POL: '38000',
      USDC_POL: '260000',
      ADA: '310000',
      DOT: '11000',
      XLM: '700000',
    },
  ],
  ['Staking Warm – SOL', 'warm', 'staking', 1.5, 10n, { SOL: '48000' }],
  [
    'Payroll & Vendors Warm',
    'warm',
    'payroll',
    6,
    1n,
    { ETH: '12', USDC_ETH: '650000', POL: '9000', USDC_POL: '380000', XLM: '240000' },
  ],
]

const sendsTo: Readonly<Record<VaultPurpose, readonly WhitelistKind[]>> = {
  treasury: ['exchange', 'fund', 'vendor'],
  clients: ['client', 'exchange'],
  settlement: ['exchange', 'desk', 'client'],
  staking: [],
  payroll: ['payroll', 'vendor'],
}

/** The vaults of the books that belong to a seed. */
export function buildVaults(seed: number): readonly Vault[] {
  return outlines.map(([name, type, purpose, activity, scale, targets]) => {
    const aims = Object.entries(targets).map(([assetId, target]) => readAim(assetById(assetId), target))
    return {
      id: recordId(randomFrom(seed, `vault/${name}`), 'vlt'),
      name,
      type,
      purpose,
      aims,
      activity,
      scale,
      sendsTo: sendsTo[purpose],
      addresses: new Map(
        aims.map(({ asset: { network } }) => {
          const random = randomFrom(seed, `vault/${name}/${network.id}`)
          return [network.id, Array.from({ length: network.ownAddresses }, () => network.ownAddress(random))]
        }),
      ),
    }
  })
}

/** One of the vault's own addresses on a network. */
export function vaultAddress(random: Random, vault: Vault, networkId: string): string {
  const addresses = vault.addresses.get(networkId)
  if (addresses === undefined) throw new RangeError(`${vault.name} has no address on ${networkId}`)
  return random.pick(addresses)
}

function readAim(asset: Asset, target: string | { readonly lockedUp: string }): Aim {
  const lockedUp = typeof target === 'object'
  return { asset, lockedUp, target: toBaseUnits(lockedUp ? target.lockedUp : target, asset.decimals) }
}
