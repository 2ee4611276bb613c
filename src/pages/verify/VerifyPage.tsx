import { useMutation } from '@tanstack/react-query'
import FileUp from 'lucide-react/icons/file-up'
import { useEffect, useRef, useState } from 'react'
import { UntrustedText } from '../../display/text.tsx'
import { LinkNotice } from '../../list/LinkNotice.tsx'
import { Button } from '../../ui/buttons.tsx'
import { FileButton, useFileDrop } from '../../ui/fields.tsx'
import { announce, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Fetched, lazyComponent, preloadChunk } from '../../ui/lazy.tsx'
import { Box, Progress } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { plainCodec } from '../../url/lists.ts'
import { Expectations, expectationOf, noExpectations } from './Expectations.tsx'
import styles from './verify.module.css'
import type { ChosenKeys, FileResult, Verification } from './verify-files.ts'

const results = lazyComponent(() => import('./Results.tsx'))
const verifyFiles = () => import('./verify-files.ts')

/** `/verify` checks signed files and packs in this browser. */
export default function VerifyPage() {
  const [typed, setTyped] = useState(noExpectations)
  const [keys, setKeys] = useState<ChosenKeys | null>(null)
  const expected = expectationOf(typed)
  const { choose, again, cancel, checking, checked, error } = useVerification({
    expected: expected ?? {},
    keys,
  })
  return (
    <>
      <PageHeader title="Verify" />
      <div className={classes(layout.parts, styles.body)}>
        <LinkNotice codec={plainCodec} />
        <FileDrop onChoose={choose} />
        <Keys keys={keys} onChange={setKeys} />
        <Expectations typed={typed} onChange={setTyped} />
        {again && (
          <div>
            <Button small disabled={expected === null} onClick={again}>
              Check again
            </Button>
          </div>
        )}
        {checking !== null && (
          <Box>
            <Progress>
              Checking <UntrustedText text={checking} />
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
      <span className={styles.dropTitle}>Choose a signed file or an audit pack</span>
      <span className={layout.muted}>
        Or drop it anywhere on this page: the ZIP, as the console made it. Nothing leaves this browser.
      </span>
      <input
        className={styles.input}
        type="file"
        multiple
        accept=".zip"
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

/** Keys are chosen as keys: a file that comes with others is never taken for them. */
function Keys({ keys, onChange }: { keys: ChosenKeys | null; onChange: (keys: ChosenKeys | null) => void }) {
  const [error, setError] = useState<string | null>(null)
  const choose = async (file: File) => {
    const { readKeyFile } = await verifyFiles()
    const read = await readKeyFile(file)
    setError(read === null ? 'This file does not hold the public keys of a console.' : null)
    if (read !== null) onChange(read)
  }
  return (
    <section aria-label="Keys" className={layout.stack}>
      <p>
        {keys === null ? (
          'Checked with the keys of this console.'
        ) : (
          <>
            Checked with the keys in <UntrustedText text={keys.name} />. Trust them only if they came to you
            apart from the file.
          </>
        )}
      </p>
      <div className={layout.row}>
        <FileButton label="Choose other keys" accept=".json" onChoose={(file) => void choose(file)} />
        {keys !== null && (
          <Button small kind="quiet" onClick={() => onChange(null)}>
            Use the keys of this console
          </Button>
        )}
      </div>
      {error !== null && (
        <p role="alert" className={layout.bad}>
          {error}
        </p>
      )}
    </section>
  )
}

function useVerification(asked: Omit<Verification, 'files'>) {
  const running = useRef<AbortController>(null)
  const [checking, setChecking] = useState('')
  const { mutate, reset, status, variables, data, error, submittedAt } = useMutation({
    // A file that could not be read is named here, whatever is wrong with it.
    throwOnError: false,
    mutationFn: async (verification: Verification): Promise<readonly FileResult[]> => {
      // A newer check replaces one that is under way.
      running.current?.abort()
      running.current = new AbortController()
      const { verdictsOn } = await verifyFiles()
      return await verdictsOn(verification, running.current.signal, setChecking)
    },
  })
  useEffect(() => {
    preloadChunk(results.load)
    preloadChunk(verifyFiles)
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  const isOther =
    variables && JSON.stringify({ ...variables, files: [] }) !== JSON.stringify({ ...asked, files: [] })
  return {
    choose: (files: readonly File[]) => mutate({ files, ...asked }),
    /** Null unless keys or expectations changed. */
    again: isOther ? () => mutate({ files: variables.files, ...asked }) : null,
    cancel: () => {
      running.current?.abort()
      reset()
      announce('Cancelled.')
    },
    checking: status === 'pending' ? checking : null,
    checked: data && { results: data, run: submittedAt },
    error,
  }
}
