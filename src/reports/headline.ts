import type { ReportHeadline } from '../contract/report.ts'
import { type AnyFigure, type AnyReport, isRefusal } from './entry.ts'

/** What a report says above all, for pages that show no more of it. */
export function headlineFigure(report: AnyReport): AnyFigure {
  const { name, lists } = report
  return {
    name: `${name}-headline`,
    lists,
    open(parameters, now) {
      const opened = report.open(parameters, now)
      if ('refusal' in opened) return opened
      return {
        edges: opened.edges,
        comparedWith: opened.comparedWith,
        async make(records): Promise<ReportHeadline | { readonly refusal: object }> {
          const made = await opened.make(records)
          if (isRefusal(made)) return made
          const { title, headline, basis } = made
          return { title, headline, isPartial: basis.doubts.length > 0 }
        },
      }
    },
  }
}
