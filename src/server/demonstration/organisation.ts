import type { VaultType } from '../../contract/enumerations.ts'
import { type AssetProfile, assetById, assets, type NetworkProfile, networks, toBaseUnits } from './assets.ts'
import { type Random, randomFrom, recordId } from './prng.ts'
import { buildWhitelists, type WhitelistKind } from './whitelists.ts'

export type Organisation = ReturnType<typeof buildOrganisation>

type VaultPurpose = 'treasury' | 'clients' | 'settlement' | 'staking' | 'payroll'

export type VaultProfile = ReturnType<typeof buildVault>

/** On Cardano, a stake pool. */
export interface Validator {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly type: 'validator' | 'stake pool'
}

export function buildOrganisation(seed: number) {
  const whitelists = buildWhitelists(seed)
  const entries = whitelists.flatMap(({ addresses }) => addresses)
  const byAsset = new Map(assets.map((asset) => [asset, entries.filter((entry) => entry.asset === asset)]))
  const validators = new Map(networks.map((network) => [network, buildValidators(seed, network)]))
  /** Each stranger has a random source of its own, so that an address does not depend on earlier ones. */
  const strangers = new Map<string, string>()
  return {
    vaults: vaults.map((outline) => buildVault(seed, outline)),
    whitelists,
    whitelisted: (asset: AssetProfile) => byAsset.get(asset) ?? [],
    validators: (network: NetworkProfile) => validators.get(network) ?? [],
    outsider(random: Random, network: NetworkProfile): string {
      // Drawn twice: low numbers are regular customers.
      const key = `outsider/${network.id}/${random.below(random.below(1500) + 1)}`
      const address = strangers.get(key) ?? network.address(randomFrom(seed, key))
      strangers.set(key, address)
      return address
    },
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
  payroll: ['vendor'],
}

/** At its end what it aims to hold. */
type VaultOutline = readonly [string, VaultType, VaultPurpose, activity: number, scale: bigint, string]

const vaults: readonly VaultOutline[] = [
  [
    ...(['Treasury Cold', 'cold', 'treasury', 4, 12n] as const),
    'BTC 1850, ETH 14000, USDC_ETH 24000000, USDT_ETH 18000000, SOL 180000, XRP 12000000',
  ],
  [
    ...(['Client Omnibus Cold', 'cold', 'clients', 4, 12n] as const),
    'BTC 3100, ETH 22000, USDT_ETH 41000000, USDC_ETH 35000000, USDT_TRX 26000000, TRX 8000000, XLM 30000000',
  ],
  ['Staking Cold – ETH', 'cold', 'staking', 1.5, 8n, 'ETH 19200'],
  ['Staking Cold – ADA', 'cold', 'staking', 1.5, 20n, 'ADA 11000000'],
  ['Staking Cold – DOT & ATOM', 'cold', 'staking', 1.5, 12n, 'DOT 900000, ATOM 420000'],
  [
    ...(['Client Omnibus Warm', 'warm', 'clients', 30, 1n] as const),
    'BTC 62, ETH 780, USDT_ETH 3200000, USDC_ETH 2900000, SOL 9000, XRP 850000, ADA 600000, DOT 24000, ' +
      'ATOM 18000, TRX 600000, USDT_TRX 2400000, XLM 1600000',
  ],
  [
    ...(['Settlement Warm', 'warm', 'settlement', 36, 2n] as const),
    'BTC 83, ETH 680, USDT_ETH 6900000, USDC_ETH 8100000, ETH_ARB 130, USDC_ARB 1900000, SOL 9000, XRP 600000, ' +
      'TRX 250000, USDT_TRX 1800000',
  ],
  ['Staking Warm – SOL', 'warm', 'staking', 1.5, 10n, 'SOL 48000'],
  ['Payroll & Vendors Warm', 'warm', 'payroll', 8, 1n, 'ETH 12, USDC_ETH 650000, XLM 240000'],
]

function buildVault(seed: number, [name, type, purpose, activity, scale, targets]: VaultOutline) {
  // In base units.
  const aims = targets.split(', ').map((text) => {
    const [assetId = '', amount = ''] = text.split(' ')
    const asset = assetById(assetId)
    return { asset, target: toBaseUnits(amount, asset.decimals) }
  })
  const addresses = aims.map(({ asset: { network } }) => {
    const random = randomFrom(seed, `vault/${name}/${network.id}`)
    const length = network.id === 'BTC' ? 5 : 1
    return [network.id, Array.from({ length }, () => network.address(random))] as const
  })
  const id = recordId(randomFrom(seed, `vault/${name}`), 'vlt')
  const own = { id, name, type, purpose, aims, activity, scale, sendsTo: sendsTo[purpose] }
  /** By network id. A Bitcoin vault has several. */
  return { ...own, addresses: new Map(addresses) }
}

/** Enough that a stake pool can be changed. */
const operators = ['Northwind Staking', 'Blockhelm', 'Attestra', 'Lanternfish']

function buildValidators(seed: number, { id, validator }: NetworkProfile): readonly Validator[] {
  if (validator === undefined) return []
  const random = randomFrom(seed, `validators/${id}`)
  const isPool = id === 'ADA'
  return operators.map((name) => ({
    id: recordId(random, isPool ? 'spl' : 'vld'),
    name: isPool ? `[${name.slice(0, 5).toUpperCase()}] ${name}` : name,
    address: validator(random),
    type: isPool ? 'stake pool' : 'validator',
  }))
}
