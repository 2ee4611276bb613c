import { Download } from 'lucide-react'
import { useState } from 'react'
import { type ExportFormat, exportFormats, factsFileName, writeFacts } from '../../export/facts.ts'
import type { Report } from '../../export/report-file.ts'
import { saveBlob, saveFile } from '../../export/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { announce } from '../../ui/LiveRegion.tsx'
import styles from './reading.module.css'

/** Saves what a reading came to as a file with its facts; a file is made when it is asked for. */
export function SaveButtons({ report }: { report: () => Report }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const save = async (format: ExportFormat) => {
    setBusy(true)
    setFailed(false)
    try {
      const { reportFile } = await import('../../export/report-file.ts')
      const { file, facts } = await reportFile(report(), format)
      saveBlob(facts.file.name, file)
      saveFile(factsFileName(facts.file.name), 'application/json', writeFacts(facts))
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
      {failed && <p className={styles.failed}>{failure}</p>}
    </>
  )
}

const failure = 'The file could not be made.'
