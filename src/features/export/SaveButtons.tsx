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
import type { Report } from '../../files/report-file.ts'
import styles from '../../list/reading/reading.module.css'
import { Button } from '../../ui/Button.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import { saveBlob, saveFile } from '../../work/made-file.ts'

/** Saves what a reading came to as a file with its facts; a file is made when it is asked for. */
export function SaveButtons({
  report,
  onSaved,
}: {
  report: () => Report
  /** Told the facts of each file, so that paper can name it. */
  onSaved?: (facts: ExportFacts) => void
}) {
  const mark = useSession().data?.mark ?? ''
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  // A browser may refuse a second file without a word.
  const [handedOver, setHandedOver] = useState<ExportFacts | null>(null)
  const save = async (format: ExportFormat) => {
    setBusy(true)
    setFailed(false)
    try {
      const { savedReport } = await import('./saved-report.ts')
      const { file, facts } = await savedReport(report(), format, mark)
      saveBlob(facts.file.name, file)
      saveFacts(facts)
      setHandedOver(facts)
      onSaved?.(facts)
    } catch {
      setFailed(true)
      announce(words.failed)
    } finally {
      setBusy(false)
    }
  }
  const buttons = exportFormats.map((format) => (
    <Button
      key={format}
      small
      icon={<Download aria-hidden />}
      disabled={busy}
      onClick={() => void save(format)}
    >
      {words.save(format)}
    </Button>
  ))
  return (
    <>
      {buttons}
      {handedOver && (
        <Button small kind="quiet" onClick={() => saveFacts(handedOver)}>
          {words.saveFacts(handedOver.file.format)}
        </Button>
      )}
      {failed && <p className={styles.failed}>{words.failed}</p>}
    </>
  )
}

function saveFacts(facts: ExportFacts): void {
  saveFile(factsFileName(facts.file.name), 'application/json', writeFacts(facts))
}

/** Here, since pages with reports load none of the other words of exporting. */
const words = {
  save: (format: ExportFormat) => `Save as ${format.toUpperCase()}`,
  saveFacts: (format: ExportFormat) => `Save facts of the ${format.toUpperCase()}`,
  failed: 'The file could not be made.',
} as const
