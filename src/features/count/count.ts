/** How many transactions a filter lists and what they add up to, from the books. */

import { type Books, settleBooks } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { type DateForm, dayText, monthStart } from '../../contract/day.ts'
import { zero } from '../../contract/decimal.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import { RequestFault } from '../../contract/query.ts'
import { dateReasons } from '../../files/about-file.ts'
import { transactionsOfFilter } from '../../files/run.ts'
import { serviceParameters, setFilters } from '../../url/list-view.ts'
import type { ViewControl } from '../../work/views.ts'
import { type Basis, basisOf } from '../report/logic.ts'
import { type Sum, Totals } from './totals.ts'

export type CountSplit = 'none' | 'month' | 'day'

/** What was counted, and what that rests on. */
export interface Count {
  readonly leaves: readonly Leaf[]
  readonly rows: number
  readonly basis: Basis
  /** How days are asked for in links. */
  readonly form: DateForm
}

/** The transactions of one period, asset, network, type and status. */
export interface Leaf {
  readonly cells: Readonly<Record<LeafName, string | null>>
  readonly rows: number
  readonly amount: Sum
  readonly fee: Sum
}

/** `period` is a month or a day; null without a split or a date. `fee_asset_id` is null where nobody knows. */
export type LeafName = (typeof countedBy)[number] | 'fee_asset_id'

const countedBy = ['period', 'asset_id', 'network_id', 'transaction_type', 'status'] as const

/** A sentence where the books cannot tell what the service lists for this filter. */
export async function countBooks(
  undivided: Books,
  filter: TransactionFilter,
  split: CountSplit,
  divide: ViewControl['divide'],
): Promise<Count | string> {
  const { failure } = undivided.transactions.days
  if (split !== 'none' && failure !== null)
    return ['No totals by month or day.', ...dateReasons(failure, 0)].join(' ')
  const periods =
    split === 'none'
      ? []
      : allDays(undivided, serviceParameters(filter)).filter(
          ({ day }) => split === 'day' || day === monthStart(day),
        )
  const totals = new Totals(countedBy, ['amount', 'fee'])
  try {
    const { books, listed } = await transactionsOfFilter(undivided, setFilters(filter), divide, periods)
    if (listed.total === 0 && Object.keys(filter).length > 0)
      return 'None of the records match this filter to the letter. The service may take other spellings, or list newer ones.'
    // Rows of the books have getters, which the totals cannot read by name.
    listed.each(({ asset_id, network_id, transaction_type, status, amount, fee }, day) => {
      const period = split === 'none' || day === null ? null : periodOf(day, split)
      totals.add({ period, asset_id, network_id, transaction_type, status, amount, fee })
    })
    return countInBooks(books, totals)
  } catch (error) {
    if (error instanceof RequestFault) return `The records cannot be counted by this filter. ${error.details}`
    if (!(error instanceof RangeError)) throw error
    return 'There are too many days, assets, types and statuses to count. Use a narrower filter.'
  }
}

function countInBooks(books: Books, totals: Totals): Count {
  const { rule, networks } = settleBooks(books).settlement
  const assets = new Map(networks.map(({ network_id, asset_id }) => [network_id, asset_id]))
  const leaves = totals.groups().map(({ values, rows, sums }): Leaf => {
    const [period = null, asset_id = null, network_id = null, transaction_type = null, status = null] = values
    const fee_asset_id =
      rule.asset === 'transaction' ? asset_id : (assets.get(network_id) ?? feeAssetOf(network_id))
    const [amount = nothing, fee = nothing] = sums
    return {
      cells: { period, asset_id, network_id, transaction_type, status, fee_asset_id },
      rows,
      amount,
      fee,
    }
  })
  return {
    leaves,
    rows: leaves.reduce((sum, { rows }) => sum + rows, 0),
    basis: basisOf(books, ['transactions']),
    form: books.transactions.days.formOfLinks,
  }
}

function periodOf(day: number, split: CountSplit): string {
  return split === 'month' ? dayText(day).slice(0, 7) : dayText(day)
}

const nothing: Sum = { sum: zero, unreadable: 0 }
