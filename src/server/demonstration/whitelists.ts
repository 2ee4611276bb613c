import { hexToBytes } from '@noble/hashes/utils.js'
import { bitcoinWitnessKeyHash } from '../../chains/bitcoin.ts'
import { evmAddress } from '../../chains/evm.ts'
import { tronAddress } from '../../chains/single-chains.ts'
import type { WhitelistType } from '../../contract/enumerations.ts'
import { type AssetProfile, assetById } from './assets.ts'
import { type Random, randomFrom, recordId } from './prng.ts'

/** Decides which vaults send to a whitelist. An idle one neither sends nor receives. */
export type WhitelistKind = 'exchange' | 'desk' | 'client' | 'fund' | 'vendor' | 'idle'

export interface WhitelistAddress {
  readonly whitelist: WhitelistProfile
  readonly asset: AssetProfile
  readonly address: string
  readonly memo: string
}

export interface WhitelistProfile {
  readonly id: string
  readonly name: string
  readonly type: WhitelistType
  readonly kind: WhitelistKind
  readonly addresses: readonly WhitelistAddress[]
}

export function buildWhitelists(seed: number): readonly WhitelistProfile[] {
  const built = new Map<string, WhitelistProfile>()
  for (const { name, type, kind, entries } of [...regularWhitelists, ...oddWhitelists]) {
    const addresses: WhitelistAddress[] = []
    const id = recordId(randomFrom(seed, `whitelist/${name}`), 'wls')
    const whitelist: WhitelistProfile = { id, name, type, kind, addresses }
    built.set(name, whitelist)
    for (const [assetId, entryOf] of entries) {
      const asset = assetById(assetId)
      const earlier = addresses.filter((entry) => entry.asset === asset).length
      const random = randomFrom(seed, `whitelist/${name}/${asset.network.family}/${earlier}`)
      const addressOf = (of: string) => {
        const found = built.get(of)?.addresses.find((entry) => entry.asset === asset)
        if (found === undefined) throw new RangeError(`${of} lists no ${assetId}`)
        return found.address
      }
      addresses.push({ whitelist, asset, memo: '', ...entryOf({ asset, random, seed, addressOf }) })
    }
  }
  return [...built.values()]
}

interface Ingredients {
  readonly asset: AssetProfile
  readonly random: Random
  readonly seed: number
  addressOf(whitelistName: string): string
}

type EntryOf = (from: Ingredients) => { readonly address: string; readonly memo?: string }

/** An asset that is named twice gets two addresses. */
interface Outline extends Pick<WhitelistProfile, 'name' | 'type' | 'kind'> {
  readonly entries: readonly (readonly [assetId: string, EntryOf])[]
}

const own = (kind: WhitelistKind, name: string, entries: Outline['entries']): Outline => ({
  type: 'my_organization',
  kind,
  name,
  entries,
})
const other = (kind: WhitelistKind, name: string, entries: Outline['entries']): Outline => ({
  type: 'third_party',
  kind,
  name,
  entries,
})

function list(assetIds: string, entryOf: EntryOf = fresh()): Outline['entries'] {
  return assetIds.split(' ').map((assetId) => [assetId, entryOf])
}

/** Where the network has memos, an exchange has one address for all customers. Elsewhere each customer has one address. */
function hub(exchange: string, assetIds: string): Outline['entries'] {
  return list(assetIds, ({ asset: { network }, random, seed }) =>
    network.memo === undefined
      ? { address: network.address(random) }
      : {
          address: network.address(randomFrom(seed, `hub/${exchange}/${network.family}`)),
          memo: network.memo(random),
        },
  )
}

