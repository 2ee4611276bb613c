/** Apart from the search for dates, which pages load once their rows are painted. */
import { listTransactions } from '../endpoints.ts'
import { askWithRetries, type RetryOptions } from '../walk/retries.ts'
import type { AskIds } from './date-filter.ts'

/** Asks GET /transactions for the ids of a filter; failures are met as `RetryOptions` says. */
export function askTransactionIds(retrying: Omit<RetryOptions, 'signal'> = {}): AskIds {
  return async (filter, page, signal) => {
    const request = () => listTransactions({ ...filter, ...page }, signal)
    const { records } = await askWithRetries(request, { ...retrying, signal })
    const at = Date.parse(records[0]?.timestamp ?? '')
    return {
      ids: records.flatMap(({ transaction_id: id }) => id ?? []),
      isFull: records.length >= page.limit,
      at: Number.isNaN(at) ? null : at,
    }
  }
}
