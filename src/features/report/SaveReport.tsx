import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useSession } from '../../api/hooks.ts'
import {
  type ExportFacts,
  type ExportFormat,
  exportFormats,
  factsFileName,
  writeFacts,
} from '../../files/facts.ts'
import { Button } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { activityEnd, saveBlob, saveFile, tellGateway } from '../../work/made-file.ts'
import type { Report } from './report.ts'

/** Saves a report as a file with its facts, signed in this session. The gateway is told that it was made, or that it could not be. */
export function SaveReport({
  report,
  onSaved,
}: {
  /** Called when a file is wanted. */
  report: () => Report
  onSaved?: (facts: ExportFacts) => void
}) {
  const session = useSession().data?.mark ?? ''
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  // A browser may refuse a second file without a word.
  const [handedOver, setHandedOver] = useState<ExportFacts | null>(null)
  const save = async (format: ExportFormat) => {
    setBusy(true)
    setFailed(false)
    try {
      const facts = await saved(report(), format, session)
      setHandedOver(facts)
      onSaved?.(facts)
    } catch {
      setFailed(true)
      announce(words.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {exportFormats.map((format) => (
        <Button
          key={format}
          small
          icon={<Download aria-hidden />}
          disabled={busy}
          aria-label={words.save(format)}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      {handedOver && (
        <Button small kind="quiet" onClick={() => saveFacts(handedOver)}>
          {words.saveFacts(handedOver.file.format)}
        </Button>
      )}
      {failed && <p className={layout.bad}>{words.failed}</p>}
    </>
  )
}

async function saved(report: Report, format: ExportFormat, session: string): Promise<ExportFacts> {
  const { name: kind, parameters } = report
  // Not a UUID, which pages of plain http cannot make: it only has to tell this one from the next.
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

const words = {
  save: (format: ExportFormat) => `Save as ${format.toUpperCase()}`,
  saveFacts: (format: ExportFormat) => `Save facts of the ${format.toUpperCase()}`,
  failed: 'The file could not be made.',
} as const
