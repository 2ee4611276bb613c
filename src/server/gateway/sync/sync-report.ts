import type { NothingKept, SyncReport } from '../../../contract/sync.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import type { AccountState } from '../../../store/state.ts'

/** Where there is nothing to tell yet, or nothing is kept. */
export function emptyReport(not_kept: NothingKept | null): SyncReport {
  return {
    not_kept,
    as_of: null,
    read_whole: null,
    reading: null,
    refused_lists: {},
    dates: null,
    cross_sums: null,
    silence: null,
  }
}

export async function reportOf(account: AccountStore): Promise<SyncReport> {
  const [state, status] = [await account.state(), await account.status()]
  if (status.refused !== null) return emptyReport('refused')
  const { asOf, readWhole, crossSums } = state
  return {
    not_kept: null,
    as_of: asOf,
    read_whole: readWhole,
    reading: status.reading,
    refused_lists: refusedLists(state),
    dates: await datesOf(account, state),
    cross_sums: crossSums,
    silence: status.silence,
  }
}

function refusedLists({ lists }: AccountState): Readonly<Record<string, string>> {
  const { transactions, whitelists, vaults, balances } = lists
  const all: readonly (readonly [string, AccountState['lists']['transactions']])[] = [
    ['transactions', transactions],
    ['whitelists', whitelists],
    ['vaults', vaults],
    ...Object.entries(balances).map(([type, list]) => [`balances.${type}`, list] as const),
  ]
  return Object.fromEntries(
    all.flatMap(([name, list]) =>
      list !== null && 'refused' in list ? [[name, list.refused] as const] : [],
    ),
  )
}

async function datesOf(account: AccountStore, { dates }: AccountState): Promise<SyncReport['dates']> {
  if (dates === null) return null
  const { failure, form, days, isComplete } = dates
  const undated = failure === null ? await undatedRows(account) : null
  return { off: failure, form, days, undated, is_complete: isComplete }
}

const day = 86_400_000

async function undatedRows(account: AccountStore): Promise<number> {
  const spans = await account.wideSpans(day, 1000)
  return spans.reduce((sum, { rows }) => sum + rows, 0)
}
