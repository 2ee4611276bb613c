import { ApiError } from '../contract/api-error.ts'
import { counted } from '../contract/count-text.ts'
import { limitRange } from '../contract/endpoints.ts'
import { openStatuses } from '../contract/enumerations.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import { fitsRequest, getTransaction, listTransactions } from './service/endpoints.ts'
import { failsAlone } from './service/retry-policy.ts'
import { nullIfRefused, orFailure, perform, type ServiceRead, sideBySide } from './service/service-read.ts'

export interface OpenTransactions {
  readonly met: readonly Transaction[]
  /** Ids of those that it did not find. */
  readonly lost: readonly string[]
  readonly contradiction: string | null
}

/** What became of the transactions of the store that are not final and that `met` does not have. */
export function* readOpenTransactions(
  rows: AccountStore,
  met: ReadonlySet<string>,
): ServiceRead<OpenTransactions> {
  const open = yield* perform(() => rows.openIds(mostOpen))
  const sought = open.filter((id) => id !== '' && !met.has(id))
  if (sought.length === 0) return { met: [], lost: [], contradiction: null }
  const stored = yield* perform(() => rows.rowsOf(sought))
  const statusOf = new Map(stored.map(({ id, status }) => [id, status]))
  const listed = yield* readListed(statusOf)
  const closed = sought.filter((id) => !listed.has(id) && isKnown(statusOf.get(id)) && fitsRequest(id))
  const asked = closed.slice(0, mostAskedById)
  const answers = yield* sideBySide(asked.map((id) => readById(id)))
  const lost = asked.filter((_, index) => answers[index] === null)
  return {
    met: [...listed.values(), ...answers.flatMap((answer) => answer ?? [])],
    lost,
    contradiction: contradictionOf(lost, closed.length - asked.length),
  }
}

function contradictionOf([lost]: readonly string[], more: number): string | null {
  if (lost !== undefined) return `The service no longer lists transaction ${lost}.`
  return more > 0
    ? `${counted(more + mostAskedById, 'transaction')} that were in flight are no longer listed as in flight.`
    : null
}

/** By id, until none of those is missing. A service that ignores the filter gives others too, which are left out. */
function* readListed(
  statusOf: ReadonlyMap<string, string | null>,
): ServiceRead<ReadonlyMap<string, Transaction>> {
  const missing = new Set(statusOf.keys())
  const met = new Map<string, Transaction>()
  let lists = openFirst([...statusOf.values()]).map((status) => ({ status, offset: 0 }))
  while (lists.length > 0 && missing.size > 0) {
    const longer: typeof lists = []
    for (const { status, offset } of lists) {
      if (missing.size === 0) break
      const page = { status, limit: limitRange.max, offset }
      const records = (yield* nullIfRefused(listTransactions(page)))?.records ?? []
      let heeded = 0
      for (const record of records) {
        const id = record.transaction_id
        if (id === null || record.status !== status) continue
        heeded += 1
        if (missing.delete(id)) met.set(id, record)
      }
      // A service may give shorter pages than it was asked for.
      if (heeded > 0 && heeded === records.length && offset < mostOpen)
        longer.push({ status, offset: offset + records.length })
    }
    lists = longer
  }
  return met
}

/** Also by statuses that the specification does not have: the service that uses such a word may heed it. Most are as they were. */
function openFirst(statuses: readonly (string | null)[]): readonly string[] {
  return [...new Set([...statuses.flatMap((status) => status || []), ...openStatuses])].slice(0, mostStatuses)
}

/** A record of an unknown status may never change again, so none of them is asked for by its id. */
function isKnown(status: string | null | undefined): boolean {
  return openStatuses.some((open) => open === status)
}

/** Null where the service has none of this id: neither in its list, nor at an address of its own. */
function* readById(id: string): ServiceRead<Transaction | null> {
  const listed = yield* nullIfRefused(listTransactions({ transaction_id: id, limit: 1, offset: 0 }))
  const record = listed?.records.find((each) => each.transaction_id === id)
  if (record) return record
  const answer = yield* orFailure(getTransaction(id), failsAlone)
  return answer instanceof ApiError ? null : (answer.records[0] ?? null)
}

const mostOpen = 5_000
const mostStatuses = openStatuses.length + 5
/** Above this, a whole reading costs little more. */
const mostAskedById = 200
