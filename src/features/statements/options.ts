/** What can be chosen for a statement. */

import type { VaultName } from '../../books/balances.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import type { HoldingId } from '../../url/holding-id.ts'
import { writeHoldingId } from '../../url/holding-id.ts'
import type { Asked } from './scope.ts'
import { vaultCount } from './words.ts'

interface Option {
  readonly value: string
  readonly label: string
}

const typeNames = { cold: 'Cold vaults', warm: 'Warm vaults' } as const

/** Both types, and every vault that is known or asked for. */
export function vaultOptions(vaults: readonly VaultName[], { vaults: asked }: Asked): readonly Option[] {
  const named = vaults.flatMap(({ vault_id, label }) => (vault_id ? [{ value: vault_id, label }] : []))
  const others = (asked && 'ids' in asked ? asked.ids : []).filter((id) =>
    named.every(({ value }) => value !== id),
  )
  return [
    ...vaultTypes.map((type) => ({ value: type, label: typeNames[type] })),
    ...named,
    ...others.map((id) => ({ value: id, label: id })),
  ]
}

/** Which vaults are chosen, in words. */
export function vaultSummary({ vaults }: Asked, names: readonly VaultName[]): string {
  if (vaults === null) return 'All'
  if ('type' in vaults) return typeNames[vaults.type]
  const [only = '', ...others] = vaults.ids
  if (others.length > 0) return vaultCount(vaults.ids.length)
  return names.find(({ vault_id }) => vault_id === only)?.label ?? only
}

/** Every asset that is known or asked for, as a link spells it. */
export function assetOptions(
  holdings: readonly SettledHolding[],
  asked: readonly HoldingId[],
): readonly Option[] {
  const assets = [...holdings.map(({ key }) => key), ...asked]
  const options = new Map(
    assets.flatMap((asset) => {
      const value = writeHoldingId(asset)
      const { asset_id, network_id } = asset
      const label = network_id && network_id !== asset_id ? `${asset_id} · ${network_id}` : `${asset_id}`
      return value ? [[value, label] as const] : []
    }),
  )
  return [...options]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => (one.label < other.label ? -1 : 1))
}

/** Which assets are chosen, in words. */
export function assetSummary({ assets }: Asked): string {
  if (assets === null) return 'All'
  return assets.map(({ asset_id }) => asset_id).join(', ')
}
