import type { WhitelistType } from '../../../contract/enumerations.ts'
import { type Asset, assetById } from './assets.ts'
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

/** The whitelists of the books that belong to a seed. */
export function buildWhitelists(seed: number): readonly Whitelist[] {
  return whitelistOutlines.map((outline) => {
    const addresses: WhitelistAddress[] = []
    const whitelist: Whitelist = {
      id: recordId(randomFrom(seed, `whitelist/${outline.name}`), 'wls'),
      name: outline.name,
      type: outline.type,
      kind: outline.kind,
      addresses,
    }
    for (const [position, assetId] of outline.assetIds.entries()) {
      const asset = assetById(assetId)
      const earlier = outline.assetIds.slice(0, position).filter((id) => id === assetId).length
      addresses.push({ whitelist, asset, ...whereTo(seed, outline, asset, earlier) })
    }
    return whitelist
  })
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
