import { useMutation, useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import FileCheck from 'lucide-react/icons/file-check'
import { use } from 'react'
import { useOpenPack, useSessionMark } from '../../api/hooks.ts'
import { sessionQuery } from '../../api/session.ts'
import { type EvidenceRequest, evidenceFormat } from '../../files/evidence-about.ts'
import { type ExportFormat, exportFormats } from '../../files/formats.ts'
import type { WrittenFile } from '../../files/written-file.ts'
import { Button } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Progress } from '../../ui/messages.tsx'
import { QuestionContext } from '../../work/BooksNeeded.tsx'
import { activityEnd, saveBlob, tellGateway } from '../../work/made-file.ts'
import type { Question } from '../../work/task.ts'
import { askBooks, beginTask } from '../../work/work.ts'
import type { Report } from './report.ts'

/** Saves a report as a file. The gateway hears that it was made, or could not be. */
export function SaveReport({ report, onSaved }: { report: Report; onSaved: (written: WrittenFile) => void }) {
  const client = useQueryClient()
  const session = useSessionMark() ?? ''
  const question = use(QuestionContext)
  // Evidence is read anew, and an open pack has nobody to ask.
  const isOfPack = useOpenPack() !== null
  const isOver = () => (client.getQueryData(sessionQuery.queryKey)?.mark ?? '') !== session
  const saving = useMutation({
    mutationFn: async (format: ExportFormat) => {
      if (!question) throw new Error('Another report is being made.')
      return await savedReport(report, question, format, session, isOver)
    },
    onSuccess: onSaved,
  })
  return (
    <>
      {saving.isPending && <Progress>Making the {saving.variables.toUpperCase()}</Progress>}
      {saving.isError && (
        <p role="alert" className={layout.bad}>
          {saving.error instanceof SessionOver ? saving.error.message : 'The file could not be made.'}
        </p>
      )}
      {exportFormats.map((format) => (
        <Button
          key={format}
          small
          icon={<Download aria-hidden />}
          disabled={saving.isPending || question === null}
          aria-label={`Save as ${format.toUpperCase()}`}
          onClick={() => saving.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      {!isOfPack && evidencePaths.has(report.link.split('?')[0] ?? '') && (
        <Button
          small
          icon={<FileCheck aria-hidden />}
          disabled={session === ''}
          onClick={() =>
            void beginReport(report, session).catch(() => announce('The evidence could not be begun.'))
          }
        >
          With evidence
        </Button>
      )}
    </>
  )
}

/** What can be made again by its link alone. */
const evidencePaths: ReadonlySet<string> = new Set(['/statements', '/reconciliation', '/review'])

async function beginReport({ name, title, link, parameters }: Report, session: string): Promise<void> {
  await beginTask<EvidenceRequest>({
    ...{ kind: 'evidence', title, format: 'CSV with evidence', session },
    about: Object.values(parameters).join(', '),
    activity: { kind: name, format: 'zip', filter: { ...parameters } },
    input: {
      about: { format: evidenceFormat, of: 'report', link, file: 'csv' },
      ...{ session, challenge: null, name },
    },
  })
}

class SessionOver extends Error {}

/** `isOver`: whether the session in which it was begun is. */
async function savedReport(
  report: Report,
  { view, input, books, others }: Question,
  format: ExportFormat,
  session: string,
  isOver: () => boolean,
): Promise<WrittenFile> {
  const { name: kind, parameters } = report
  // Not a UUID, which pages of plain http cannot make. It only tells this file from the next.
  const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  const about = { id, kind, format, filter: { ...parameters } }
  tellGateway(session, { state: 'begun', ...about })
  try {
    const order = { view, input, format }
    const never = new AbortController().signal
    const { content, written } = await askBooks('report-file', books, order, never, others)
    if (isOver()) {
      const sentence = 'The report was not saved, because its session ended meanwhile.'
      // Its page may be gone.
      announce(sentence)
      throw new SessionOver(sentence)
    }
    tellGateway(session, { state: 'ended', ...about, ...activityEnd(written) })
    saveBlob(written.name, content)
    return written
  } catch (error) {
    tellGateway(session, { state: 'ended', ...about, ...activityEnd(null) })
    throw error
  }
}
