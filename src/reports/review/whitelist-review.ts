import { reportEntry } from '../entry.ts'
import type { ReportRecords } from '../report-records.ts'
import { reviewFindings } from './review-findings.ts'
import { reviewReport } from './review-report.ts'

const lists = ['whitelists', 'transactions'] as const

/** Its tab and its finding are what the page shows of it: the report has all of them. */
export const reviewEntry = reportEntry({
  name: 'whitelist-review',
  packFiles: () => ({ 'whitelist-review': {} }),
  path: '/review',
  lists,
  parse: () => ({}),
  edges: () => [],
  make: makeReview,
})

/** Webhooks tell of it what is critical. */
export async function makeReview(records: ReportRecords) {
  const { destinations } = records.moment
  const reviewed = await reviewFindings(await records.whitelists(), destinations)
  return reviewReport(reviewed, await records.moment.acceptedFindings(), await records.basis(lists))
}
