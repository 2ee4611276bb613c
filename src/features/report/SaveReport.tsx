import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useSession } from '../../api/hooks.ts'
import {
  type ExportFacts,
  type ExportFormat,
  exportFormats,
  factsFileName,
  writeFacts,
} from '../../files/facts.ts'
import { Button } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { Progress } from '../../ui/messages.tsx'
import { activityEnd, saveBlob, saveFile, tellGateway } from '../../work/made-file.ts'
import type { Report } from './report.ts'

/** Saves a report as a file with its facts, signed in this session. The gateway hears that it was made, or could not be. */
export function SaveReport({
  report,
  saved,
  onSaved,
}: {
  report: Report
  /** Of the last file: a browser may refuse a second download without a word, so its facts can be saved again. */
  saved: ExportFacts | null
  onSaved: (facts: ExportFacts) => void
}) {
  const session = useSession().data?.mark ?? ''
  const saving = useMutation({
    mutationFn: (format: ExportFormat) => savedReport(report, format, session),
    onSuccess: onSaved,
  })
  return (
    <>
      {saving.isPending && <Progress>Making the {saving.variables.toUpperCase()}</Progress>}
      {saving.isError && (
        <p role="alert" className={layout.bad}>
          The file could not be made.
        </p>
      )}
      {exportFormats.map((format) => (
        <Button
          key={format}
          small
          icon={<Download aria-hidden />}
          disabled={saving.isPending}
          aria-label={`Save as ${format.toUpperCase()}`}
          onClick={() => saving.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      {saved && (
        <Button small kind="quiet" onClick={() => saveFacts(saved)}>
          Save verification file of the {saved.file.format.toUpperCase()}
        </Button>
      )}
    </>
  )
}

async function savedReport(report: Report, format: ExportFormat, session: string): Promise<ExportFacts> {
  const { name: kind, parameters } = report
  // Not a UUID, which pages of plain http cannot make. It only tells this file from the next.
  const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  const about = { id, kind, format, filter: { ...parameters } }
  tellGateway(session, { state: 'begun', ...about })
  try {
    const [{ reportFile }, { signAtGateway }] = await Promise.all([
      import('./report-file.ts'),
      import('../../files/seal.ts'),
    ])
    const { file, facts } = await reportFile(report, format, signAtGateway(session))
    tellGateway(session, { state: 'ended', ...about, ...activityEnd(facts) })
    saveBlob(facts.file.name, file)
    saveFacts(facts)
    return facts
  } catch (error) {
    tellGateway(session, { state: 'ended', ...about, ...activityEnd(null) })
    throw error
  }
}

function saveFacts(facts: ExportFacts): void {
  saveFile(factsFileName(facts.file.name), 'application/json', writeFacts(facts))
}
