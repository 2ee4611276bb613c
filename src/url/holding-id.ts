import { pathSegment } from '../contract/path-segment.ts'

/** Which holding: one asset on one network. A service may give no network. */
export interface HoldingId {
  readonly asset_id: string
  readonly network_id: string | null
}

/** A holding as one text for a link: `USDC_ETH@ETH`. Null for a holding without an asset, which nothing can ask for. */
export function writeHoldingId(held: {
  readonly asset_id: string | null
  readonly network_id: string | null
}): string | null {
  if (!held.asset_id) return null
  return `${pathSegment(held.asset_id)}@${pathSegment(held.network_id ?? '')}`
}

/** Reads what `writeHoldingId` writes; null for anything else. */
export function readHoldingId(text: string): HoldingId | null {
  const [asset, network, ...rest] = text.split('@')
  if (!asset || network === undefined || rest.length > 0) return null
  try {
    return { asset_id: decodeURIComponent(asset), network_id: decodeURIComponent(network) || null }
  } catch {
    return null
  }
}
