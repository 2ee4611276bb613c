/** Reports of a period, in the days of a zone, and of some vaults and assets: postings, counterparties and fees. Parameters are a statement's. */
import { isTimeZone } from '../contract/time-zone.ts'
import { readAssets, readVaults } from './holdings.ts'
import { ListCodec } from './list-view.ts'
import type { NavigationPath } from './pages.ts'
import { readPeriod } from './periods.ts'
import { type StatementQuery, statementParameters } from './statements.ts'

export const periodReportView = new ListCodec({
  filters: [],
  params: ['vaults', 'assets', 'period', 'zone', 'rows'],
  isPaged: false,
  isUsable: (name, value) => readers[name](value),
})

const readers = {
  vaults: (text: string) => readVaults(text) !== null,
  assets: (text: string) => readAssets(text) !== null,
  period: (text: string) => readPeriod(text) !== null,
  zone: isTimeZone,
  /** Each with its parts. */
  rows: (text: string) => text === 'open',
}

export function periodReportHref(path: PeriodReportPath, query: StatementQuery): string {
  return periodReportView.href(path, {}, statementParameters(query))
}

export type PeriodReportPath = Extract<NavigationPath, '/postings' | '/counterparties' | '/fees'>
