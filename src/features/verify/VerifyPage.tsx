import { useMutation } from '@tanstack/react-query'
import FileUp from 'lucide-react/icons/file-up'
import { useEffect, useRef, useState } from 'react'
import { getJson } from '../../api/request.ts'
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
import type { CheckedFile } from '../evidence/check.ts'
import { checkInWorker, keysIn, trustedKeys } from './check-in-worker.ts'
import { Expectations, expectationOf, noExpectations } from './Expectations.tsx'
import styles from './verify.module.css'

const results = lazyView(() => import('./Results.tsx'))

/** `/verify` checks evidence in this browser alone. */
export default function VerifyPage() {
  useWholeConsole()
  const [typed, setTyped] = useState(noExpectations)
  const expected = expectationOf(typed)
  const { choose, again, cancel, checking, checked, error } = useVerification(expected ?? {})
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
        {checking && (
          <Box>
            <Progress>
              {checking.text} <UntrustedText text={checking.name} />
            </Progress>
            <div>
              <Button small onClick={cancel}>
                Cancel
              </Button>
            </div>
          </Box>
        )}
        {error && (
          <p role="alert" className={layout.bad}>
            {error.message}
          </p>
        )}
        <Fetched view={results}>
          {checked && <results.View key={checked.run} results={checked.results} />}
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
        Or drop it anywhere on this page. Add a plain file to compare it with the one inside, or the public
        keys of another console (jwks.json) to check with those. Nothing leaves this browser.
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

/** It may be a copy of a file in the evidence. */
const isPlain = ({ name }: File) => /\.(csv|json|xlsx)$/i.test(name)

interface Verification {
  readonly files: readonly File[]
  readonly expected: JournalExpectation
}

function useVerification(expected: JournalExpectation) {
  const running = useRef<AbortController>(null)
  const [progress, setProgress] = useState({ name: '', text: '' })
  const { mutate, reset, status, variables, data, error, submittedAt } = useMutation({
    mutationFn: (verification: Verification) => {
      // A newer check replaces one that is under way.
      running.current?.abort()
      running.current = new AbortController()
      return checkedFiles(verification, running.current.signal, setProgress)
    },
  })
  // Loaded early, so that the page can then go offline.
  useEffect(() => {
    preloadChunk(results.load)
    void trustedKeys()
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  const isOther = variables && JSON.stringify(variables.expected) !== JSON.stringify(expected)
  return {
    choose: (files: readonly File[]) => mutate({ files, expected }),
    /** Null unless the expectations changed. */
    again: isOther ? () => mutate({ ...variables, expected }) : null,
    cancel: () => {
      running.current?.abort()
      reset()
      announce('Cancelled.')
    },
    checking: status === 'pending' ? progress : null,
    checked: data && { results: data, run: submittedAt },
    error,
  }
}

/** Each ZIP file, with the keys and plain files that were chosen beside it. */
async function checkedFiles(
  { files, expected }: Verification,
  signal: AbortSignal,
  onProgress: (progress: { readonly name: string; readonly text: string }) => void,
): Promise<readonly CheckedFile[]> {
  const named = (file: File) => ({ name: file.name, blob: file })
  const plain = await Promise.all(
    files.filter(isPlain).map(async (file) => ({ file, keys: await keysIn(file) })),
  )
  const own = plain.find(({ keys }) => keys !== null)
  const trusted = { keyFile: own?.file.name ?? null, ...(own?.keys && { keys: own.keys }) }
  const beside = plain.flatMap(({ file, keys }) => (keys === null ? [named(file)] : []))
  const zips = files.filter((file) => !isPlain(file)).map(named)
  if (zips.length === 0) return files.map(({ name }) => ({ kind: 'unchecked', name, sentence: notAlone }))
  const checked: CheckedFile[] = []
  for (const file of zips) {
    onProgress({ name: file.name, text: 'Checking' })
    const control = {
      signal,
      onProgress: ({ text }: { readonly text: string }) => {
        if (!signal.aborted) onProgress({ name: file.name, text })
      },
    }
    checked.push(await checkInWorker({ file, beside, expected, ...trusted }, control))
    signal.throwIfAborted()
  }
  return checked
}

const notAlone = 'A file alone cannot be verified. Choose the ZIP file with evidence that it came in too.'

/** Has the browser keep every file of the console, so that a pack opens without a network. The page itself comes first. */
function useWholeConsole(): void {
  useEffect(() => {
    const timer = setTimeout(() => void fetchFiles(), 1000)
    return () => clearTimeout(timer)
  }, [])
}

/** What cannot be fetched now may come later. */
async function fetchFiles(): Promise<void> {
  // Written by the build. The development server has none.
  const files = await getJson('/files.json', '/files.json').catch(() => [])
  if (!Array.isArray(files)) return
  for (const file of files) await fetch(String(file)).catch(() => {})
}
