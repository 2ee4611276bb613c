import type { Books } from '../../books/books.ts'
import { eachRow } from '../../books/transaction-table.ts'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import type { Report } from '../../contract/report.ts'
import { reviewFindings } from '../../reports/review/review-findings.ts'
import { reviewReport } from '../../reports/review/review-report.ts'
import { destinationsOf, type SpannedTransaction } from '../../reports/review/testing/destinations.ts'
import { basisOf } from '../report/report.ts'

/** The review of what a browser has read, as long as packs are made of that. */
export async function reviewOfBooks(books: Books, accepted: readonly AcceptedFinding[]): Promise<Report> {
  const { whitelists, transactions } = books
  const rows: SpannedTransaction[] = []
  eachRow(transactions.table, (row, _day, recorded) => rows.push({ transaction: row.whole(), recorded }))
  const reviewed = await reviewFindings(whitelists.records, destinationsOf(rows, whitelists.records))
  return reviewReport(reviewed, accepted, basisOf(books, ['whitelists', 'transactions']))
}
