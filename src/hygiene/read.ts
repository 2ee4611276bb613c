import { listTransactions, listWhitelists } from '../api/endpoints.ts'
import type { ReadList } from '../api/paging.ts'
import type { Patience } from '../api/patience.ts'
import type { Transaction, Whitelist } from '../api/records.ts'
import { type Walk, type WalkEnd, walkPages } from '../api/walk.ts'
import type { Review } from './findings.ts'
import { beginReview } from './review.ts'

/** The lists that a review is made of, in the order in which they are read. */
export const reviewLists = ['whitelists', 'transactions'] as const
export type ReviewList = (typeof reviewLists)[number]

/** How far reading is. */
export interface ReviewProgress {
  readonly list: ReviewList
  readonly rows: number
  readonly pages: number
}

/** A review, and how each of its lists was read. */
export interface ReadReview extends Review {
  readonly lists: Readonly<Record<ReviewList, WalkEnd>>
}

/** Where the lists are read from: the service's own, unless others are given. */
export interface ReviewSources {
  readonly whitelists: ReadList<Whitelist>
  readonly transactions: ReadList<Transaction>
}

/** What is told while a review is made, and how that is held up and stopped. */
export interface ReadReviewOptions extends Patience, Pick<Walk<unknown>, 'pageSize'> {
  /** The mark of the only session in which the service's own lists are read. */
  readonly session?: string
  readonly onProgress: (progress: ReviewProgress) => void
  readonly sources?: ReviewSources
}

/** Reads every page of whitelists and then of transactions, and reviews them. Throws as `walkPages` does. */
export async function readReview(options: ReadReviewOptions): Promise<ReadReview> {
  const { onProgress, session, sources = ofService(options.signal, session), ...walk } = options
  const review = beginReview()
  async function readAll<R>(
    list: ReviewList,
    from: ReadList<R>,
    identity: (record: R) => string | null,
    take: (records: readonly R[]) => void,
  ): Promise<WalkEnd> {
    onProgress({ list, rows: 0, pages: 0 })
    const pages = walkPages(from, {
      ...walk,
      identity,
      onProgress: (rows, read) => onProgress({ list, rows, pages: read }),
    })
    for (;;) {
      const page = await pages.next()
      if (page.done) return page.value
      take(page.value)
    }
  }
  const whitelists = await readAll(
    'whitelists',
    sources.whitelists,
    ({ whitelist_id }) => whitelist_id,
    review.addWhitelists,
  )
  const transactions = await readAll(
    'transactions',
    sources.transactions,
    ({ transaction_id }) => transaction_id,
    review.addTransactions,
  )
  return { ...review.result(), lists: { whitelists, transactions } }
}

function ofService(signal: AbortSignal, session: string | undefined): ReviewSources {
  return {
    whitelists: (page) => listWhitelists(page, signal, session),
    transactions: (page) => listTransactions(page, signal, session),
  }
}
