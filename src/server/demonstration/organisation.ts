import type { VaultType } from '../../contract/enumerations.ts'
import { type AssetProfile, assetById, assets, type NetworkProfile, networks, toBaseUnits } from './assets.ts'
import { type Random, randomFrom, recordId } from './prng.ts'
import {
  buildWhitelists,
  type WhitelistAddress,
  type WhitelistKind,
  type WhitelistProfile,
} from './whitelists.ts'

export interface Organisation {
  readonly vaults: readonly VaultProfile[]
  readonly whitelists: readonly WhitelistProfile[]
  whitelisted(asset: AssetProfile): readonly WhitelistAddress[]
  validators(network: NetworkProfile): readonly Validator[]
  outsider(random: Random, network: NetworkProfile): string
}

type VaultPurpose = 'treasury' | 'clients' | 'settlement' | 'staking' | 'payroll'

export interface VaultProfile {
  readonly id: string
  readonly name: string
  readonly type: VaultType
  readonly purpose: VaultPurpose
  /** In base units. */
  readonly aims: readonly {
    readonly asset: AssetProfile
    readonly target: bigint
    readonly isLockedUp: boolean
  }[]
  readonly activity: number
  readonly scale: bigint
  readonly sendsTo: readonly WhitelistKind[]
  /** By network id. A Bitcoin vault may have several. */
  readonly addresses: ReadonlyMap<string, readonly string[]>
}

/** On Cardano, a stake pool. */
export interface Validator {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly type: 'validator' | 'stake pool'
}

export function buildOrganisation(seed: number): Organisation {
  const whitelists = buildWhitelists(seed)
  const entries = whitelists.flatMap((whitelist) => whitelist.addresses)
  const byAsset = new Map(assets.map((asset) => [asset, entries.filter((entry) => entry.asset === asset)]))
  const validators = new Map(Object.keys(validatorNames).map((id) => [id, buildValidators(seed, id)]))
  return {
    vaults: vaults.map((build) => build(seed)),
    whitelists,
    whitelisted: (asset) => byAsset.get(asset) ?? [],
    validators: ({ id }) => validators.get(id) ?? [],
    outsider: outsiders(seed),
  }
}

export function vaultAddress(random: Random, { name, addresses }: VaultProfile, networkId: string): string {
  const own = addresses.get(networkId)
  if (own === undefined) throw new RangeError(`${name} has no address on ${networkId}`)
  return random.pick(own)
}

const sendsTo: Readonly<Record<VaultPurpose, readonly WhitelistKind[]>> = {
  treasury: ['exchange', 'fund', 'vendor'],
  clients: ['client', 'exchange'],
  settlement: ['exchange', 'desk', 'client'],
  staking: [],
  payroll: ['payroll', 'vendor'],
}

/** Per vault, such as "BTC 62, DOT 24000 locked". */
const targets: Readonly<Record<string, string>> = {
  'Treasury Cold 1': 'BTC 1850, ETH 14000, USDC_ETH 24000000, USDT_ETH 18000000',
  'Treasury Cold 2':
    'BTC 920, ETH 2400, LINK_ETH 240000, SOL 180000, XRP 12000000, ADA 9000000, DOT 650000 locked',
  'Client Omnibus Cold 1': 'BTC 3100, ETH 22000, USDT_ETH 41000000, USDC_ETH 35000000, LINK_ETH 410000',
  'Client Omnibus Cold 2':
    'SOL 260000, XRP 21000000, TRX 8000000, USDT_TRX 26000000, XLM 30000000, ADA 14000000, ATOM 160000',
  'Bitcoin Reserve Cold': 'BTC 2400',
  'Staking Cold – ETH': 'ETH 19200',
  'Staking Cold – ADA': 'ADA 11000000',
  'Staking Cold – DOT & ATOM': 'DOT 900000, ATOM 420000',
  'Client Omnibus Warm':
    'BTC 62, ETH 780, USDT_ETH 3200000, USDC_ETH 2900000, LINK_ETH 14000, SOL 9000, USDC_SOL 900000, ' +
    'XRP 850000, ADA 600000, DOT 24000, ATOM 18000, TRX 600000, USDT_TRX 2400000, XLM 1600000',
  'Settlement Warm':
    'BTC 38, ETH 260, USDT_ETH 4100000, USDC_ETH 4500000, ETH_ARB 90, USDC_ARB 1400000, POL 60000, ' +
    'USDC_POL 700000, SOL 2500, USDC_SOL 800000, TRX 250000, USDT_TRX 1800000',
  'OTC Desk Warm': 'BTC 45, ETH 420, USDT_ETH 2800000, USDC_ETH 3600000, SOL 6500, XRP 600000',
  'Treasury Operations Warm':
    'BTC 9, ETH 75, ETH_ARB 40, USDC_ARB 520000, POL 38000, USDC_POL 260000, ADA 310000, DOT 11000, XLM 700000',
  'Staking Warm – SOL': 'SOL 48000',
  'Payroll & Vendors Warm': 'ETH 12, USDC_ETH 650000, POL 9000, USDC_POL 380000, XLM 240000',
}

