/** How many transactions a filter lists and what they add up to, from the books. `count-list.ts` counts without them. */
import { type DateForm, dayText } from '../../api/dates/day.ts'
import { type Books, settleBooks } from '../../books/books.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import { zero } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import { type Sum, Totals } from '../../files/totals.ts'
import { type Basis, basisOf } from '../report/index.ts'
import { booksFilter } from './books-filter.ts'

export type CountSplit = 'none' | 'month' | 'day'

/** What was counted, and what that rests on. */
export interface Count {
  readonly leaves: readonly Leaf[]
  readonly rows: number
  readonly basis: Basis
  /** How days are asked for in links. */
  readonly form: DateForm
  /** Sentences that belong to the result. */
  readonly remarks: readonly string[]
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

/** Null where the books cannot tell what the service lists for this filter. Throws as `Totals` does. */
export function countBooks(books: Books, filter: Filter<'transactions'>, split: CountSplit): Count | null {
  const fits = booksFilter(filter, books)
  if (fits === null) return null
  const totals = countTotals()
  let isSure = true
  eachRow(books.transactions.table, (row, day) => {
    const isListed = fits(row, day)
    if (isListed === null) isSure = false
    if (isListed) addBooked(totals, row, split === 'none' || day === null ? null : periodOf(day, split))
  })
  return isSure ? countInBooks(books, totals) : null
}

/** What was counted in the books. */
export function countInBooks(books: Books, totals: Totals): Count {
  const { rule, networks } = settleBooks(books).settlement
  const assets = new Map(networks.map(({ network_id, asset_id }) => [network_id, asset_id]))
  const feeAsset = (assetId: string | null, networkId: string | null) =>
    rule.asset === 'transaction' ? assetId : (assets.get(networkId) ?? feeAssetOf(networkId))
  const basis = basisOf(books, ['transactions'])
  return { ...countOfTotals(totals, feeAsset), basis, form: books.transactions.days.formOfLinks, remarks: [] }
}

function periodOf(day: number, split: CountSplit): string {
  return split === 'month' ? dayText(day).slice(0, 7) : dayText(day)
}

export function countTotals(): Totals {
  return new Totals({ by: countedBy, sums: ['amount', 'fee'] })
}

/** Rows of the books have getters, which the totals cannot read by name. */
export function addBooked(totals: Totals, row: BookRow, period: string | null): void {
  const { asset_id, network_id, transaction_type, status, amount, fee } = row
  totals.add({ period, asset_id, network_id, transaction_type, status, amount, fee })
}

/** What the totals came to. */
export function countOfTotals(
  totals: Totals,
  feeAsset: (assetId: string | null, networkId: string | null) => string | null,
): Pick<Count, 'rows' | 'leaves'> {
  const leaves = totals.groups().map(({ values, rows, sums }): Leaf => {
    const [period = null, asset_id = null, network_id = null, transaction_type = null, status = null] = values
    const fee_asset_id = feeAsset(asset_id, network_id)
    const [amount = nothing, fee = nothing] = sums
    return {
      cells: { period, asset_id, network_id, transaction_type, status, fee_asset_id },
      rows,
      amount,
      fee,
    }
  })
  return { leaves, rows: leaves.reduce((sum, { rows }) => sum + rows, 0) }
}

const nothing: Sum = { sum: zero, unreadable: 0 }
