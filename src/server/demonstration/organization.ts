import { powerOfTen } from '../../contract/decimal.ts'
import type { VaultType, WhitelistType } from '../../contract/enumerations.ts'
import { type AssetProfile, assetById, type NetworkProfile, networks } from './assets.ts'
import { plantedEntries, twins } from './planted.ts'
import { type Random, randomFrom, recordId } from './prng.ts'

export type Organization = ReturnType<typeof buildOrganization>

export type VaultProfile = ReturnType<typeof buildVault>

interface WhitelistProfile {
  readonly id: string
  readonly name: string
  readonly type: WhitelistType
  readonly kind: WhitelistKind
}

export interface WhitelistEntry {
  readonly whitelist: WhitelistProfile
  readonly asset: AssetProfile
  readonly address: string
  readonly memo: string
}

/** On Cardano, a stake pool. */
export interface Validator {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly type: 'validator' | 'stake pool'
}

export function buildOrganization(seed: number) {
  const whitelists = buildWhitelists(seed)
  const entries = whitelists.flatMap((whitelist) => whitelist.entries)
  const validators = new Map(networks.map((network) => [network, buildValidators(seed, network)]))
  const strangers = new Map<string, string>()
  return {
    vaults: vaults.map((outline) => buildVault(seed, outline)),
    whitelists,
    listed: (asset: AssetProfile, kinds: readonly WhitelistKind[]) =>
      entries.filter((entry) => entry.asset === asset && kinds.includes(entry.whitelist.kind)),
    isListed: (asset: AssetProfile, address: string) =>
      entries.some((entry) => entry.asset === asset && entry.address === address),
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

/** Decides which vaults pay to a whitelist and are paid from it. An idle one neither sends nor receives. */
type WhitelistKind = 'exchange' | 'fund' | 'desk' | 'client' | 'vendor' | 'idle'

export const ownKinds: readonly WhitelistKind[] = ['exchange', 'fund']

export const partners: Readonly<
  Record<VaultPurpose, Readonly<Record<'payees' | 'payers', readonly WhitelistKind[]>>>
> = {
  treasury: { payees: ['exchange', 'fund', 'vendor'], payers: ownKinds },
  clients: { payees: ['client', 'exchange'], payers: [...ownKinds, 'client'] },
  settlement: { payees: ['exchange', 'desk', 'client'], payers: [...ownKinds, 'desk', 'client'] },
  staking: { payees: [], payers: ownKinds },
  payroll: { payees: ['vendor'], payers: ownKinds },
}

/** Of each vault: what it aims to hold. An asset that pays the fees of others comes before them. */
const vaults: readonly (readonly [string, VaultType, VaultPurpose, activity: number, aims: string])[] = [
  [
    ...(['Treasury Cold', 'cold', 'treasury', 4] as const),
    'BTC 1850, ETH 14000, USDC_ETH 24000000, USDT_ETH 18000000, SOL 180000, XRP 12000000',
  ],
  [
    ...(['Client Omnibus Cold', 'cold', 'clients', 4] as const),
    'BTC 3100, ETH 22000, USDT_ETH 41000000, USDC_ETH 35000000, TRX 8000000, USDT_TRX 26000000, XLM 30000000',
  ],
  ['Staking Cold – ETH', 'cold', 'staking', 1, 'ETH 19200'],
  ['Staking Cold – ADA', 'cold', 'staking', 1, 'ADA 11000000'],
  ['Staking Cold – DOT & ATOM', 'cold', 'staking', 1, 'DOT 900000, ATOM 420000'],
  [
    ...(['Client Omnibus Warm', 'warm', 'clients', 30] as const),
    'BTC 62, ETH 780, USDT_ETH 3200000, USDC_ETH 2900000, SOL 9000, XRP 850000, ADA 600000, DOT 24000, ' +
      'ATOM 18000, TRX 600000, USDT_TRX 2400000, XLM 1600000',
  ],
  [
    ...(['Settlement Warm', 'warm', 'settlement', 36] as const),
    'BTC 83, ETH 680, USDT_ETH 6900000, USDC_ETH 8100000, ETH_ARB 130, USDC_ARB 1900000, SOL 9000, XRP 600000, ' +
      'TRX 250000, USDT_TRX 1800000',
  ],
  ['Staking Warm – SOL', 'warm', 'staking', 1, 'SOL 48000'],
  ['Payroll & Vendors Warm', 'warm', 'payroll', 8, 'ETH 12, USDC_ETH 650000, XLM 240000'],
]

type VaultPurpose = 'treasury' | 'clients' | 'settlement' | 'staking' | 'payroll'

function buildVault(seed: number, [name, type, purpose, activity, aims]: (typeof vaults)[number]) {
  const id = recordId(randomFrom(seed, `vault/${name}`), 'vlt')
  return {
    ...{ id, name, type, purpose, activity },
    aims: aims.split(', ').map((text) => {
      const [assetId = '', amount = ''] = text.split(' ')
      const asset = assetById(assetId)
      const random = randomFrom(seed, `vault/${name}/${asset.network.id}`)
      // A Bitcoin vault has several addresses.
      const addresses = Array.from({ length: assetId === 'BTC' ? 5 : 1 }, () => asset.network.address(random))
      return { asset, target: BigInt(amount) * powerOfTen(asset.decimals), addresses }
    }),
  }
}

/**
 * The assets of each; one that is named twice gets two addresses. People and small firms are invented. Like vaults and assets, as many as no
 * service cuts its lists at: no multiple of five, no power of two.
 */
const regularWhitelists: readonly (readonly [name: string, assets: string, kind: WhitelistKind])[] = [
  ['Kraken – Settlement', 'BTC ETH USDT_ETH USDC_ETH XRP XLM', 'exchange'],
  ['Kraken – Treasury', 'BTC XRP ADA DOT ATOM SOL', 'exchange'],
  ['Coinbase Prime – Trading', 'BTC ETH USDC_ETH USDC_ARB ETH_ARB SOL', 'exchange'],
  ['Coinbase Prime – Staking rewards', 'ETH ATOM ADA', 'exchange'],
  ['Bitstamp – EUR off-ramp', 'BTC XRP XLM', 'exchange'],
  ['Bitfinex – Margin collateral', 'USDT_ETH USDT_TRX TRX', 'exchange'],
  ['LMAX Digital – Collateral', 'BTC ETH', 'exchange'],
  ['SFOX – Liquidity', 'BTC ETH', 'exchange'],
  ['Group Treasury Zürich', 'BTC ETH USDC_ETH', 'fund'],
  ['Group Treasury Singapore', 'BTC USDT_ETH USDT_TRX', 'fund'],
  ['Legacy custodian – migration', 'BTC ETH SOL ADA DOT ATOM', 'fund'],
  ['Disaster recovery – sealed wallets', 'BTC ETH SOL XRP', 'fund'],
  ['Own bank – tokenised deposits', 'USDC_ARB', 'fund'],
  ['Gas station – EVM', 'ETH ETH_ARB', 'fund'],
  ['Aldermoor OTC', 'BTC ETH USDT_ETH', 'desk'],
  ['Brightwater Market Making', 'BTC ETH SOL USDC_ARB USDT_ETH', 'desk'],
  ['Cormorant Trading', 'ETH USDC_ETH ETH_ARB USDC_ARB', 'desk'],
  ['Halcyon Block Desk', 'BTC USDT_ETH USDT_TRX', 'desk'],
  ['Kestrel Liquidity', 'SOL XRP', 'desk'],
  ['Nordhavn OTC', 'BTC USDC_ETH XRP XLM', 'desk'],
  ['東京デジタル証券 OTC', 'BTC ETH XRP', 'desk'],
  ['Sete Mares Câmbio', 'USDT_TRX BTC', 'desk'],
  ['Arbour Family Office', 'BTC ETH', 'client'],
  ['Castellan Pension Fund', 'BTC ETH ADA DOT', 'client'],
  ['Deltaquist AG', 'BTC ETH', 'client'],
  ['Ferncliff Capital', 'ETH USDC_ETH USDT_ETH ATOM', 'client'],
  ['Grupo Aurora', 'USDT_TRX TRX', 'client'],
  ['Jasmine Payments', 'USDT_TRX TRX XLM XRP', 'client'],
  ['Lindqvist & Söner', 'BTC ADA', 'client'],
  ['Maison Verlaine', 'ETH USDT_ETH', 'client'],
  ['Polaris Validators Fund', 'SOL ATOM DOT ADA', 'client'],
  ['Port Meridian Trust', 'BTC BTC USDT_TRX USDT_TRX', 'client'],
  ['Saguaro Ventures', 'SOL ETH USDC_ARB', 'client'],
  ['شركة الواحة للاستثمار', 'BTC USDT_TRX USDT_ETH', 'client'],
  ['한빛 자산운용', 'BTC ETH XRP', 'client'],
  ['Ironbark Cloud', 'USDC_ETH', 'vendor'],
  ['Meridian Audit LLP', 'USDC_ETH', 'vendor'],
  ['Quillon Data Feeds', 'XLM', 'vendor'],
  ['Payroll – Contractors EMEA', 'USDC_ETH USDC_ETH XLM', 'vendor'],
  ['Payroll – Contractors LATAM', 'USDC_ETH USDC_ETH', 'vendor'],
  ['Payroll – Contractors APAC', 'USDC_ETH XLM XLM', 'vendor'],
]

function buildWhitelists(seed: number) {
  const built = new Map<string, WhitelistProfile & { readonly entries: WhitelistEntry[] }>()
  const planted = plantedEntries.map(([name, assets, , ...rest]) => [name, assets, 'idle', ...rest] as const)
  for (const [name, assets, kind, copiedFrom, change] of [...regularWhitelists, ...planted]) {
    const original = built.get(copiedFrom ?? '')
    const kindOfOwner = kind === 'idle' ? (original?.kind ?? 'fund') : kind
    const type: WhitelistType = ownKinds.includes(kindOfOwner) ? 'my_organization' : 'third_party'
    const id = recordId(randomFrom(seed, `whitelist/${name}`), 'wls')
    const whitelist = built.get(name) ?? { id, name, type, kind, entries: [] }
    built.set(name, whitelist)
    const { entries } = whitelist
    for (const asset of assets.split(' ').map(assetById)) {
      const place = entries.filter((entry) => entry.asset === asset).length
      const random = randomFrom(seed, `whitelist/${name}/${asset.network.family}/${place}`)
      const copied = original?.entries.findLast((entry) => entry.asset === asset)
      const { address, memo } = copied
        ? { ...copied, memo: '' }
        : newEntry(seed, whitelist, asset, place, random)
      entries.push({ whitelist, asset, memo, address: change?.(address, random) ?? address })
    }
  }
  return [...built.values()]
}

/** All customers of an exchange share one address where the network has memos. */
function newEntry(
  seed: number,
  { name, kind }: WhitelistProfile,
  { id, network }: AssetProfile,
  place: number,
  random: Random,
) {
  const [twin] = (name === 'Port Meridian Trust' && twins[id]?.[place]) || []
  if (kind !== 'exchange' || network.memo === undefined)
    return { address: twin ?? network.address(random), memo: '' }
  const [exchange] = name.split(' ')
  const address = network.address(randomFrom(seed, `exchange/${exchange}/${network.id}`))
  return { address, memo: network.memo(random) }
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
