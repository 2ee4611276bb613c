import type { WhitelistType } from '../../contract/enumerations.ts'
import type { Asset } from './assets.ts'
import type { Random } from './prng.ts'
import { bitcoinTwins, evmLookAlike, tronTwins } from './twins.ts'
import type { WhitelistKind } from './whitelist-outlines.ts'

/** What an odd entry may make its address from. */
interface Ingredients {
  readonly asset: Asset
  readonly random: Random
  /** The address that a whitelist as it should be has for an asset. */
  listed(whitelistName: string, assetId: string): string
}

/** A whitelist with entries that a review should find; none of them has a memo. */
export interface OddWhitelist {
  readonly name: string
  readonly type: WhitelistType
  readonly kind: WhitelistKind
  readonly entries: readonly (readonly [assetId: string, address: (from: Ingredients) => string])[]
}

/**
 * Six whitelists that have something wrong with them, so that each finding of a review of the whitelists shows: entries
 * that are never used, that name an address a second time, look like another, lack a memo or fail their checksum. Only
 * Port Meridian Trust is as it should be and in use; it is here for its addresses, whose look-alikes are known.
 */
export const oddWhitelists: readonly OddWhitelist[] = [
  {
    name: 'Kraken – Settlement (superseded)',
    type: 'my_organization',
    kind: 'idle',
    entries: [
      ['XRP', ({ listed }) => listed('Kraken – Settlement', 'XRP')],
      ['XLM', ({ listed }) => listed('Kraken – Settlement', 'XLM')],
      ['ATOM', ({ listed }) => listed('Kraken – Treasury', 'ATOM')],
      ['SOL', ({ asset, random }) => asset.network.address(random)],
    ],
  },
  {
    name: 'Nordhavn OTC (Oslo)',
    type: 'third_party',
    kind: 'idle',
    entries: [
      ['BTC', ({ listed }) => listed('Nordhavn OTC', 'BTC')],
      // In small letters it is the same address, without its checksum.
      ['USDC_ETH', ({ listed }) => listed('Nordhavn OTC', 'USDC_ETH').toLowerCase()],
    ],
  },
  {
    name: 'Cormorant Trading (new wallet)',
    type: 'third_party',
    kind: 'idle',
    entries: [
      ['ETH', likeCormorant],
      ['USDC_ETH', likeCormorant],
    ],
  },
  {
    name: 'Port Meridian Trust',
    type: 'third_party',
    kind: 'client',
    entries: [
      ['BTC', () => bitcoinTwins.poisoned.real],
      ['BTC', () => bitcoinTwins.listed.real],
      ['USDT_TRX', () => tronTwins.poisoned.real],
      ['USDT_TRX', () => tronTwins.listed.real],
    ],
  },
  {
    name: 'Port Meridian Trust (update by e-mail)',
    type: 'third_party',
    kind: 'idle',
    entries: [
      ['BTC', () => bitcoinTwins.listed.lookAlike],
      ['USDT_TRX', () => tronTwins.listed.lookAlike],
    ],
  },
  {
    name: 'Vienna branch – copied by hand',
    type: 'my_organization',
    kind: 'idle',
    entries: [
      ['ETH', ({ asset, random }) => inWrongCase(asset.network.address(random))],
      ['USDT_TRX', ({ asset, random }) => mistyped(asset.network.address(random))],
    ],
  },
]

function likeCormorant({ listed, random }: Ingredients): string {
  return evmLookAlike(listed('Cormorant Trading', 'ETH'), random.bytes(16), 'same ending')
}

/** One letter small instead of capital, or the other way round: the address that EIP-55 was made to catch. */
function inWrongCase(address: string): string {
  return address.replace(/(?<=^0x.*)[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

/** One character in the middle another. */
function mistyped(address: string): string {
  const middle = address.length >> 1
  return address.slice(0, middle) + (address[middle] === 'k' ? 'h' : 'k') + address.slice(middle + 1)
}
