import FileUp from 'lucide-react/icons/file-up'
import type { ReactNode } from 'react'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { classes } from '../../../ui/classes.ts'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import type { FilePair } from './pair-files.ts'
import type { ChosenFile } from './use-verification.ts'
import styles from './verify.module.css'
import * as words from './words.ts'

/** Where files are dropped or chosen: exports and their facts, in any order. What is dropped elsewhere on the page counts too. */
export function FileDrop({
  halves,
  onChoose,
}: {
  /** What was chosen so far of which the other half is missing. */
  halves: readonly FilePair<ChosenFile>[]
  onChoose: (files: readonly File[]) => void
}) {
  const over = useFileDrop(onChoose)
  return (
    <label className={classes(styles.drop, over && styles.over)}>
      <FileUp className={styles.dropIcon} aria-hidden />
      <span className={styles.dropTitle}>{words.choose}</span>
      <span className={styles.note}>{hint(halves)}</span>
      <input
        className={styles.input}
        type="file"
        multiple
        accept=".csv,.json,.xlsx,.zip"
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

function hint(halves: readonly FilePair<ChosenFile>[]): ReactNode {
  if (halves.length === 0) return words.chooseHint
  return halves.map(({ file, facts, missing }) => (
    <span key={`${file?.name} ${facts?.name}`} className={styles.half}>
      {words.chosen} <UntrustedText text={(file ?? facts)?.name ?? ''} />.{' '}
      {file ? words.nextFacts : words.nextExport} <UntrustedText text={missing ?? ''} />
    </span>
  ))
}
