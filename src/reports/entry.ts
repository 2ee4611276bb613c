/** What one report is: its link, what it needs, and how it is made. Page, file and pack follow from it. */
import type { ConsoleListName } from '../contract/console-api.ts'
import type { ReportName } from '../contract/list-names.ts'
import type { Refused, Report, ReportRow } from '../contract/report.ts'
import type { Edge } from '../ledger/edges.ts'
import { type Period, writePeriod } from '../url/periods.ts'
import type { DatedAccount, ReportRecords } from './report-records.ts'

/** A report with more rows than a page has: its files have all of them, and no other table. */
export interface LongReport extends Report {
  /** Of its first table, while the records can still be asked. */
  allRows(): AsyncIterable<readonly ReportRow[]>
}

interface Named {
  readonly name: string
  /** Lists without which it cannot be made. */
  readonly lists: readonly ConsoleListName[]
}

/** What a page shows beside reports, such as a chart: parsed, kept and refused as a report is, and in no file. */
export interface FigureEntry<Query, Value extends object> extends Named {
  /** `now`: milliseconds since 1970. */
  parse(parameters: URLSearchParams, now: number): Query | Refused
  /** Where it tells transactions apart, in order; none where it needs no date. */
  edges(query: Query, account: DatedAccount): readonly Edge[]
  /** What it compares the account with: the id of an open pack, or `present`. Null where it compares nothing. */
  comparedWith?(query: Query): string | null
  /** `taken`: what it takes from, where that is kept. */
  make(records: ReportRecords, query: Query, taken?: Report): Promise<Value | Refused>
}

interface OfReport extends Named {
  readonly name: ReportName
  /** Of its page, which takes the same parameters. */
  readonly path: string
  /** Another report that this one shows a part of, in its form without parameters. */
  readonly takesFrom?: AnyReport
  /** Its files in an audit pack by their names, without an ending, each with the parameters of its link. */
  packFiles?(scope: PackScope): Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type ReportEntry<Query> = FigureEntry<Query, Report> & OfReport

export function packParameters({ period, vaults }: PackScope): Readonly<Record<string, string>> {
  return { period: writePeriod(period), ...(vaults !== null && { vaults }) }
}

export interface PackScope {
  readonly period: Period
  /** As links have them; null for all of them. */
  readonly vaults: string | null
}

/** An entry whose query is its own affair: what it parses, it makes. */
export interface Opens<Value> {
  open(parameters: URLSearchParams, now: number): OpenedReport<Value> | Refused
}

export interface AnyReport extends OfReport, Opens<Report> {}

export interface AnyFigure extends Named, Opens<object> {}

/** See `FigureEntry`. */
export interface OpenedReport<Value> {
  edges(account: DatedAccount): readonly Edge[]
  readonly comparedWith: string | null
  make(records: ReportRecords, taken?: Report): Promise<Value | Refused>
}

export function reportEntry<Query extends object>(entry: ReportEntry<Query>): AnyReport {
  return { ...entry, ...figureEntry<Query, Report>(entry), name: entry.name }
}

export function figureEntry<Query extends object, Value extends object>(
  entry: FigureEntry<Query, Value>,
): Named & Opens<Value> {
  const { name, lists } = entry
  return {
    ...{ name, lists },
    open(parameters, now) {
      const query = entry.parse(parameters, now)
      if (isRefusal(query)) return query
      return {
        edges: (account) => entry.edges(query, account),
        comparedWith: entry.comparedWith?.(query) ?? null,
        make: (records, taken) => entry.make(records, query, taken),
      }
    },
  }
}

export function isRefusal(value: object): value is Refused {
  return 'refusal' in value
}

export function isLongReport(report: object): report is LongReport {
  return 'allRows' in report
}
