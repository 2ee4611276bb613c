import type { ConsoleTransaction, TotalsAnswer } from '../../../contract/console-api.ts'
import { dayLength } from '../../../contract/day.ts'
import type { Filter } from '../../../contract/endpoints.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import { listTransactions } from '../../../sync/service/endpoints.ts'
import { readFullPage } from '../../../sync/service/paging.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { awaitDates } from './awaited.ts'
import { storeBasis } from './basis.ts'
import { isByValue, pricedToday, valueSort } from './by-value.ts'
import { consoleTransaction, listedRecord } from './console-records.ts'
import { type ApiContext, keptAnswer, listAnswer, pageInTurn, seekEnds } from './kept-or-asked.ts'
import { askedTransactions, filterForService, pageRange, totalsColumns } from './list-query.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

/** Milliseconds. A page does not wait longer for its count: `/api/totals` gives it. */
const countPatience = 50

export function answerTransactions(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const { query } = call
  const range = pageRange(query)
  const asked = askedTransactions(query)
  const { sort: _, ...counted } = asked
  const filter = transactionFilter(query)
  return listAnswer(context, call, {
    list: 'transactions',
    async fromStore(kept, signal) {
      seekEnds(context, call, kept, asked)
      const { limit, offset } = range
      const further = { limit: limit + 1, offset }
      if (asked.sort?.column === 'recorded_on' && call.session.pack === null)
        await requireDates(context, kept, counted)
      const sort = isByValue(query) ? valueSort(query, await pricedToday(context, call)) : null
      const page = pageInTurn(context, call, signal, () =>
        kept.rows.transactionPage(sort ? { ...asked, sort } : asked, further, { signal }),
      )
      const count = context.answers.count(kept, counted).catch(() => null)
      const rows = await page
      const { total, undecided } = (await soonOrNull(count, countPatience)) ?? uncounted
      const records = rows.slice(0, limit).map(consoleTransaction)
      return keptAnswer(kept, 'transactions', records, { total, undecided, has_next: rows.length > limit })
    },
    fromService:
      filter &&
      readFullPage(
        'transactions',
        (page) => listTransactions({ ...filter, ...page }),
        ({ transaction_id }) => transaction_id,
        range,
      ),
    rowOf: (record): ConsoleTransaction => ({ ...listedRecord(record), recorded: null }),
    async prefersService(kept) {
      if (areDatesKnown(kept, asked)) return false
      seekEnds(context, call, kept, asked)
      const count = context.answers.count(kept, counted).catch(() => null)
      return (await soonOrNull(count, countPatience))?.undecided !== 0
    },
  })
}

/** Throws GTW-26 where rows have no date yet that may still be found. */
async function requireDates(
  { answers, sync }: ApiContext,
  kept: KeptRecords,
  asked: Omit<TransactionQuery, 'sort'>,
): Promise<void> {
  const { dates } = kept.standing.state
  // Every row of a period has a date.
  if (dates?.failure || dates?.isComplete || asked.period !== undefined) return
  const { total, undecided } = await answers.count(kept, { ...asked, period: allTime })
  if (undecided === 0) return
  sync.hurryDays(kept)
  throw awaitDates(total, undecided, kept)
}

const allTime = { before: Number.MAX_SAFE_INTEGER }

const uncounted = { total: null, undecided: null }

/** Null where it takes longer. It goes on all the same. */
export async function soonOrNull<Value>(value: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether dates of the period have been looked for. Where they cannot be known, the store says so, and the service would list anything. */
function areDatesKnown({ standing: { state } }: KeptRecords, { period }: TransactionQuery): boolean {
  if (period === undefined) return true
  const { dates } = state
  if (dates === null) return false
  const isAsked =
    dates.askedFrom !== null && period.from !== undefined && period.from >= dates.askedFrom * dayLength
  return dates.failure !== null || dates.isComplete || isAsked
}

/** Null where no service takes it. */
function transactionFilter(query: ReadQuery): Filter<'transactions'> | null {
  const filter = filterForService(query, 'transactions')
  return filter && { ...filter, ...query.dates }
}

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
