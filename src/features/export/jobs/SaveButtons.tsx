import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../../api/hooks.ts'
import styles from '../../../list/reading/reading.module.css'
import { Button } from '../../../ui/Button.tsx'
import { announce } from '../../../ui/LiveRegion.tsx'
import { type ExportFacts, type ExportFormat, exportFormats, factsFileName, writeFacts } from '../facts.ts'
import type { Report } from '../write/report-file.ts'
import { saveBlob, saveFile } from './save-file.ts'

/** Saves what a reading came to as a file with its facts; a file is made when it is asked for. */
export function SaveButtons({ report }: { report: () => Report }) {
  const mark = useSession().data?.mark ?? ''
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  // A browser may refuse a second file without a word.
  const [handedOver, setHandedOver] = useState<ExportFacts | null>(null)
  const save = async (format: ExportFormat) => {
    setBusy(true)
    setFailed(false)
    try {
      const { reportFile } = await import('../write/report-file.ts')
      const { signAtGateway } = await import('../write/seal.ts')
      const { file, facts } = await reportFile(report(), format, signAtGateway(mark))
      saveBlob(facts.file.name, file)
      saveFacts(facts)
      setHandedOver(facts)
    } catch {
      setFailed(true)
      announce(failure)
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
      Save as {format.toUpperCase()}
    </Button>
  ))
  return (
    <>
      {buttons}
      {handedOver && (
        <Button small kind="quiet" onClick={() => saveFacts(handedOver)}>
          Save facts of the {handedOver.file.format.toUpperCase()}
        </Button>
      )}
      {failed && <p className={styles.failed}>{failure}</p>}
    </>
  )
}

function saveFacts(facts: ExportFacts): void {
  saveFile(factsFileName(facts.file.name), 'application/json', writeFacts(facts))
}

const failure = 'The file could not be made.'
