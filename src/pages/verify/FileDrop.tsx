import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { factsFileName } from '../../export/facts.ts'
import { classes } from '../../ui/classes.ts'
import type { Chosen } from './use-verification.ts'
import styles from './verify.module.css'

/** Where files are dropped or chosen: an export and its facts, in any order. What is dropped elsewhere on the page counts too. */
export function FileDrop({
  chosen,
  onChoose,
}: {
  chosen: Chosen
  onChoose: (files: readonly File[]) => void
}) {
  const [over, setOver] = useState(false)
  const accept = useEffectEvent((event: DragEvent) => {
    // Without this the browser would leave the console and show the file.
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') onChoose([...(event.dataTransfer?.files ?? [])])
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const listener = (event: DragEvent) => accept(event)
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      window.addEventListener(type, listener, { signal })
    return () => controller.abort()
  }, [])
  return (
    <label className={classes(styles.drop, over && styles.over)}>
      <FileUp className={styles.dropIcon} aria-hidden />
      <span className={styles.dropTitle}>Choose an export and its facts</span>
      <span className={styles.note}>{hint(chosen)}</span>
      <input
        className={styles.input}
        type="file"
        multiple
        accept=".csv,.json,.xlsx"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again, after it was changed.
          currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </label>
  )
}

function hint({ file, facts }: Chosen): ReactNode {
  if (file && !facts)
    return (
      <>
        Chosen: <UntrustedText text={file.name} />. Now its facts:{' '}
        <UntrustedText text={factsFileName(file.name)} />
      </>
    )
  if (facts && !file)
    return (
      <>
        Chosen: <UntrustedText text={facts.name} />. Now the export itself.
      </>
    )
  return 'or drop them anywhere here: CSV or JSON with the .facts.json beside it, or XLSX, which has its facts within. Nothing leaves this browser.'
}
