import FileUp from 'lucide-react/icons/file-up'
import { useEffect, useRef, useState } from 'react'
import type { JournalExpectation } from '../../journal/check-journal.ts'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { useFileDrop } from '../../ui/fields.tsx'
import { announce, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Fetched, lazyView, preloadChunk } from '../../ui/lazy.tsx'
import { Box, Progress } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { plainView } from '../../url/lists.ts'
import { checkInWorker, keysIn, trustedKeys } from './check-in-worker.ts'
import type { CheckedFile } from './check-task.ts'
import { Expectations, expectationOf, noExpectations } from './Expectations.tsx'
import styles from './verify.module.css'

type Verification =
  | { readonly phase: 'choosing' }
  | { readonly phase: 'checking'; readonly name: string; readonly text: string }
  | { readonly phase: 'checked'; readonly results: readonly CheckedFile[]; readonly run: number }
  | { readonly phase: 'failed'; readonly sentence: string }

const results = lazyView(() => import('./Results.tsx'))

/** `/verify` checks evidence in this browser alone. */
export default function VerifyPage() {
  const [typed, setTyped] = useState(noExpectations)
  const expected = expectationOf(typed)
  const { verification, choose, again, cancel } = useVerification(expected ?? {})
  return (
    <>
      <PageHeader title="Verify" />
      <div className={classes(layout.parts, styles.body)}>
        <LinkNotice codec={plainView} />
        <FileDrop onChoose={choose} />
        <Expectations typed={typed} onChange={setTyped} />
        {again && (
          <div>
            <Button small disabled={expected === null} onClick={again}>
              Check again
            </Button>
          </div>
        )}
        {verification.phase === 'checking' && (
          <Box>
            <Progress>
              {verification.text} <UntrustedText text={verification.name} />
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
        <Fetched view={results}>
          {verification.phase === 'checked' && (
            <results.View key={verification.run} results={verification.results} />
          )}
        </Fetched>
      </div>
    </>
  )
}

/** Also takes files that are dropped elsewhere on the page. */
function FileDrop({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const over = useFileDrop(onChoose)
  return (
    <label className={classes(styles.drop, over && styles.over)}>
      <FileUp className={styles.dropIcon} aria-hidden />
      <span className={styles.dropTitle}>Choose a ZIP file with evidence, or an audit pack</span>
      <span className={layout.muted}>
        Or drop it anywhere on this page. Beside it: a plain file, to compare it with the one inside; the
        public keys of another console (jwks.json), to check with those. Nothing leaves this browser.
      </span>
      <input
        className={styles.input}
        type="file"
        multiple
        accept=".zip,.csv,.json,.xlsx"
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

/** A file that evidence may hold, and that proves nothing by itself. */
const isPlain = ({ name }: File) => /\.(csv|json|xlsx)$/i.test(name)

function useVerification(expected: JournalExpectation) {
  const [verification, setVerification] = useState<Verification>({ phase: 'choosing' })
  const [chosen, setChosen] = useState<{ readonly files: readonly File[]; readonly expected: string } | null>(
    null,
  )
  const running = useRef<AbortController>(null)
  const runs = useRef(0)
  // Loaded early, so that the page can then go offline.
  useEffect(() => {
    preloadChunk(results.load)
    void trustedKeys()
  }, [])
  useEffect(() => () => running.current?.abort(), [])

  function choose(files: readonly File[]): void {
    // What is under way says nothing about what the reader asks for next.
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    setChosen({ files, expected: JSON.stringify(expected) })
    check(files, signal).catch((error) => {
      if (!signal.aborted) setVerification({ phase: 'failed', sentence: String(error?.message ?? error) })
    })
  }

  async function check(files: readonly File[], signal: AbortSignal): Promise<void> {
    const named = (file: File) => ({ name: file.name, blob: file })
    const found = await Promise.all(
      files.filter(isPlain).map(async (file) => ({ file, keys: await keysIn(file) })),
    )
    const given = found.find(({ keys }) => keys !== null)
    const trusted = { keyFile: given?.file.name ?? null, ...(given?.keys && { keys: given.keys }) }
    const plain = found.flatMap(({ file, keys }) => (keys === null ? [named(file)] : []))
    const zips = files.filter((file) => !isPlain(file)).map(named)
    setVerification({ phase: 'checking', name: zips[0]?.name ?? '', text: 'Checking' })
    const results: CheckedFile[] =
      zips.length > 0 ? [] : files.map(({ name }) => ({ kind: 'unchecked', name, sentence: notAlone }))
    for (const file of zips) {
      const onProgress = ({ text }: { readonly text: string }) => {
        if (!signal.aborted) setVerification({ phase: 'checking', name: file.name, text })
      }
      results.push(await checkInWorker({ file, beside: plain, expected, ...trusted }, { signal, onProgress }))
      signal.throwIfAborted()
    }
    runs.current += 1
    setVerification({ phase: 'checked', results, run: runs.current })
  }

  return {
    verification,
    choose,
    /** Null where that would tell nothing new. */
    again: chosen && chosen.expected !== JSON.stringify(expected) ? () => choose(chosen.files) : null,
    cancel: () => {
      running.current?.abort()
      setVerification({ phase: 'choosing' })
      announce('Cancelled.')
    },
  }
}

const notAlone = 'A file alone cannot be verified. Choose the ZIP file with evidence that it came in too.'
