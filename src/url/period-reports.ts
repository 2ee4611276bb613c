/** Reports of a period, in the days of a zone, and of some vaults and assets: postings, counterparties and fees. Parameters are a statement's, and `only`. */
import type { PeriodReportPath } from '../contract/period-reports.ts'
import { isTimeZone } from '../contract/time-zone.ts'
import { readAssets, readVaults } from './holdings.ts'
import { ListCodec } from './page-state.ts'
import { periodAround, readPeriod } from './periods.ts'
import { readStatementQuery, type StatementQuery, statementParameters } from './statements.ts'

const reportView = (own: Partial<typeof readers>) =>
  new ListCodec({
    filters: [],
    params: ['vaults', 'assets', 'period', 'zone', 'rows', 'only'],
    isPaged: false,
    isUsable: (name, value) => ({ ...readers, ...own })[name](value),
  })

const readers = {
  vaults: (text: string) => readVaults(text) !== null,
  assets: (text: string) => readAssets(text) !== null,
  period: (text: string) => readPeriod(text) !== null,
  zone: isTimeZone,
  /** Each with its parts. */
  rows: (text: string) => text === 'open',
  only: (_text: string) => false,
}

const common = reportView({})

const ofCounterparties = reportView({ only: (text) => text === moreThanEver })

export function periodReportView(path: PeriodReportPath): typeof common {
  return path === '/counterparties' ? ofCounterparties : common
}

/** Value of `only`: who received more of an asset than in any earlier period. */
export const moreThanEver = 'more-than-ever'

export interface PeriodReportQuery extends StatementQuery {
  readonly only: typeof moreThanEver | null
}

/** The default period is the last month that is over, and of counterparties this month so far. `today` is `YYYY-MM-DD`. */
export function readPeriodReport(
  path: PeriodReportPath,
  { rows: _, only, ...params }: ReturnType<typeof common.parse>['params'],
  today: string,
): PeriodReportQuery {
  const query = readStatementQuery(params, today)
  const isDefault = path === '/counterparties' && params.period === undefined
  return {
    ...query,
    ...(isDefault && { period: periodAround('month', today) }),
    only: only === moreThanEver ? only : null,
  }
}

export function periodReportParameters({ only, ...query }: PeriodReportQuery) {
  return { ...statementParameters(query), ...(only && { only }) }
}

export function periodReportHref(
  path: PeriodReportPath,
  query: StatementQuery & Partial<PeriodReportQuery>,
): string {
  return periodReportView(path).href(path, {}, periodReportParameters({ only: null, ...query }))
}
