import { Refusal } from '../../http.ts'
import type { GatewayContext } from '../context.ts'
import { storeBasis } from './basis.ts'
import { listedTransaction } from './console-records.ts'
import { rangeOf, transactionQuery } from './list-query.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export async function answerTransactions(
  { sync }: GatewayContext,
  { session, query, signal }: ApiCall,
): Promise<ApiAnswer> {
  const { limit, offset } = rangeOf(query)
  const asked = transactionQuery(query)
  const kept = await sync.records(session)
  if (!('rows' in kept)) throw new Refusal('GTW-27')
  const work = { signal }
  const rows = await kept.rows.transactionPage(asked, { limit: limit + 1, offset }, work)
  const { total, undecided } = await kept.rows.transactionCount(asked, work)
  const records = rows.slice(0, limit).map(listedTransaction)
  return {
    body: {
      ...storeBasis(kept, 'transactions'),
      records,
      total,
      undecided,
      has_next: rows.length > limit,
      no_records: null,
    },
    outcome: { rows: records.length, from: 'store' },
  }
}
