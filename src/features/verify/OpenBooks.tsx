import { useQueryClient } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSessionMark } from '../../api/hooks.ts'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, Box, Progress } from '../../ui/messages.tsx'
import type { PagePath } from '../../url/pages.ts'
import { openBooks } from '../../work/open-pack.ts'
import { holdPack, releasePack } from '../../work/work.ts'
import type { EvidenceChecked } from './check-task.ts'
import type { PackVerdict } from './pack-verdict.ts'

type Opening =
  | { readonly phase: 'closed' | 'reading' | 'busy' }
  | { readonly phase: 'failed'; readonly sentence: string }
  /** The books contradict the manifest, which only reading them tells. */
  | { readonly phase: 'unfit'; readonly faults: readonly string[] }

/** The books are read when the reader opens them. */
export function OpenBooks({
  pack,
  account,
}: {
  pack: PackVerdict | EvidenceChecked
  account: string | null
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSessionMark() ?? ''
  const [opening, setOpening] = useState<Opening>({ phase: 'closed' })
  const reading = useRef<AbortController>(null)
  useEffect(() => () => reading.current?.abort(), [])
  const isUnfit = (pack.kind === 'pack' && pack.outcome === 'wrong') || opening.phase === 'unfit'
  const open = async () => {
    reading.current = new AbortController()
    const { signal } = reading.current
    setOpening({ phase: 'reading' })
    try {
      const held = await holdPack(pack, session, signal)
      // Of evidence they are why it is not proved complete, which its verdict has said.
      const faults = pack.kind === 'evidence' ? [] : held.about.faults
      const isAsked = faults.length === 0 || isUnfit
      if (isAsked && (await openBooks(client, held))) return void navigate(overview)
      releasePack(held)
      setOpening(isAsked ? { phase: 'busy' } : { phase: 'unfit', faults })
    } catch (error) {
      if (!signal.aborted)
        setOpening({ phase: 'failed', sentence: error instanceof Error ? error.message : String(error) })
    }
  }
  if (opening.phase === 'failed')
    return (
      <Banner tone="danger" title="The books cannot be opened">
        <p>
          <UntrustedText text={opening.sentence} />
        </p>
      </Banner>
    )
  return (
    <Box label="Books">
      <p>
        This pack holds everything that the service listed for{' '}
        {account === null ? (
          'the account'
        ) : (
          <>
            the account <UntrustedText text={account} />
          </>
        )}
        , whatever its date. Open the books to browse them in this console. Nothing leaves this browser, and
        closing the tab removes them.
      </p>
      {opening.phase === 'busy' && (
        <p role="alert">
          An export in this tab is still running or not saved. Wait for it, save it, or end it.
        </p>
      )}
      {opening.phase === 'unfit' && (
        <p role="alert">
          <UntrustedText text={opening.faults.join(' ')} />
        </p>
      )}
      {isUnfit && (
        <p className={layout.muted}>This pack does not match its manifest, so what it shows may be wrong.</p>
      )}
      {opening.phase === 'reading' && <Progress>Reading the books</Progress>}
      <div>
        <Button
          kind={isUnfit ? 'secondary' : 'primary'}
          icon={<BookOpen aria-hidden />}
          disabled={opening.phase === 'reading'}
          onClick={() => void open()}
        >
          {isUnfit ? 'Open anyway' : 'Open these books'}
        </Button>
      </div>
    </Box>
  )
}

const overview: PagePath = '/'
