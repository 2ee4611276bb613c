import FileUp from 'lucide-react/icons/file-up'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { packsPath } from '../../contract/session.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { useFileDrop } from '../../ui/fields.tsx'
import { announce, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Fetched, lazyChunk, preloadChunk } from '../../ui/lazy.tsx'
import { Box, Progress } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { verifyView } from '../../url/lists.ts'
import type { TaskProgress } from '../../work/task.ts'
import { checkInWorker, trustedKeys } from './check-in-worker.ts'
import type { CheckedFile } from './check-task.ts'
import type { FilePair } from './facts-file.ts'
import styles from './verify.module.css'

interface ChosenFile {
  readonly name: string
  readonly blob: File
}

/** Packs contain their facts; a CSV or JSON file waits for its other half. */
type Verification =
  | { readonly phase: 'choosing'; readonly halves: readonly FilePair<ChosenFile>[] }
  | {
      readonly phase: 'checking'
      readonly name: string
      readonly progress: Pick<TaskProgress, 'text' | 'part'>
    }
  | { readonly phase: 'checked'; readonly results: readonly CheckedFile[]; readonly run: number }
  | { readonly phase: 'failed'; readonly sentence: string }

const notFetched = 'The pack in this link could not be fetched. Choose its file instead.'

const nothing: Verification = { phase: 'choosing', halves: [] }

const loadResults = () => import('./Results.tsx')
const loadChecks = lazyChunk(() => Promise.all([import('./facts-file.ts'), loadResults()]))

/** `/verify` checks exports in this browser alone. */
export default function VerifyPage() {
  const { verification, choose, cancel } = useVerification()
  return (
    <>
      <PageHeader title="Verify an export" />
      <div className={classes(layout.parts, styles.body)}>
        <LinkNotice codec={verifyView} />
        <FileDrop halves={verification.phase === 'choosing' ? verification.halves : []} onChoose={choose} />
        {verification.phase === 'checking' && (
          <Box>
            <Progress part={verification.progress.part}>
              {verification.progress.text} <UntrustedText text={verification.name} />
            </Progress>
            <div>
              <Button small onClick={cancel}>
                Cancel
              </Button>
            </div>
          </Box>
        )}
        {verification.phase === 'failed' && (
          <p role="alert" className={layout.bad}>
            {verification.sentence}
          </p>
        )}
        <Fetched load={loadResults}>
          {(Results) =>
            verification.phase === 'checked' && (
              <Results key={verification.run} results={verification.results} />
            )
          }
        </Fetched>
      </div>
    </>
  )
}

/** Also takes files that are dropped elsewhere on the page. */
function FileDrop({
  halves,
  onChoose,
}: {
  /** Files whose other half is missing. */
  halves: readonly FilePair<ChosenFile>[]
  onChoose: (files: readonly File[]) => void
}) {
  const over = useFileDrop(onChoose)
  return (
    <label className={classes(styles.drop, over && styles.over)}>
      <FileUp className={styles.dropIcon} aria-hidden />
      <span className={styles.dropTitle}>Choose an export and its verification file</span>
      <span className={layout.muted}>{hint(halves)}</span>
      <input
        className={styles.input}
        type="file"
        multiple
        accept=".csv,.json,.xlsx,.zip"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file may be chosen again after a change.
          currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </label>
  )
}

function hint(halves: readonly FilePair<ChosenFile>[]): ReactNode {
  if (halves.length === 0)
    return 'Or drop them anywhere on this page, as many as you like. CSV and JSON need their .facts.json. Audit packs contain theirs. Workbooks cannot be verified. Nothing leaves this browser.'
  return halves.map(({ file, facts, missing }) => (
    <span key={`${file?.name} ${facts?.name}`} className={styles.half}>
      Chosen: <UntrustedText text={(file ?? facts)?.name ?? ''} />.{' '}
      {file ? 'Next, its verification file:' : 'Next, the export itself:'}{' '}
      <UntrustedText text={missing ?? ''} />
    </span>
  ))
}

function useVerification() {
  const [verification, setVerification] = useState<Verification>(nothing)
  /** Files that could not be checked yet. */
  const kept = useRef<readonly ChosenFile[]>([])
  const running = useRef<AbortController>(null)
  const runs = useRef(0)
  // Loaded early, so that the page can then go offline.
  useEffect(() => {
    preloadChunk(loadChecks)
    void trustedKeys()
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  const [query] = useSearchParams()
  const served = query.get('pack')
  const fetchServed = useEffectEvent((name: string) => {
    const signal = begin()
    setVerification({ phase: 'checking', name, progress: { text: 'Fetching', part: null } })
    void fetch(packsPath + encodeURIComponent(name), { signal })
      .then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer)))
      .then((pack) => choose([new File([pack], name)]))
      .catch(() => {
        if (!signal.aborted) setVerification({ phase: 'failed', sentence: notFetched })
      })
  })
  useEffect(() => {
    if (served !== null) fetchServed(served)
  }, [served])

  /** What is under way says nothing about what the reader asks for next. */
  function begin(): AbortSignal {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  function choose(files: readonly File[]): void {
    const signal = begin()
    const isAgain = ({ name, blob }: ChosenFile) =>
      files.some((each) => each.name === name && each.size === blob.size)
    const chosen = files.map((blob) => ({ name: blob.name, blob }))
    kept.current = [...kept.current.filter((each) => !isAgain(each)), ...chosen]
    checkKept(signal).catch((error) => {
      if (!signal.aborted) setVerification({ phase: 'failed', sentence: String(error?.message ?? error) })
    })
  }

  const checkKept = async (signal: AbortSignal) => {
    const all = kept.current
    const begun = { text: 'Checking', part: 0 }
    setVerification({ phase: 'checking', name: all.at(-1)?.name ?? '', progress: begun })
    const [{ pairFiles }, { resultText }] = await loadChecks()
    const pairs = await pairFiles(all)
    signal.throwIfAborted()
    const isWaiting = pairs.every(({ missing }) => missing !== null)
    if (isWaiting) return setVerification({ phase: 'choosing', halves: pairs })
    kept.current = []
    const results: CheckedFile[] = []
    for (const { file, facts, missing } of pairs) {
      const name = (file ?? facts)?.name ?? ''
      if (!file || missing !== null) {
        const sentence = `Choose ${missing} too: an export is checked with its verification file.`
        results.push({ kind: 'unchecked', name, sentence })
        continue
      }
      const onProgress = (progress: Pick<TaskProgress, 'text' | 'part'>) => {
        if (!signal.aborted) setVerification({ phase: 'checking', name, progress })
      }
      onProgress(begun)
      results.push(await checkInWorker(file, facts?.blob ?? null, { signal, onProgress }))
      signal.throwIfAborted()
    }
    runs.current += 1
    // An unreadable file shows an alert, which screen readers announce.
    if (results.length > 1 || results.some(({ kind }) => kind !== 'unchecked'))
      announce(`${resultText(results)}.`)
    setVerification({ phase: 'checked', results, run: runs.current })
  }

  return {
    verification,
    choose,
    cancel: () => {
      running.current?.abort()
      kept.current = []
      setVerification(nothing)
      announce('Cancelled.')
    },
  }
}
