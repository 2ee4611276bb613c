/** The file of a report, in the worker that made the report: a page would stand still while it is written. */
import type { Books } from '../../books/books.ts'
import type { ExportFormat } from '../../files/list-export.ts'
import type { Question } from '../../work/task.ts'
import { askView, type ViewControl, type ViewLoaders } from '../../work/views.ts'
import type { Report } from './report.ts'
import { reportFile } from './report-file.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    'report-file': ReturnType<typeof reportFiles>
  }
}

/** Which report, as a page asks for it. */
export interface ReportOrder extends Pick<Question, 'view' | 'input'> {
  readonly format: ExportFormat
}

export function reportFiles(views: ViewLoaders) {
  return async (
    books: Books,
    { view, input, format }: ReportOrder,
    control: ViewControl,
  ): ReturnType<typeof reportFile> =>
    await reportFile(reportIn(await askView(views, view, books, input, control)), format)
}

/** An answer is a report, or has one. */
function reportIn(answer: unknown): Report {
  const found = isReport(answer) ? answer : Reflect.get(Object(answer), 'report')
  if (!isReport(found)) throw new TypeError('This view has no report.')
  return found
}

function isReport(answer: unknown): answer is Report {
  return typeof answer === 'object' && answer !== null && 'tables' in answer && 'basis' in answer
}
