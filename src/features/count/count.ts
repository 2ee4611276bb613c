/** How many transactions a filter lists and what they add up to: from the books, or from the filtered list. */

import { askTransactionIds, withRetries } from '../../api/dates/date-filter.ts'
import { pinEndDate } from '../../api/dates/dated-list.ts'
import { type DateForm, dayText } from '../../api/dates/day.ts'
import type { Transaction } from '../../api/records.ts'
import { wholeTransactions } from '../../api/walk/lists.ts'
import { askWithRetries } from '../../api/walk/retries.ts'
import { readWhole, type Walk, type WalkProgress } from '../../api/walk/walk.ts'
import { type Books, settleBooks } from '../../books/books.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import { type Decimal, zero } from '../../contract/decimal.ts'
import { endpointPath, type Filter } from '../../contract/endpoints.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import { watchFilter } from '../../files/filter-watch.ts'
import { transactionsExport } from '../../files/lists.ts'
import { Totals } from '../../files/totals.ts'
import { type Basis, basisOf } from '../report/index.ts'
import { booksFilter } from './filter-books.ts'

/** Into what time a count is split. */
export type CountSplit = 'none' | 'month' | 'day'

/** What was counted, and what that rests on. */
export interface Count {
  readonly leaves: readonly Leaf[]
  readonly rows: number
  readonly basis: Basis
  /** In which asset the fee of a transaction of this asset and network is; null where nobody knows. */
  readonly feeAsset: (assetId: string | null, networkId: string | null) => string | null
  /** How days are asked for in links. */
  readonly form: DateForm
  /** What has to be known to read it, in sentences. */
  readonly remarks: readonly string[]
}

/** The transactions of one period, asset, network, type and status. `period` is a month or a day, or nothing. */
export interface Leaf {
  readonly cells: Readonly<Record<(typeof countedBy)[number], string | null>>
  readonly rows: number
  readonly amount: Sum
  readonly fee: Sum
}

/** An exact sum, and how many amounts are no decimals and so not in it. */
interface Sum {
  readonly sum: Decimal
  readonly unreadable: number
}

export const countedBy = ['period', 'asset_id', 'network_id', 'transaction_type', 'status'] as const

/**
 * Counts in the books. Null where what the service lists for this filter cannot be told from them. Throws as
 * `countTotals` does.
 */
export function countBooks(books: Books, filter: Filter<'transactions'>, split: CountSplit): Count | null {
  const fits = booksFilter(filter, books)
  if (fits === null) return null
  const counter = countTotals()
  let isSure = true
  eachRow(books.transactions.table, (row, day) => {
    const isListed = fits(row, day)
    if (isListed) counter.add(row, split === 'none' || day === null ? null : periodOf(day, split))
    else if (isListed === null) isSure = false
  })
  return isSure ? { ...counter.count(), ...basisInBooks(books) } : null
}

/** What a count in the books rests on. */
export function basisInBooks(books: Books): Pick<Count, 'basis' | 'feeAsset' | 'form' | 'remarks'> {
  const { rule, networks } = settleBooks(books).settlement
  const assets = new Map(networks.map(({ network_id, asset_id }) => [network_id, asset_id]))
  return {
    basis: basisOf(books, ['transactions']),
    feeAsset: (assetId, networkId) =>
      rule.asset === 'transaction' ? assetId : (assets.get(networkId) ?? feeAssetOf(networkId)),
    form: books.transactions.days.formOfLinks,
    remarks: [],
  }
}

function periodOf(day: number, split: CountSplit): string {
  return split === 'month' ? dayText(day).slice(0, 7) : dayText(day)
}

/** Adds up transactions as they come. `add` throws as `Totals` does. */
export function countTotals() {
  const totals = new Totals({ by: countedBy, sums: ['amount', 'fee'] })
  return {
    add({ asset_id, network_id, transaction_type, status, amount, fee }: CountedRow, period: string | null) {
      totals.add({ period, asset_id, network_id, transaction_type, status, amount, fee })
    },
    count(): Pick<Count, 'rows' | 'leaves'> {
      const leaves = totals.groups().map(({ values, rows, sums }): Leaf => {
        const [period = null, asset_id = null, network_id = null, transaction_type = null, status = null] =
          values
        const [amount = nothing, fee = nothing] = sums
        return { cells: { period, asset_id, network_id, transaction_type, status }, rows, amount, fee }
      })
      return { leaves, rows: leaves.reduce((sum, { rows }) => sum + rows, 0) }
    },
  }
}

type CountedRow = Pick<BookRow, 'asset_id' | 'network_id' | 'transaction_type' | 'status' | 'amount' | 'fee'>

const nothing: Sum = { sum: zero, unreadable: 0 }
const tooManyKinds = 'There are too many days, assets, networks, types and statuses. Use a narrower filter.'

/** Who is told what while a list is counted. `stop` ends it with what was counted, which then is a part. */
export interface CountOptions
  extends Omit<Walk<Transaction>, 'onPage' | 'onProgress'>,
    Pick<Basis, 'service' | 'account'> {
  readonly stop: AbortSignal
  readonly onProgress?: (progress: WalkProgress) => void
  /** The mark of the only session in which they are read. */
  readonly session?: string
}

/**
 * Reads the filtered list, keeps nothing of it, and adds up: to the present, where the filter has no end and one can be set. Throws as
 * `readWhole` does.
 */
export async function countList(
  filter: Filter<'transactions'>,
  { session, service, account, ...options }: CountOptions,
): Promise<Count> {
  const tooMany = new AbortController()
  const stop = AbortSignal.any([options.stop, tooMany.signal])
  const signal = AbortSignal.any([options.signal, stop])
  const counter = countTotals()
  const ask = <T>(request: () => Promise<T>) => askWithRetries(request, { ...options, signal })
  const ids = withRetries(askTransactionIds(session), options)
  /** What is stopped has an answer all the same. */
  const unlessStopped =
    <T>(answer: T) =>
    (error: unknown) => {
      if (stop.aborted && !options.signal.aborted) return answer
      throw error
    }
  const pinned = await pinEndDate(filter, ids, { signal, now: options.now }).catch(
    unlessStopped({ filter, endDate: null }),
  )
  const watch = await watchFilter(filter)
  const end = await readWhole(wholeTransactions(pinned.filter, session), {
    ...options,
    stop,
    onPage: (records) => {
      for (const record of records) {
        watch.add(transactionsExport.rowsOf(record))
        try {
          counter.add(record, null)
        } catch {
          tooMany.abort(tooManyKinds)
        }
      }
    },
  })
  const { begun, ended, pages, doubts } = await watch.judge(end, {
    days: null,
    undated: 0,
    isReliable: () =>
      transactionsExport
        .heedsDates({ signal, ask, ...(session !== undefined && { session }) })
        .catch(unlessStopped(true)),
  })
  const { rows, leaves } = counter.count()
  return {
    rows,
    leaves,
    basis: {
      ...{ service, account, begun, ended, doubts },
      endpoints: [endpointPath('transactions')],
      read: { records: end.rows, pages },
    },
    feeAsset: (_, networkId) => feeAssetOf(networkId),
    form: 'day',
    remarks: pinned.endDate === null ? [] : [`Recorded up to ${pinned.endDate}.`],
  }
}
