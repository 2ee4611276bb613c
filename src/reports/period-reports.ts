/** What reports of a period and some vaults have alike: their links, and the lists that their numbers lead to. */
import { dayText } from '../contract/day.ts'
import type { LinkRefusal } from '../contract/report.ts'
import { readZone, zoneDayOf } from '../contract/time-zone.ts'
import {
  type PeriodReportPath,
  type PeriodReportQuery,
  periodReportHref,
  periodReportViews,
  readPeriodReport,
} from '../url/period-reports.ts'
import type { StatementQuery } from '../url/statements.ts'
import { faultsOf, refusedLink } from './link-faults.ts'
import type { ReportRecords } from './report-records.ts'
import { scopeRefusal } from './statements/scope.ts'

export function parsePeriodReport(
  path: PeriodReportPath,
  parameters: URLSearchParams,
  now: number,
): PeriodReportQuery | { readonly refusal: LinkRefusal } {
  const { params, invalid } = periodReportViews[path].parse(parameters)
  const faults = faultsOf(invalid)
  if (faults.length > 0) return refusedLink('No report for this link', faults)
  const today = dayText(zoneDayOf(now, readZone(params.zone ?? '') ?? 'UTC'))
  const query = readPeriodReport(path, params, today)
  return query.period.first > today
    ? { refusal: { title: 'This period has not begun', text: 'Choose a period that has begun.' } }
    : query
}

/** Why the records have no report of this link; null if they have. */
export function periodRefusal(
  records: ReportRecords,
  query: StatementQuery,
  path: PeriodReportPath,
): Promise<LinkRefusal | null> {
  const wholeDays = query.zone && periodReportHref(path, { ...query, zone: null })
  return scopeRefusal(records, query.vaults, wholeDays)
}