const vaults = [
  vault('Treasury Cold 1', 'cold', 'treasury', 2, 12n),
  vault('Treasury Cold 2', 'cold', 'treasury', 2, 10n),
  vault('Client Omnibus Cold 1', 'cold', 'clients', 3, 12n),
  vault('Client Omnibus Cold 2', 'cold', 'clients', 3, 12n),
  vault('Bitcoin Reserve Cold', 'cold', 'treasury', 1, 25n),
  vault('Staking Cold – ETH', 'cold', 'staking', 1.5, 8n),
  vault('Staking Cold – ADA', 'cold', 'staking', 1.5, 20n),
  vault('Staking Cold – DOT & ATOM', 'cold', 'staking', 1.5, 12n),
  vault('Client Omnibus Warm', 'warm', 'clients', 30, 1n),
  vault('Settlement Warm', 'warm', 'settlement', 24, 2n),
  vault('OTC Desk Warm', 'warm', 'settlement', 16, 4n),
  vault('Treasury Operations Warm', 'warm', 'treasury', 8, 1n),
  vault('Staking Warm – SOL', 'warm', 'staking', 1.5, 10n),
  vault('Payroll & Vendors Warm', 'warm', 'payroll', 6, 1n),
]

function vault(
  name: string,
  type: VaultType,
  purpose: VaultPurpose,
  activity: number,
  scale: bigint,
): (seed: number) => VaultProfile {
  const aims = (targets[name] ?? '').split(', ').map((text) => {
    const [assetId = '', amount = '', locked] = text.split(' ')
    const asset = assetById(assetId)
    return { asset, target: toBaseUnits(amount, asset.decimals), isLockedUp: locked === 'locked' }
  })
  return (seed) => ({
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
  })
}

/** On Ethereum an operator runs many validators, each with its own key. */
const ethereumOperators = ['Northwind Staking', 'Blockhelm', 'Attestra', 'Quorum Peak']

const validatorNames: Readonly<Record<string, readonly string[]>> = {
  ETH: Array.from({ length: 48 }, (_, index) => {
    const operator = ethereumOperators[index % ethereumOperators.length]
    return `${operator} ${String(1 + Math.floor(index / ethereumOperators.length)).padStart(2, '0')}`
  }),
  SOL: ['Northwind Staking', 'Helio Validator', 'Lanternfish', 'Blockhelm', 'Epoch Nine'],
  ADA: ['[FJORD] Fjord Stake Pool', '[OLIVE] Olive Grove', '[KOBE] 神戸プール', '[LYNX] Lynx Pool'],
  DOT: ['Northwind Staking', 'Paralight', 'Relayhaus', 'Dotwright'],
  ATOM: ['Blockhelm', 'Cosmonaut Collective', 'Interchain Orchard', 'Attestra'],
}

function buildValidators(seed: number, networkId: string): readonly Validator[] {
  const { validator } = networks.find(({ id }) => id === networkId) ?? {}
  if (validator === undefined) throw new RangeError(`nobody validates ${networkId}`)
  const random = randomFrom(seed, `validators/${networkId}`)
  const isPool = networkId === 'ADA'
  return (validatorNames[networkId] ?? []).map((name) => ({
    id: recordId(random, isPool ? 'spl' : 'vld'),
    name,
    address: validator(random),
    type: isPool ? 'stake pool' : 'validator',
  }))
}

const crowd = 1500

/** Each stranger has a random source of its own, so that an address does not depend on earlier ones. */
function outsiders(seed: number): Organisation['outsider'] {
  const met = new Map<string, string>()
  return (random, network) => {
    // Drawn twice: low numbers are regular customers.
    const key = `outsider/${network.id}/${random.below(random.below(crowd) + 1)}`
    const known = met.get(key)
    if (known !== undefined) return known
    const address = network.address(randomFrom(seed, key))
    met.set(key, address)
    return address
  }
}
