import { balanceTypes } from '../contract/enumerations.ts'
import { type ListName, listOfEndpoint } from '../url/lists.ts'
import { balancesExport } from './balances.ts'
import type { ListExport } from './list-export.ts'
import { transactionsExport } from './transactions.ts'
import { vaultsExport } from './vaults.ts'
import { whitelistsExport } from './whitelists.ts'

/** How a list becomes a file. */
export function listExport(name: ListName): ListExport<unknown> {
  const list = exports.find(({ of }) => of.name === name)
  if (!list) throw new Error(`There is no list "${name}".`)
  return list
}

/** How the list at this path of the read API becomes a file; null for a path that has no list. */
export function listExportAt(endpoint: string): ListExport<unknown> | null {
  const list = listOfEndpoint(endpoint)
  return list ? listExport(list.name) : null
}

const exports: readonly ListExport<unknown>[] = [
  transactionsExport,
  vaultsExport,
  whitelistsExport,
  ...balanceTypes.map(balancesExport),
]
