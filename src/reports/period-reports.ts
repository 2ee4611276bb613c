/** Reports of a period and some vaults: what all of them are asked for by, and say of it. */
import type { PeriodReportName } from '../contract/period-reports.ts'
import type { Report } from '../contract/report.ts'
import {
  type PeriodReportQuery,
  periodReportHref,
  periodReportParameters,
  periodReportView,
  readPeriodReport,
} from '../url/period-reports.ts'
import type { StatementQuery } from '../url/statements.ts'
import { type AnyReport, type LongReport, packParameters, type ReportEntry, reportEntry } from './entry.ts'
import { refusedLink } from './links.ts'
import type { ReportRecords } from './report-records.ts'
import { vaultsText } from './statements/holding-lines.ts'
import { begunPeriod, refusedScope, type Scope } from './statements/scope.ts'

interface MadeReport
  extends Pick<Report, 'headline' | 'tables' | 'remarks' | 'basis'>,
    Partial<Pick<LongReport, 'allRows'>> {
  readonly scope: Scope
  readonly inputs?: Report['inputs'] | undefined
}

interface ScopedReport<Query>
  extends Pick<ReportEntry<Query>, 'name' | 'path' | 'lists' | 'parse' | 'edges'>,
    Pick<Report, 'title'> {
  hrefOf(query: Query): string
  parametersOf(query: Query): Report['parameters']
  make(records: ReportRecords, query: Query): Promise<MadeReport>
}

export function scopedReport<Query extends StatementQuery>({
  title,
  hrefOf,
  parametersOf,
  make,
  ...entry
}: ScopedReport<Query>): AnyReport {
  const { name } = entry
  return reportEntry<Query>({
    ...entry,
    packFiles: (scope) => ({ [name]: packParameters(scope) }),
    async make(records, query) {
      const wholeDays = query.zone && hrefOf({ ...query, zone: null })
      const refused = await refusedScope(records, query.vaults, wholeDays)
      if (refused) return refused
      const { scope, inputs, ...made } = await make(records, query)
      return {
        ...{ name, title, ...made, parameters: parametersOf(query), shown: vaultsText(scope) },
        ...{ link: hrefOf(query), ...(inputs && { inputs }) },
      }
    },
  })
}

type OwnPage = Pick<ScopedReport<PeriodReportQuery>, 'title' | 'lists' | 'edges' | 'make'>

/** On a page of its own, which has its name. */
export function periodReport(name: PeriodReportName, own: OwnPage): AnyReport {
  const path = `/${name}` as const
  return scopedReport<PeriodReportQuery>({
    ...{ ...own, name, path, parametersOf: periodReportParameters },
    parse(parameters, now) {
      const { params, invalid } = periodReportView(path).parse(parameters)
      const refused = refusedLink('No report for this link', invalid)
      return refused ?? begunPeriod(params, now, (today) => readPeriodReport(path, params, today))
    },
    hrefOf: (query) => periodReportHref(path, query),
  })
}
