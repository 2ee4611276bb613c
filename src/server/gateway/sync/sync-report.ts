import { listKey, listNames } from '../../../contract/list-names.ts'
import type { Revision } from '../../../contract/revision.ts'
import type { NothingKept, SyncReport } from '../../../contract/sync.ts'
import type { AccountStanding } from '../../../store/account-row.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import type { AccountState } from '../../../store/state.ts'

/** Where there is nothing to tell yet, or nothing is kept. */
export function emptyReport(not_kept: NothingKept | null): SyncReport {
  return {
    not_kept,
    as_of: null,
    read_whole: null,
    unlisted: 0,
    reading: null,
    refused_lists: {},
    doubtful_lists: {},
    dates: null,
    silence: null,
  }
}

export async function reportOf(account: AccountStore): Promise<SyncReport> {
  const [state, status] = [await account.state(), await account.status()]
  if (status.refused !== null) return emptyReport('refused')
  return {
    not_kept: null,
    as_of: state.asOf,
    read_whole: wholeOf(state),
    unlisted: await account.unlisted(),
    reading: status.reading,
    refused_lists: refusedLists(state),
    doubtful_lists: doubtfulLists(state),
    dates: await datesOf(account, state),
    silence: status.silence,
  }
}

/** Where there is nothing to tell yet, or nothing is kept. */
export function emptyRevision(not_kept: NothingKept | null): Revision {
  return {
    revision: null,
    not_kept,
    as_of: null,
    read_whole: null,
    completeness: null,
    transactions: null,
    reading: null,
    refused_lists: {},
    dates: null,
    moments: null,
    silence: null,
  }
}

export function revisionOf(
  { revision, state, status, rows }: AccountStanding,
  moments: Revision['moments'],
): Revision {
  if (status.refused !== null) return emptyRevision('refused')
  const isThere = state.lists.transactions !== null
  const whole = wholeOf(state)
  return {
    revision: isThere ? revision : null,
    not_kept: null,
    as_of: state.asOf,
    read_whole: whole?.ended ?? null,
    completeness: whole?.completeness ?? null,
    transactions: isThere ? rows : null,
    reading: status.reading,
    refused_lists: refusedLists(state),
    dates: state.dates && {
      off: state.dates.failure,
      days: state.dates.days,
      is_complete: state.dates.isComplete,
    },
    moments,
    silence: status.silence,
  }
}

/** A contradiction that was found after the whole reading is a doubt about its list, too. */
function wholeOf({ readWhole, lists: { transactions }, dates }: AccountState): SyncReport['read_whole'] {
  if (readWhole === null) return null
  const { begun, ended } = readWhole
  const { completeness, doubts } = transactions && 'doubts' in transactions ? transactions : readWhole
  const all = [...doubts, ...(dates?.doubts ?? [])]
  const isDoubted = completeness === 'complete' && all.length > 0
  return { begun, ended, completeness: isDoubted ? 'partial' : completeness, doubts: all }
}

function refusedLists(state: AccountState): SyncReport['refused_lists'] {
  const refused = namedLists(state).flatMap(([name, list]) =>
    'refused' in list ? [[name, list.refused] as const] : [],
  )
  return Object.fromEntries(refused)
}

function doubtfulLists(state: AccountState): SyncReport['doubtful_lists'] {
  const doubtful = namedLists(state).flatMap(([name, list]) =>
    name === 'transactions' || 'refused' in list || list.completeness === 'complete'
      ? []
      : [[name, list.doubts] as const],
  )
  return Object.fromEntries(doubtful)
}

function namedLists({ lists }: AccountState) {
  return listNames.flatMap((name) => (lists[name] === null ? [] : [[listKey(name), lists[name]] as const]))
}

async function datesOf(account: AccountStore, { dates }: AccountState): Promise<SyncReport['dates']> {
  if (dates === null) return null
  const { failure, form, days, isComplete } = dates
  const undated = failure === null ? (await account.undated(0)).rows : null
  return { off: failure, form, days, undated, is_complete: isComplete }
}
