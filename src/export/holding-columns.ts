/** The columns of one asset's amounts on one network, which balances and vaults have in common. */
import { amountNames } from '../api/amounts.ts'
import type { Holding } from '../api/records.ts'
import type { ExportColumn, Row } from './list-export.ts'

/** Asset, network and the five components. */
export const holdingColumns: readonly ExportColumn[] = [
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
export const holdingTotals = { by: ['asset_id', 'network_id'], sums: amountNames }

/** The cells of one holding. */
export function holdingRow({ asset_id, asset_name, network_id, network_name, balances }: Holding): Row {
  return { asset_id, asset_name, network_id, network_name, ...balances }
}

/** The cells where nothing is held. */
export const nothingHeld: Row = Object.fromEntries(holdingColumns.map(({ name }) => [name, null]))
