import { pathSegment } from '../contract/endpoints.ts'

/** One asset on one network, or on none if the service gives none. */
export interface HoldingId {
  readonly asset_id: string
  readonly network_id: string | null
}

/** `USDC_ETH@ETH`. Null for a holding without an asset. */
export function writeHoldingId(held: {
  readonly asset_id: string | null
  readonly network_id: string | null
}): string | null {
  if (!held.asset_id) return null
  return `${pathSegment(held.asset_id)}@${pathSegment(held.network_id ?? '')}`
}

export function readHoldingId(text: string): HoldingId | null {
  const [asset, network, ...rest] = text.split('@')
  if (!asset || network === undefined || rest.length > 0) return null
  try {
    return { asset_id: decodeURIComponent(asset), network_id: decodeURIComponent(network) || null }
  } catch {
    return null
  }
}
