/** Reads the transactions of a filter, which may be all of them, into a table. */
import {
  type AskIds,
  askTransactionIds,
  dateFilterOf,
  ignoresDatesBeside,
  withRetries,
} from '../api/dates/date-filter.ts'
import { pinEndDate } from '../api/dates/dated-list.ts'
import type { Transaction } from '../api/records.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import { wholeTransactions } from '../api/walk/lists.ts'
import type { RetryOptions } from '../api/walk/retries.ts'
import { readWhole, type Walk } from '../api/walk/walk.ts'
import type { Filter } from '../contract/endpoints.ts'
import type { BookedTransactions } from './books.ts'
import { anyTime, createTransactionTable } from './transaction-table.ts'

export interface TransactionsControl extends RetryOptions, Pick<Walk<Transaction>, 'onProgress'> {
  /** They are read in this session only. */
  readonly session?: string | undefined
  /** They were read once, and are read again. */
  readonly onReadOnce?: (soFar: BookedTransactions) => void
}

export interface TransactionsRead {
  readonly booked: BookedTransactions
  /** With an end where one was set. */
  readonly filter: Filter<'transactions'>
  /** The end that was set; null where none was. */
  readonly endDate: string | null
}

/** Reads up to the present, so that no new transaction enters meanwhile. No transaction has a day before somebody needs it. */
export async function readTransactionTable(
  filter: Filter<'transactions'>,
  { session, onProgress, onReadOnce, ...walk }: TransactionsControl,
): Promise<TransactionsRead> {
  const ask = withRetries(askTransactionIds(session), walk)
  let pinned = await pinEndDate(filter, ask, walk)
  const { lacks } = pinned
  const list: WholeList<Transaction> = {
    ...wholeTransactions(pinned.filter, session),
    async withoutEnd(rows) {
      if (!(await lacks(rows))) return null
      pinned = { filter, endDate: null, lacks }
      return wholeTransactions(filter, session)
    },
  }
  const days = await readDateForms(session ?? null, ask, walk)
  const table = createTransactionTable()
  const end = await readWhole(list, {
    ...walk,
    onProgress,
    onPage: (records) => {
      for (const record of records) table.add(record, anyTime)
    },
    onReadOnce: (soFar) => onReadOnce?.({ ...soFar, table: table.table(), days }),
  })
  return { booked: { ...end, table: table.table(), days }, filter: pinned.filter, endDate: pinned.endDate }
}

/** False where the service is known to list transactions of other dates beside this filter, or to read dates wrongly. */
export async function heedsDates(
  filter: Filter<'transactions'>,
  { session, ...walk }: Omit<TransactionsControl, 'onProgress' | 'onReadOnce'>,
): Promise<boolean> {
  const ask = withRetries(askTransactionIds(session), walk)
  const found = await dateFilterOf(session ?? null, ask, walk)
  return found === null || (found.off === null && !(await ignoresDatesBeside(filter, found, ask, walk)))
}

/** Finds out which dates the service takes. */
async function readDateForms(
  session: string | null,
  ask: AskIds,
  { signal, now }: RetryOptions,
): Promise<BookedTransactions['days']> {
  let requests = 0
  const counting: AskIds = (...asked) => {
    requests += 1
    return ask(...asked)
  }
  const filter = await dateFilterOf(session, counting, { signal, now })
  const { off, form, days, formOfLinks } = filter ?? noTransactions
  return { failure: off, form, formOfLinks, whose: days, requests }
}

const noTransactions = { off: null, form: 'day', days: 'service', formOfLinks: 'day' } as const
