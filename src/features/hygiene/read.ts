import type { Transaction, Whitelist } from '../../api/records.ts'
import type { WholeList } from '../../api/walk/cross-check.ts'
import { wholeTransactions, wholeWhitelists } from '../../api/walk/lists.ts'
import type { RetryOptions } from '../../api/walk/retries.ts'
import {
  beforeFirstPage,
  readWhole,
  type Walk,
  type WalkEnd,
  type WalkProgress,
} from '../../api/walk/walk.ts'
import type { Books } from '../../books/books.ts'
import { eachTransaction } from '../../books/transaction-table.ts'
import type { Review } from './findings.ts'
import { beginReview } from './review.ts'

/** The lists that a review is made of, in the order in which they are read. */
export const reviewLists = ['whitelists', 'transactions'] as const
export type ReviewList = (typeof reviewLists)[number]

/** How far reading is. */
export interface ReviewProgress extends WalkProgress {
  readonly list: ReviewList
}

/** A review, and how each of its lists was read. */
export interface ReadReview extends Review {
  readonly lists: Readonly<Record<ReviewList, WalkEnd>>
}

/** Where the lists are read from: the service's own, unless others are given. */
export interface ReviewSources {
  readonly whitelists: WholeList<Whitelist>
  readonly transactions: WholeList<Transaction>
}

/** What is told while a review is made, and how that is held up and stopped. */
export interface ReadReviewOptions extends RetryOptions, Pick<Walk<unknown>, 'pageSize'> {
  /** The mark of the only session in which the service's own lists are read. */
  readonly session?: string
  readonly onProgress: (progress: ReviewProgress) => void
  readonly sources?: ReviewSources
}

/** Reads whitelists and then transactions whole, and reviews them. Throws as `readWhole` does. */
export async function readReview(options: ReadReviewOptions): Promise<ReadReview> {
  const { onProgress, session, sources = ofService(session), ...walk } = options
  const review = beginReview()
  const read = <R>(list: ReviewList, from: WholeList<R>, onPage: (records: readonly R[]) => void) => {
    onProgress({ list, ...beforeFirstPage })
    return readWhole(from, { ...walk, onPage, onProgress: (position) => onProgress({ list, ...position }) })
  }
  const whitelists = await read('whitelists', sources.whitelists, review.addWhitelists)
  const transactions = await read('transactions', sources.transactions, review.addTransactions)
  return { ...review.result(), lists: { whitelists, transactions } }
}

/** The same of books that were read already. */
export function reviewBooks({ whitelists, transactions }: Books): ReadReview {
  const review = beginReview()
  review.addWhitelists(whitelists.records)
  eachTransaction(transactions.table, (each) => review.addTransactions([{ ...each, received: null }]))
  return { ...review.result(), lists: { whitelists, transactions } }
}

function ofService(session: string | undefined): ReviewSources {
  return { whitelists: wholeWhitelists({}, session), transactions: wholeTransactions({}, session) }
}

/** Whether both lists are proved to have been read whole. */
export function isWhole({ lists }: ReadReview): boolean {
  return reviewLists.every((list) => lists[list].completeness === 'complete')
}

/** Why they are not, in sentences. */
export function doubtsOf({ lists }: ReadReview): readonly string[] {
  return reviewLists.flatMap((list) =>
    lists[list].doubts.map((doubt) => `${list === 'whitelists' ? 'Whitelists' : 'Transactions'}: ${doubt}`),
  )
}

/** When the last list was read to its end. */
export function asOf({ lists }: ReadReview): string {
  return lists.transactions.ended
}
