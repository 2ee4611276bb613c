/** Queries and hooks of reports, by the parameters of their pages' links. */
import { useQuery } from '@tanstack/react-query'
import { pathSegment } from '../contract/endpoints.ts'
import type { ReportName } from '../contract/list-names.ts'
import { asFields } from '../contract/normal-records.ts'
import type { LinkRefusal, ReportAnswer } from '../contract/report.ts'
import { recordsQuery } from './records.ts'

/** Path and query of a report's page, for the report and for its downloads. `link`: path and query. */
export function reportTarget(name: ReportName, link: string, currency: string | null = null): string {
  return targetOf('reports', name, link, currency)
}

function targetOf(what: 'reports' | 'figures', name: string, link: string, currency: string | null): string {
  const query = new URLSearchParams(link.includes('?') ? link.slice(link.indexOf('?')) : '')
  if (currency !== null) query.set('currency', currency)
  const path = `/${what}/${pathSegment(name)}`
  return query.size > 0 ? `${path}?${query}` : path
}

export function useReport(target: string) {
  return useQuery({
    ...recordsQuery('report', target, isReportAnswer, 'a report'),
    // Comparing two large reports takes longer than drawing one.
    structuralSharing: false,
  })
}

/** `isFigure` says whether an answer has the form that the page reads. */
export function useFigure<Value extends object>(
  name: string,
  link: string,
  isFigure: (fields: Readonly<Record<string, unknown>>) => boolean,
  {
    currency = null,
    isWanted = true,
  }: { readonly currency?: string | null; readonly isWanted?: boolean } = {},
) {
  const target = targetOf('figures', name, link, currency)
  const isAnswer = (body: unknown): body is Value | { readonly refusal: LinkRefusal } => {
    const fields = asFields(body)
    return fields !== null && ('refusal' in fields || isFigure(fields))
  }
  return useQuery({ ...recordsQuery('figure', target, isAnswer, 'figures'), enabled: isWanted })
}

function isReportAnswer(body: unknown): body is ReportAnswer {
  const { report, refusal } = asFields(body) ?? {}
  return Array.isArray(asFields(report)?.tables) || typeof asFields(refusal)?.title === 'string'
}
