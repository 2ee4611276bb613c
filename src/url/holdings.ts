import { decodedSegment, pathSegment } from '../contract/endpoints.ts'
import { withQuery } from './page-state.ts'

/** One asset on one network, or on none if the service gives none. */
export interface HoldingId {
  readonly asset_id: string
  readonly network_id: string | null
}

interface HoldingIds {
  readonly asset_id: string | null
  readonly network_id: string | null
}

/** `USDC_ETH@ETH`. Null for a holding without an asset. */
export function writeHoldingId({ asset_id, network_id }: HoldingIds): string | null {
  return asset_id ? `${pathSegment(asset_id)}@${pathSegment(network_id ?? '')}` : null
}

export function readHoldingId(text: string): HoldingId | null {
  const [asset_id, network_id, ...rest] = text.split('@').map(decodedSegment)
  if (!asset_id || network_id === undefined || network_id === null || rest.length > 0) return null
  return { asset_id, network_id: network_id || null }
}

export function readAssets(text: string): readonly HoldingId[] | null {
  return everyOne(text.split(',').map(readHoldingId))
}

export function writeAssets(assets: readonly HoldingIds[]): string {
  return assets.flatMap((asset) => writeHoldingId(asset) ?? []).join(',')
}

interface VaultHolding {
  readonly vault_id: string
  readonly asset: HoldingId
}

/** `vlt_1/USDC_ETH@ETH`. */
export function readVaultHolding(text: string): VaultHolding | null {
  const [vault = '', held = '', ...rest] = text.split('/')
  const vault_id = decodedSegment(vault)
  const asset = readHoldingId(held)
  return vault_id && asset && rest.length === 0 ? { vault_id, asset } : null
}

export function writeVaultHolding(held: HoldingIds & { readonly vault_id: string | null }): string | null {
  const asset = writeHoldingId(held)
  return held.vault_id && asset ? `${pathSegment(held.vault_id)}/${asset}` : null
}

export type VaultChoice = { readonly type: 'cold' | 'warm' } | { readonly ids: readonly string[] }

/** `cold`, `warm`, or ids with commas between. */
export function readVaults(text: string): VaultChoice | null {
  if (text === 'cold' || text === 'warm') return { type: text }
  const ids = everyOne(text.split(',').map((id) => decodedSegment(id) || null))
  return ids && { ids }
}

export function writeVaults(choice: VaultChoice): string {
  if ('type' in choice) return choice.type
  const [first = '', ...others] = choice.ids.map(pathSegment)
  const only = others.length === 0 && (first === 'cold' || first === 'warm')
  return only ? `%${first.charCodeAt(0).toString(16)}${first.slice(1)}` : [first, ...others].join(',')
}

function everyOne<T>(values: readonly (T | null)[]): readonly T[] | null {
  const present = values.filter((value) => value !== null)
  return present.length === values.length ? present : null
}

export function statementsHref(vaults: VaultChoice): string {
  return withQuery('/statements', new URLSearchParams({ vaults: writeVaults(vaults) }))
}
