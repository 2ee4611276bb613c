import type { DatedList } from '../api/dates/dated-list.ts'
import type { WholeList } from '../api/walk/whole-list.ts'
import type { ListName } from '../contract/file-names.ts'
import { listOfEndpoint } from '../url/lists.ts'
import { balancesExport, vaultsExport } from './holdings.ts'
import type { Asking, ListExport, ListFilter, ListQuery } from './list-export.ts'
import { transactionsExport } from './transactions.ts'
import { whitelistsExport } from './whitelists.ts'

/** How a list becomes a file. */
export function listExport(name: ListName): ListExport<unknown> {
  return exports[name]
}

/** How the list at this path of the read API becomes a file; null for a path that has no list. */
export function listExportAt(endpoint: string): ListExport<unknown> | null {
  const list = listOfEndpoint(endpoint)
  return list ? listExport(list.name) : null
}

const exports: Readonly<Record<ListName, ListExport<unknown>>> = {
  transactions: transactionsExport,
  vaults: vaultsExport,
  whitelists: whitelistsExport,
  balances: balancesExport('all'),
  'balances-cold': balancesExport('cold'),
  'balances-warm': balancesExport('warm'),
}

/** A list of the service, ready to be read whole. */
export interface ExportSource<R> {
  readonly list: ListExport<R>
  /** The filter as parameters, as it is asked, and the `end_date` that was set in it. */
  readonly parameters: ListFilter
  readonly pinnedEndDate: string | null
  readonly whole: WholeList<R>
  /** The same, to be asked for by date; null for a list without dates. */
  readonly dated: DatedList | null
}

/**
 * A list with a filter, ready to be read whole. Where the list has dates, the end of a filter that has none is set first. Everything is
 * asked in one session alone, if one is named.
 */
export async function exportSource(
  { list: name, filter }: ListQuery,
  asking: Asking,
): Promise<ExportSource<unknown>> {
  const list = listExport(name)
  const pinned = (await list.pinEnd?.(filter, asking)) ?? { filter, endDate: null }
  return {
    list,
    parameters: pinned.filter,
    pinnedEndDate: pinned.endDate,
    whole: list.whole(pinned.filter, asking.session),
    dated: list.dated?.(pinned.filter, asking.session) ?? null,
  }
}
