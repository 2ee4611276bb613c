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
  return `${encode(held.asset_id)}@${encode(held.network_id ?? '')}`
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

/** Ids come from outside and may hold anything, an "@" and half a surrogate pair among it. */
function encode(id: string): string {
  return encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'))
}
