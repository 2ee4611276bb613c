/** Files of reports that books make. */

import type { Books } from '../../books/books.ts'
import type { Report } from '../../contract/report.ts'
import { type ExportFormat, mediaTypes } from '../../files/list-export.ts'
import type { WrittenFile } from '../../files/written-file.ts'
import { writeReport } from '../../reports/report-file.ts'
import type { Question } from '../../work/task.ts'
import type { ViewControl } from '../../work/views.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    'report-file': typeof reportFileAnswer
  }
}

interface ReportOrder extends Pick<Question, 'view' | 'input'> {
  readonly format: ExportFormat
}

/** Written where the report was made: a page would stand still meanwhile. */
export async function reportFileAnswer(
  _books: Books,
  { view, input, format }: ReportOrder,
  { ask }: Pick<ViewControl, 'ask'>,
): ReturnType<typeof reportFile> {
  return await reportFile(reportIn(await ask(view, input)), format)
}

/** An answer is a report, or has one. */
function reportIn(answer: unknown): Report {
  const report = isReport(answer) ? answer : Reflect.get(Object(answer), 'report')
  if (!isReport(report)) throw new TypeError('This view has no report.')
  return report
}

function isReport(answer: unknown): answer is Report {
  return typeof answer === 'object' && answer !== null && 'tables' in answer && 'basis' in answer
}

export async function reportFile(
  report: Report,
  format: ExportFormat,
): Promise<{ readonly content: Blob; readonly written: WrittenFile }> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const sink = { write: (bytes: Uint8Array) => void pieces.push(new Uint8Array(bytes)) }
  const written = await writeReport(report, format, sink)
  return { content: new Blob(pieces, { type: mediaTypes[format] }), written }
}
