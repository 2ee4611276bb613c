import type { WhitelistType } from '../../contract/enumerations.ts'
import { type Asset, assetById } from './assets.ts'
import { oddWhitelists } from './odd-whitelists.ts'
import { type Random, randomFrom } from './prng.ts'
import { recordId } from './record-ids.ts'
import { type WhitelistKind, type WhitelistOutline, whitelistOutlines } from './whitelist-outlines.ts'

/** One whitelisted address: an asset, where it goes, and the memo it needs there. */
export interface WhitelistAddress {
  readonly whitelist: Whitelist
  readonly asset: Asset
  readonly address: string
  readonly memo: string
}

/** One whitelist of the demonstration. */
export interface Whitelist {
  readonly id: string
  readonly name: string
  readonly type: WhitelistType
  readonly kind: WhitelistKind
  readonly addresses: readonly WhitelistAddress[]
}

/** The whitelists of the books that belong to a seed, the odd ones last. */
export function buildWhitelists(seed: number): readonly Whitelist[] {
  const regular = whitelistOutlines.map((outline) =>
    assemble(
      seed,
      outline,
      outline.assetIds.map((assetId, position) => {
        const asset = assetById(assetId)
        const earlier = outline.assetIds.slice(0, position).filter((id) => id === assetId).length
        return { asset, ...whereTo(seed, outline, asset, earlier) }
      }),
    ),
  )
  function listed(name: string, assetId: string): string {
    const entries = regular.find((whitelist) => whitelist.name === name)?.addresses
    const found = entries?.find(({ asset }) => asset.id === assetId)
    if (found === undefined) throw new RangeError(`${name} lists no ${assetId}`)
    return found.address
  }
  const odd = oddWhitelists.map((outline) =>
    assemble(
      seed,
      outline,
      outline.entries.map(([assetId, addressOf]) => {
        const asset = assetById(assetId)
        const random = randomFrom(seed, `whitelist/${outline.name}/${asset.network.family}`)
        return { asset, address: addressOf({ asset, random, listed }), memo: '' }
      }),
    ),
  )
  return [...regular, ...odd]
}

function assemble(
  seed: number,
  { name, type, kind }: Pick<Whitelist, 'name' | 'type' | 'kind'>,
  entries: readonly Omit<WhitelistAddress, 'whitelist'>[],
): Whitelist {
  const addresses: WhitelistAddress[] = []
  const id = recordId(randomFrom(seed, `whitelist/${name}`), 'wls')
  const whitelist: Whitelist = { id, name, type, kind, addresses }
  for (const entry of entries) addresses.push({ whitelist, ...entry })
  return whitelist
}

/**
 * Exchanges have one address for all customers and tell them apart by memo, where the network has memos;
 * elsewhere each customer has an address, the same one for all tokens and all EVM networks.
 */
function whereTo(seed: number, outline: WhitelistOutline, asset: Asset, earlier: number) {
  const { network } = asset
  const random = randomFrom(seed, `whitelist/${outline.name}/${network.family}/${earlier}`)
  if (outline.hub === undefined || network.memo === undefined)
    return { address: network.address(random), memo: '' }
  const shared: Random = randomFrom(seed, `hub/${outline.hub}/${network.family}`)
  return { address: network.address(shared), memo: network.memo(random) }
}
