import FileUp from 'lucide-react/icons/file-up'
import type { ReactNode } from 'react'
import { UntrustedText } from '../../../records/UntrustedText.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Box } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import { CheckedExport } from './CheckedExport.tsx'
import { VerdictBadge } from './Checks.tsx'
import type { Check } from './check.ts'
import { PackResult } from './PackResult.tsx'
import type { FilePair } from './pair-files.ts'
import {
  type ChosenFile,
  isAsWritten,
  type Result,
  sentenceOfAll,
  useVerification,
  verdictOf,
} from './use-verification.ts'
import styles from './verify.module.css'
import * as words from './words.ts'

/** `/verify`: whether an export is still what was written, checked in this browser alone. */
export default function VerifyPage() {
  const { verification, choose, cancel } = useVerification()
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
        {verification.phase === 'checked' && (
          <Results key={verification.run} results={verification.results} />
        )}
      </div>
    </>
  )
}

function Results({ results }: { results: readonly Result[] }) {
  const [only, ...others] = results
  if (only && others.length === 0) return <ResultOf verified={only} />
  return (
    <>
      <p className={styles.heading}>{sentenceOfAll(results)}</p>
      {results.map((verified, index) => {
        const { name, verdict } = summaryOf(verified)
        const summary = (
          <>
            <VerdictBadge verdict={verdict} />
            <span className={styles.name}>
              <UntrustedText text={name} />
            </span>
            <span className={styles.note}>
              <UntrustedText text={sentenceOfAll([verified])} />
            </span>
          </>
        )
        return verified.kind !== 'unreadable' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells files apart that are called alike, and they stay
          <details key={index} className={styles.one} open={verdict === 'fail'}>
            <summary className={styles.summary}>{summary}</summary>
            <div className={styles.body}>
              <ResultOf verified={verified} />
            </div>
          </details>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: files that are called alike differ by their place alone, and it stays
          <div key={index} className={classes(styles.one, styles.summary)}>
            {summary}
          </div>
        )
      })}
    </>
  )
}

function summaryOf(verified: Result): { readonly name: string; readonly verdict: Check['verdict'] } {
  if (verified.kind === 'unreadable') return { name: verified.name, verdict: 'unchecked' }
  const { name, outcome } = verdictOf(verified)
  return { name, verdict: isAsWritten(outcome) ? 'pass' : 'fail' }
}

function ResultOf({ verified }: { verified: Result }) {
  if (verified.kind === 'checked') return <CheckedExport result={verified} />
  if (verified.kind === 'pack') return <PackResult result={verified} />
  return (
    <Banner tone="danger" title={<UntrustedText text={verified.name} />}>
      <p>
        <UntrustedText text={verified.sentence} />
      </p>
    </Banner>
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
