import { balanceList } from '../api/lists.ts'
import { normaliseHolding } from '../api/normalise.ts'
import type { Holding } from '../api/records.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { balancesHref } from '../url/hrefs.ts'
import { balancesList } from '../url/lists.ts'
import { holdingColumns, holdingRow, holdingTotals } from './holding-columns.ts'
import type { ListExport } from './list-export.ts'

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
