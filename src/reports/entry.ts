/** What one report is: its link, what it needs, and how it is made. Page, file and pack follow from it. */
import type { ReportName } from '../contract/file-names.ts'
import type { LinkRefusal, Report, ReportRow } from '../contract/report.ts'
import type { Edge } from '../ledger/edges.ts'
import { type Period, writePeriod } from '../url/periods.ts'
import type { BasisList, DatedAccount, ReportRecords } from './report-records.ts'

/** A report with more rows than a page has: its files have all of them, and no other table. */
export interface LongReport extends Report {
  /** Of its first table, while the records can still be asked. */
  allRows(): AsyncIterable<readonly ReportRow[]>
}

export interface ReportEntry<Query> {
  readonly name: ReportName
  /** Of its page, which takes the same parameters. */
  readonly path: string
  /** Lists without which it cannot be made. */
  readonly lists: readonly BasisList[]
  /** `now`: milliseconds since 1970. */
  parse(parameters: URLSearchParams, now: number): Query | { readonly refusal: LinkRefusal }
  /** Where it tells transactions apart, in order; none where it needs no date. */
  edges(query: Query, account: DatedAccount): readonly Edge[]
  /** `taken`: what it takes from, where that is kept. */
  make(
    records: ReportRecords,
    query: Query,
    taken?: Report,
  ): Promise<Report | { readonly refusal: LinkRefusal }>
  /** Another report that this one shows a part of, in its form without parameters. */
  readonly takesFrom?: AnyReport
  /** What it compares the account with: the id of an open pack, or `present`. Null where it compares nothing. */
  comparedWith?(query: Query): string | null
  /** Its files in an audit pack by their names, without an ending, each with the parameters of its link. */
  packFiles?(scope: PackScope): Readonly<Record<string, Readonly<Record<string, string>>>>
}

export function packParameters({ period, vaults }: PackScope): Readonly<Record<string, string>> {
  return { period: writePeriod(period), ...(vaults !== null && { vaults }) }
}

export interface PackScope {
  readonly period: Period
  /** As links have them; null for all of them. */
  readonly vaults: string | null
}

/** What a page shows beside reports, such as a chart: parsed, kept and refused as a report is, and in no file. */
export interface FigureEntry<Query, Value extends object>
  extends Pick<ReportEntry<Query>, 'lists' | 'parse' | 'edges'> {
  readonly name: string
  make(records: ReportRecords, query: Query): Promise<Value | { readonly refusal: LinkRefusal }>
}

/** An entry whose query is its own affair: what it parses, it makes. */
export interface AnyReport
  extends Pick<ReportEntry<unknown>, 'name' | 'path' | 'lists' | 'packFiles' | 'takesFrom'> {
  open(parameters: URLSearchParams, now: number): OpenedReport<Report> | { readonly refusal: LinkRefusal }
}

export interface AnyFigure extends Pick<FigureEntry<unknown, object>, 'name' | 'lists'> {
  open(parameters: URLSearchParams, now: number): OpenedReport<object> | { readonly refusal: LinkRefusal }
}

export interface OpenedReport<Value> {
  edges(account: DatedAccount): readonly Edge[]
  /** See `ReportEntry`. */
  readonly comparedWith: string | null
  make(records: ReportRecords, taken?: Report): Promise<Value | { readonly refusal: LinkRefusal }>
}

export function reportEntry<Query extends object>(entry: ReportEntry<Query>): AnyReport {
  const { name, path, lists, packFiles, takesFrom } = entry
  return {
    ...{ name, path, lists, open: openerOf<Query, Report>(entry) },
    ...(packFiles && { packFiles }),
    ...(takesFrom && { takesFrom }),
  }
}

export function figureEntry<Query extends object, Value extends object>(
  entry: FigureEntry<Query, Value>,
): AnyFigure {
  const { name, lists } = entry
  return { name, lists, open: openerOf<Query, Value>(entry) }
}

function openerOf<Query extends object, Value extends object>(
  entry: Pick<FigureEntry<Query, Value>, 'parse' | 'edges'> &
    Pick<ReportEntry<Query>, 'comparedWith'> & {
      make(
        records: ReportRecords,
        query: Query,
        taken?: Report,
      ): ReturnType<FigureEntry<Query, Value>['make']>
    },
) {
  return (parameters: URLSearchParams, now: number) => {
    const query = entry.parse(parameters, now)
    if (isRefusal(query)) return query
    return {
      edges: (account: DatedAccount) => entry.edges(query, account),
      comparedWith: entry.comparedWith?.(query) ?? null,
      make: (records: ReportRecords, taken?: Report) => entry.make(records, query, taken),
    }
  }
}

export function isRefusal(value: object): value is { readonly refusal: LinkRefusal } {
  return 'refusal' in value
}

export function isLongReport(report: object): report is LongReport {
  return 'allRows' in report
}
