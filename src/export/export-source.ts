import { listTransactions } from '../api/endpoints.ts'
import { balanceList, transactionList, vaultList, whitelistList } from '../api/lists.ts'
import type { WholeList } from '../api/walk.ts'
import { endpointPath } from '../contract/endpoints.ts'
import { balancesExport } from './balances.ts'
import type { ExportAsked } from './export-job.ts'
import type { ListExport } from './list-export.ts'
import { pinEndDate } from './pinned.ts'
import { transactionsExport } from './transactions.ts'
import { vaultsExport } from './vaults.ts'
import { whitelistsExport } from './whitelists.ts'

/** A list of the service, ready to be read whole. */
export interface ExportSource<R> {
  readonly list: ListExport<R>
  /** Path of the endpoint. */
  readonly endpoint: string
  /** The filter as parameters, as it is asked, and the `end_date` that was set in it. */
  readonly parameters: Readonly<Record<string, string>>
  readonly pinnedEndDate: string | null
  readonly whole: WholeList<R>
}

/** How what is needed is asked. */
export interface SourceOptions {
  readonly signal: AbortSignal
  readonly session?: string
  readonly ask: <T>(request: () => Promise<T>) => Promise<T>
}

/**
 * Finds how a list is read and hands it to `use`, which works for records of whatever kind. `ask` makes each request that is
 * needed before: for transactions, to set the end of a filter that has none. Everything is asked in `session` alone, if one is named.
 */
export async function withSource<A>(
  asked: ExportAsked,
  { signal, session, ask }: SourceOptions,
  use: <R>(source: ExportSource<R>) => Promise<A>,
): Promise<A> {
  switch (asked.list) {
    case 'transactions': {
      const first = (filter: typeof asked.filter) =>
        listTransactions({ ...filter, limit: 1, offset: 0 }, signal, session)
      const { filter, endDate } = await pinEndDate(asked.filter, first, { ask })
      return await use({
        list: transactionsExport,
        endpoint: endpointPath('transactions'),
        parameters: { ...filter },
        pinnedEndDate: endDate,
        whole: transactionList(filter, session),
      })
    }
    case 'vaults':
      return await use({
        list: vaultsExport,
        endpoint: endpointPath('vaults'),
        parameters: { ...asked.filter },
        pinnedEndDate: null,
        whole: vaultList(asked.filter, session),
      })
    case 'whitelists':
      return await use({
        list: whitelistsExport,
        endpoint: endpointPath('whitelists'),
        parameters: { ...asked.filter },
        pinnedEndDate: null,
        whole: whitelistList(asked.filter, session),
      })
    case 'balances':
      return await use({
        list: balancesExport(asked.type),
        endpoint:
          asked.type === 'all' ? endpointPath('balances') : endpointPath('balancesOfType', asked.type),
        parameters: { ...asked.filter },
        pinnedEndDate: null,
        whole: balanceList(asked.type, asked.filter, session),
      })
  }
}