/** People and small firms are invented. Like vaults and assets, as many as no service cuts its lists at: no multiple of five, no power of two. */
const regularWhitelists: readonly Outline[] = [
  own('exchange', 'Kraken – Settlement', hub('kraken', 'BTC ETH USDT_ETH USDC_ETH XRP XLM')),
  own('exchange', 'Kraken – Treasury', hub('kraken', 'BTC XRP ADA DOT ATOM SOL')),
  own('exchange', 'Coinbase Prime – Trading', hub('coinbase', 'BTC ETH USDC_ETH USDC_ARB ETH_ARB SOL')),
  own('exchange', 'Coinbase Prime – Staking rewards', hub('coinbase', 'ETH ATOM ADA')),
  own('exchange', 'Bitstamp – EUR off-ramp', hub('bitstamp', 'BTC XRP XLM')),
  own('exchange', 'Bitfinex – Margin collateral', hub('bitfinex', 'USDT_ETH USDT_TRX TRX')),
  own('exchange', 'LMAX Digital – Collateral', list('BTC ETH')),
  own('exchange', 'SFOX – Liquidity', list('BTC ETH')),
  own('fund', 'Group Treasury Zürich', list('BTC ETH USDC_ETH')),
  own('fund', 'Group Treasury Singapore', list('BTC USDT_ETH USDT_TRX')),
  own('fund', 'Legacy custodian – migration', list('BTC ETH SOL ADA DOT ATOM')),
  own('fund', 'Disaster recovery – sealed wallets', list('BTC ETH SOL XRP')),
  own('fund', 'Own bank – tokenised deposits', list('USDC_ARB')),
  own('vendor', 'Gas station – EVM', list('ETH ETH_ARB')),
  other('desk', 'Aldermoor OTC', list('BTC ETH USDT_ETH')),
  other('desk', 'Brightwater Market Making', list('BTC ETH SOL USDC_ARB USDT_ETH')),
  other('desk', 'Cormorant Trading', list('ETH USDC_ETH ETH_ARB USDC_ARB')),
  other('desk', 'Halcyon Block Desk', list('BTC USDT_ETH USDT_TRX')),
  other('desk', 'Kestrel Liquidity', list('SOL XRP')),
  other('desk', 'Nordhavn OTC', list('BTC USDC_ETH XRP XLM')),
  other('desk', '東京デジタル証券 OTC', list('BTC ETH XRP')),
  other('desk', 'Sete Mares Câmbio', list('USDT_TRX BTC')),
  other('client', 'Arbour Family Office', list('BTC ETH')),
  other('client', 'Castellan Pension Fund', list('BTC ETH ADA DOT')),
  other('client', 'Deltaquist AG', list('BTC ETH')),
  other('client', 'Ferncliff Capital', list('ETH USDC_ETH USDT_ETH ATOM')),
  other('client', 'Grupo Aurora', list('USDT_TRX TRX')),
  other('client', 'Jasmine Payments', hub('jasmine', 'USDT_TRX TRX XLM XRP')),
  other('client', 'Lindqvist & Söner', list('BTC ADA')),
  other('client', 'Maison Verlaine', list('ETH USDT_ETH')),
  other('client', 'Polaris Validators Fund', list('SOL ATOM DOT ADA')),
  other('client', 'Saguaro Ventures', list('SOL ETH USDC_ARB')),
  other('client', 'شركة الواحة للاستثمار', list('BTC USDT_TRX USDT_ETH')),
  other('client', '한빛 자산운용', list('BTC ETH XRP')),
  other('vendor', 'Ironbark Cloud', list('USDC_ETH')),
  other('vendor', 'Meridian Audit LLP', list('USDC_ETH')),
  other('vendor', 'Quillon Data Feeds', list('XLM')),
  other('vendor', 'Payroll – Contractors EMEA', list('USDC_ETH USDC_ETH XLM')),
  other('vendor', 'Payroll – Contractors LATAM', list('USDC_ETH USDC_ETH')),
  other('vendor', 'Payroll – Contractors APAC', list('USDC_ETH XLM XLM')),
]

function as(name: string, change: (address: string) => string = (address) => address): EntryOf {
  return ({ addressOf }) => ({ address: change(addressOf(name)) })
}

function fresh(change: (address: string) => string = (address) => address): EntryOf {
  return ({ asset, random }) => ({ address: change(asset.network.address(random)) })
}

