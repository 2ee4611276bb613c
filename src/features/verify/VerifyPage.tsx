import FileUp from 'lucide-react/icons/file-up'
import type { ReactNode } from 'react'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Box } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { useFetched } from '../../ui/LazyBoundary.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import type { FilePair } from './file-pairs.ts'
import { type ChosenFile, useVerification } from './use-verification.ts'
import styles from './verify.module.css'
import { pageWords as words } from './words.ts'

const loadResults = () => import('./Results.tsx')

/** `/verify`: whether an export is still what was written, checked in this browser alone. */
export default function VerifyPage() {
  const { verification, choose, cancel } = useVerification()
  const Results = useFetched(loadResults, true)
  return (
    <>
      <PageHeader title={words.title} />
      <div className={styles.body}>
        <FileDrop halves={verification.phase === 'choosing' ? verification.halves : []} onChoose={choose} />
        {verification.phase === 'checking' && (
          <Box>
            <p role="status">
              {words.checking} <UntrustedText text={verification.name} />
            </p>
            <progress
              className={styles.bar}
              aria-label={words.bytesRead}
              max={verification.size}
              value={verification.bytes}
            />
            <div>
              <Button small onClick={cancel}>
                {words.cancel}
              </Button>
            </div>
          </Box>
        )}
        {verification.phase === 'checked' && Results && (
          <Results key={verification.run} results={verification.results} />
        )}
      </div>
    </>
  )
}

/** Where files are dropped or chosen: exports and their facts, in any order. What is dropped elsewhere on the page counts too. */
function FileDrop({
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
