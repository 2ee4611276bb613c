import type { TotalsAnswer } from '../../../contract/console-api.ts'
import { storeBasis } from './basis.ts'
import { type ApiContext, listAnswer, seekEnds } from './kept-or-asked.ts'
import { askedTransactions, totalsColumns } from './list-query.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

/** Sums need every record, so they come from the store only. */
export function answerTotals(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const { sort: _, ...asked } = askedTransactions(call.query)
  const by = totalsColumns(call.query)
  return listAnswer(context, call, {
    list: 'transactions',
    async fromStore(kept) {
      seekEnds(context, call, kept, asked)
      const [totals, { undecided }] = await Promise.all([
        context.answers.totals(kept, asked, by),
        asked.period === undefined ? { undecided: 0 } : context.answers.count(kept, asked),
      ])
      const body: TotalsAnswer = { ...storeBasis(kept, 'transactions'), totals, undecided }
      return { body, outcome: { rows: totals.length, from: 'store' } }
    },
    fromService: null,
    rowOf: (row) => row,
  })
}