const likeCormorant: EntryOf = ({ addressOf, random }) => ({
  address: evmLookAlike(addressOf('Cormorant Trading'), random.bytes(16), 'same ending'),
})

/** Each has a fault that the whitelist review finds. Only Port Meridian Trust has none: look-alikes of its addresses are known. */
const oddWhitelists: readonly Outline[] = [
  own('idle', 'Kraken – Settlement (superseded)', [
    ...list('XRP XLM', as('Kraken – Settlement')),
    ['ATOM', as('Kraken – Treasury')],
    ['SOL', fresh()],
  ]),
  other('idle', 'Nordhavn OTC (Oslo)', [
    ['BTC', as('Nordhavn OTC')],
    // The same address in lower case, without its checksum.
    ['USDC_ETH', as('Nordhavn OTC', (address) => address.toLowerCase())],
  ]),
  other('idle', 'Cormorant Trading (new wallet)', list('ETH USDC_ETH', likeCormorant)),
  other('client', 'Port Meridian Trust', [
    ['BTC', () => ({ address: bitcoinTwins.poisoned.real })],
    ['BTC', () => ({ address: bitcoinTwins.listed.real })],
    ['USDT_TRX', () => ({ address: tronTwins.poisoned.real })],
    ['USDT_TRX', () => ({ address: tronTwins.listed.real })],
  ]),
  other('idle', 'Port Meridian Trust (update by e-mail)', [
    ['BTC', () => ({ address: bitcoinTwins.listed.lookAlike })],
    ['USDT_TRX', () => ({ address: tronTwins.listed.lookAlike })],
  ]),
  own('idle', 'Vienna branch – copied by hand', [
    ['ETH', fresh(inWrongCase)],
    ['USDT_TRX', fresh(mistyped)],
  ]),
]

/** Changes the case of one letter, which the checksum of EIP-55 catches. */
function inWrongCase(address: string): string {
  return address.replace(/(?<=^0x.*)[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

function mistyped(address: string): string {
  const middle = address.length >> 1
  return address.slice(0, middle) + (address[middle] === 'k' ? 'h' : 'k') + address.slice(middle + 1)
}

/*
 * Two pairs of valid addresses that agree in the first four characters after the prefix and in the last four. One look-alike has sent dust; the
 * other is on a whitelist. The last characters are a checksum, so a look-alike takes too long to find here. These payloads come from 3 million
 * (Bitcoin) and 22 million (TRON) random ones, sorted by the eight characters in question.
 */

export const bitcoinTwins = twins(
  bitcoinWitnessKeyHash,
  ['c667b07924e1bc3c5b84aaca522019d0164d8588', 'c667bfe2ae8c6c01b95d9ec3f9042c33a72a896f'],
  ['a680a81c5a2e6d14d99dc6265e11b3e815c4c66f', 'a680a8626e49bfc451df52b167a927e3edfda3cc'],
)

export const tronTwins = twins(
  tronAddress,
  ['45568ffdeb93c34da3e2ce6e566d4d4903ba33fe', '45568df0ed093a7010b9d1486c1de1eee7a95bcd'],
  ['10dfd7de6779661e125a6b4c1f470b0674e9a0d2', '10dfda385587319b0f7199bef17b683168ecd399'],
)

type Pair = readonly [real: string, lookAlike: string]

function twins(encode: (payload: Uint8Array) => string, poisoned: Pair, listed: Pair) {
  const both = ([real, lookAlike]: Pair) => ({
    real: encode(hexToBytes(real)),
    lookAlike: encode(hexToBytes(lookAlike)),
  })
  return { poisoned: both(poisoned), listed: both(listed) }
}

/** As an address poisoner makes it: the first four digits agree, and with `same ending` the last four too. */
export function evmLookAlike(
  address: string,
  middle: Uint8Array,
  ending: 'same ending' | 'other ending',
): string {
  const account = hexToBytes(address.slice(2).toLowerCase())
  account.set(middle, 2)
  if (ending === 'other ending') for (const at of [18, 19]) account[at] = (account[at] ?? 0) ^ 0xff
  return evmAddress(account)
}
