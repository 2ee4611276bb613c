/** Transactions of the store that the service does not know any more. */
import { ApiError } from '../contract/api-error.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import { fitsRequest, getTransaction } from './service/endpoints.ts'
import { failsAlone } from './service/retry-policy.ts'
import { orFailure, perform, type ServiceRead, sideBySide } from './service/service-read.ts'

/**
 * `met`: the first page of a list that does not go on as it was; empty where it does. What the store has between those and the page has not, and
 * what is `lost`, in flight and not listed, is asked for by its id. Returns those that the service denies.
 */
export function* deniedTransactions(
  rows: AccountStore,
  met: readonly Transaction[],
  lost: readonly string[],
): ServiceRead<readonly string[]> {
  const listed = new Set(met.flatMap(({ transaction_id }) => transaction_id ?? []))
  const ids = listed.size === 0 ? [] : yield* perform(() => rows.firstIds(listed.size + mostDenied))
  const last = ids.findLastIndex((id) => listed.has(id))
  const missing = ids.slice(0, Math.max(0, last)).filter((id) => !listed.has(id))
  const asked = [...new Set([...lost, ...missing])].filter((id) => id !== '' && fitsRequest(id))
  // More than these, and the list is another one.
  if (asked.length > mostDenied) return []
  const denied = yield* sideBySide(asked.map(isDenied))
  return asked.filter((_, index) => denied[index])
}

const mostDenied = 20

export function* isDenied(id: string): ServiceRead<boolean> {
  const answer = yield* orFailure(getTransaction(id), failsAlone)
  return answer instanceof ApiError && answer.failure.code === 'TXN-04'
}
