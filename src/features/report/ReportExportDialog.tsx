import { useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../../api/session.ts'
import { counted } from '../../contract/count-text.ts'
import { type Report, withParts } from '../../contract/report.ts'
import type { WrittenFile } from '../../files/written-file.ts'
import { Instant } from '../../records/text.tsx'
import { announce } from '../../ui/inline.tsx'
import { activityEnd, saveBlob, tellGateway } from '../../work/made-file.ts'
import type { Question } from '../../work/task.ts'
import { askBooks } from '../../work/work.ts'
import { beginEvidence, FileDialog, type FileOrder, FileRefused } from '../export/FileDialog.tsx'

/** Asks for a format and saves the report. The audit log hears of it. */
export default function ReportExportDialog({
  report,
  question,
  onSaved,
  onClose,
}: {
  report: Report
  question: Question
  onSaved: (file: WrittenFile) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const { name, title, link, parameters, inputs = {}, basis } = report
  const isOver = (session: string) => client.getQueryData(sessionQuery.queryKey)?.mark !== session
  return (
    <FileDialog
      title={title}
      about={
        <p>
          {counted(rowsOf(report), 'row')}, as of <Instant iso={basis.as_of} />.
        </p>
      }
      evidenceText={
        evidencePaths.has(link.split('?')[0] ?? '')
          ? 'All records of the account are read again for it, and are in it.'
          : null
      }
      makeFile={async (order) => {
        if (order.evidence)
          return await beginEvidence(order, {
            ...{ kind: name, title, words: Object.values(parameters).join(', '), filter: parameters, inputs },
            about: { of: 'report', link },
          })
        onSaved(await savedReport(report, question, order, isOver))
      }}
      onClose={onClose}
    />
  )
}

function rowsOf({ tables }: Report): number {
  return tables.reduce((sum, { rows, isAside }) => sum + (isAside ? 0 : withParts(rows).length), 0)
}

/** The paths of reports that can be made again from their link alone. */
const evidencePaths: ReadonlySet<string> = new Set(['/statements', '/reconciliation', '/review', '/sample'])

/** `isOver` says whether the session in which it began is over. */
async function savedReport(
  report: Report,
  { view, input, books, others }: Question,
  { choice: { format }, session }: FileOrder,
  isOver: (session: string) => boolean,
): Promise<WrittenFile> {
  const { name: kind, parameters } = report
  // Not a UUID, which pages over plain HTTP cannot make. It only tells files apart.
  const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  const about = { id, kind, format, filter: { ...parameters } }
  tellGateway(session, { state: 'begun', ...about })
  try {
    const order = { view, input, format }
    const never = new AbortController().signal
    const { content, written } = await askBooks('report-file', books, order, never, others)
    if (isOver(session)) {
      const sentence = 'The report was not saved, because its session ended meanwhile.'
      // Its page may be closed by now.
      announce(sentence)
      throw new FileRefused(sentence)
    }
    tellGateway(session, { state: 'ended', ...about, ...activityEnd(written) })
    saveBlob(written.name, content)
    return written
  } catch (error) {
    tellGateway(session, { state: 'ended', ...about, ...activityEnd(null) })
    throw error
  }
}
