import { vaultList } from '../api/lists.ts'
import { normaliseVault } from '../api/normalise.ts'
import type { Vault } from '../api/records.ts'
import { vaultHref } from '../url/hrefs.ts'
import { vaultsList } from '../url/lists.ts'
import { holdingColumns, holdingRow, holdingTotals, nothingHeld } from './holding-columns.ts'
import type { ListExport } from './list-export.ts'

/** Vaults: one row for each holding; one with empty cells for a vault that holds nothing. */
export const vaultsExport: ListExport<Vault> = {
  name: 'vaults',
  of: vaultsList,
  columns: [
    { name: 'vault_id', label: 'Vault id' },
    { name: 'vault_name', label: 'Vault' },
    { name: 'vault_type', label: 'Type' },
    ...holdingColumns,
  ],
  shownBy: {
    vault_id: ['vault_id'],
    vault_name: ['vault_name'],
    vault_type: ['vault_type'],
    assets: ['asset_id', 'asset_name', 'network_id', 'network_name', 'total_balance'],
    states: ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance'],
  },
  identity: ['vault_id', 'asset_id', 'network_id'],
  recordIdentity: ['vault_id'],
  totals: holdingTotals,
  whole: vaultList,
  hrefOf: ([id]) => (id ? vaultHref(id) : null),
  rowsOf: ({ vault_id, vault_name, vault_type, assets }) => {
    const held = assets.length === 0 ? [nothingHeld] : assets.map(holdingRow)
    return held.map((row) => ({ vault_id, vault_name, vault_type, ...row }))
  },
  normalise: normaliseVault,
  received: ({ received }) => received,
  hasOthers: ({ others, assets }) => others.length > 0 || assets.some((held) => held.others.length > 0),
}
