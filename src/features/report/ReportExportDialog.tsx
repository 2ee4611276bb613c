import { useMutation, useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useOpenPack, useSessionMark } from '../../api/hooks.ts'
import { sessionQuery } from '../../api/session.ts'
import { counted } from '../../contract/count-text.ts'
import { type EvidenceRequest, evidenceFormat } from '../../files/evidence-about.ts'
import type { ExportFormat } from '../../files/list-export.ts'
import type { WrittenFile } from '../../files/written-file.ts'
import { Instant } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Sheet } from '../../ui/dialogs.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { signInHref } from '../../url/sign-in.ts'
import { activityEnd, saveBlob, tellGateway } from '../../work/made-file.ts'
import type { Question } from '../../work/task.ts'
import { askBooks, beginTask } from '../../work/work.ts'
import { EvidenceFields, FormatField, isChallengeText, lastFileChoice } from '../evidence/index.ts'
import { type Report, withParts } from './report.ts'

/** Asks how a report is to be saved, and saves it. The gateway hears that it was made, or could not be. */
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
  const session = useSessionMark() ?? ''
  const location = useLocation()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(lastFileChoice.load)
  const [challenge, setChallenge] = useState('')
  // Evidence is read anew, and an open pack has nobody to ask.
  const canHaveEvidence = useOpenPack() === null && evidencePaths.has(report.link.split('?')[0] ?? '')
  const isEvidence = choice.evidence && canHaveEvidence
  const isOver = () => (client.getQueryData(sessionQuery.queryKey)?.mark ?? '') !== session
  const saving = useMutation({
    mutationFn: async () => {
      if (isEvidence) await beginReport(report, choice.format, session, challenge.trim() || null)
      else onSaved(await savedReport(report, question, choice.format, session, isOver))
    },
    onSuccess() {
      lastFileChoice.set(choice)
      onClose()
    },
  })
  const start = () => {
    if (isEvidence && session === '') void navigate(signInHref(location))
    else saving.mutate()
  }
  return (
    <Sheet
      label={`Export ${report.title.toLowerCase()}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            icon={<Download aria-hidden />}
            busy={saving.isPending}
            disabled={isEvidence && !isChallengeText(challenge)}
            onClick={start}
          >
            Export
          </Button>
        </>
      }
    >
      <div className={layout.parts}>
        <p>
          {counted(rowsOf(report), 'row')}, as of <Instant iso={report.basis.ended} />.
        </p>
        {saving.isError && (
          <p role="alert" className={layout.bad}>
            {saving.error instanceof SessionOver ? saving.error.message : 'The file could not be made.'}
          </p>
        )}
        <FormatField value={choice.format} onChange={(format) => setChoice({ ...choice, format })} />
        {canHaveEvidence && (
          <EvidenceFields
            choice={choice}
            what="All records of the account are read again for it, and are in it."
            challenge={challenge}
            onChange={setChoice}
            onChallenge={setChallenge}
          />
        )}
        <p className={layout.muted}>
          {!isEvidence && 'A file alone cannot be verified. '}
          <Link to="/verify" onClick={onClose}>
            Verify evidence
          </Link>
        </p>
      </div>
    </Sheet>
  )
}

function rowsOf({ tables }: Report): number {
  return tables.reduce((sum, { rows, isAside }) => sum + (isAside ? 0 : withParts(rows).length), 0)
}

/** What can be made again by its link alone. */
const evidencePaths: ReadonlySet<string> = new Set(['/statements', '/reconciliation', '/review', '/sample'])

async function beginReport(
  { name, title, link, parameters, inputs = {} }: Report,
  format: ExportFormat,
  session: string,
  challenge: string | null,
): Promise<void> {
  await beginTask<EvidenceRequest>({
    ...{ kind: 'evidence', title, format: `${format.toUpperCase()} with evidence`, session },
    about: Object.values(parameters).join(', '),
    activity: { kind: name, format: 'zip', filter: { ...parameters } },
    input: {
      about: { format: evidenceFormat, of: 'report', link, file: format },
      ...{ inputs, session, challenge, name },
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
