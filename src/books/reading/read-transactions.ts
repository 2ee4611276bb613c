/** Reads the transactions of a filter, which may be all of them, into a table. */

import type { Filter } from '../../contract/endpoints.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import type { WholeList } from '../../sync/cross-check.ts'
import { dateFilterOf, ignoresDatesBeside } from '../../sync/date-filter.ts'
import { pinEndDate } from '../../sync/dated-list.ts'
import type { Reading } from '../../sync/reading.ts'
import { readWhole, type Walk } from '../../sync/walk.ts'
import { wholeTransactions } from '../../sync/whole-lists.ts'
import type { BookedTransactions } from '../books.ts'
import { anyTime, createTransactionTable } from '../transaction-table.ts'

interface TransactionsControl extends Pick<Walk<Transaction>, 'onProgress'> {
  readonly onReadOnce?: (soFar: BookedTransactions) => void
}

export interface TransactionsRead {
  readonly booked: BookedTransactions
  /** With an end where one was set. */
  readonly filter: Filter<'transactions'>
}

/** Reads up to the present, so that no new transaction enters meanwhile. No transaction has a day before somebody needs it. */
export function* readTransactionTable(
  filter: Filter<'transactions'>,
  { onProgress, onReadOnce }: TransactionsControl = {},
): Reading<TransactionsRead> {
  let pinned = yield* pinEndDate(filter)
  const { lacks } = pinned
  const list: WholeList<Transaction> = {
    ...wholeTransactions(pinned.filter),
    ...(lacks && {
      *withoutEnd(rows) {
        if (!(yield* lacks(rows))) return null
        pinned = { filter, lacks }
        return wholeTransactions(filter)
      },
    }),
  }
  const days = yield* readDateForms()
  const table = createTransactionTable()
  const end = yield* readWhole(list, {
    onProgress,
    onPage: (records) => {
      for (const record of records) table.add(record, anyTime)
    },
    onReadOnce: (soFar) => onReadOnce?.({ ...soFar, table: table.table(), days }),
  })
  return { booked: { ...end, table: table.table(), days }, filter: pinned.filter }
}

/** False where the service is known to list transactions of other dates beside this filter, or to read dates wrongly. */
export function* heedsDates(filter: Filter<'transactions'>): Reading<boolean> {
  const dates = yield* dateFilterOf()
  return dates === null || (dates.off === null && !(yield* ignoresDatesBeside(filter, dates)))
}

function* readDateForms(): Reading<BookedTransactions['days']> {
  const { off, form, days, formOfLinks } = (yield* dateFilterOf()) ?? noTransactions
  return { failure: off, form, formOfLinks, whose: days }
}

const noTransactions = { off: null, form: 'day', days: 'service', formOfLinks: 'day' } as const
