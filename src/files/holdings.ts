/** Balances and vaults as files. */
import { amountNames } from '../api/amounts.ts'
import { normaliseHolding, normaliseVault } from '../api/normalise.ts'
import type { Holding, Vault } from '../api/records.ts'
import { balanceList, vaultList } from '../api/walk/lists.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { balancesHref, vaultHref } from '../url/hrefs.ts'
import { balancesList, vaultsList } from '../url/lists.ts'
import type { ExportColumn, ListExport, Row } from './list-export.ts'

/** Asset, network and the five components. */
const holdingColumns: readonly ExportColumn[] = [
  { name: 'asset_id', label: 'Asset' },
  { name: 'asset_name', label: 'Asset name' },
  { name: 'network_id', label: 'Network' },
  { name: 'network_name', label: 'Network name' },
  { name: 'total_balance', label: 'Total' },
  { name: 'available_balance', label: 'Available' },
  { name: 'processing_balance', label: 'Processing' },
  { name: 'staking_balance', label: 'Staking' },
  { name: 'claimable_balance', label: 'Claimable' },
]

/** What is added up of holdings, for control. */
const holdingTotals = { by: ['asset_id', 'network_id'], sums: amountNames }

/** The cells of one holding. */
function holdingRow({ asset_id, asset_name, network_id, network_name, balances }: Holding): Row {
  return { asset_id, asset_name, network_id, network_name, ...balances }
}

/** The cells where nothing is held. */
const nothingHeld: Row = Object.fromEntries(holdingColumns.map(({ name }) => [name, null]))

/** Balances of all vaults or of those of a type: one row for each asset on each network. */
export function balancesExport(type: BalanceType): ListExport<Holding> {
  return {
    name: 'balances',
    of: balancesList(type),
    columns: [{ name: 'balance_type', label: 'Balance of' }, ...holdingColumns],
    shownBy: {
      ...Object.fromEntries(holdingColumns.map(({ name }) => [name, [name]])),
      network_name: ['network_id', 'network_name'],
      parts: ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance'],
    },
    identity: ['balance_type', 'asset_id', 'network_id'],
    recordIdentity: ['balance_type', 'asset_id', 'network_id'],
    totals: holdingTotals,
    whole: (filter, session) => balanceList(type, filter, session),
    hrefOf: ([, asset, network]) =>
      balancesHref({ ...(asset && { asset_id: asset }), ...(network && { network_id: network }) }, type),
    rowsOf: (record) => [{ balance_type: type, ...holdingRow(record) }],
    normalise: normaliseHolding,
    received: ({ received }) => received,
    hasOthers: ({ others }) => others.length > 0,
  }
}

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
