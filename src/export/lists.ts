import { balanceTypes } from '../contract/enumerations.ts'
import { balancesExport } from './balances.ts'
import type { ListExport } from './list-export.ts'
import { transactionsExport } from './transactions.ts'
import { vaultsExport } from './vaults.ts'
import { whitelistsExport } from './whitelists.ts'

/** How the list at this path of the read API becomes a file; null for a path that has no list. */
export function listExportAt(endpoint: string): ListExport<unknown> | null {
  return lists.get(endpoint) ?? null
}

const lists: ReadonlyMap<string, ListExport<unknown>> = new Map<string, ListExport<unknown>>([
  ['/transactions', transactionsExport],
  ['/vaults', vaultsExport],
  ['/whitelist', whitelistsExport],
  ...balanceTypes.map(
    (type) => [type === 'all' ? '/balances' : `/balances/${type}`, balancesExport(type)] as const,
  ),
])
