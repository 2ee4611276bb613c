import { useQueryClient } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSessionMark } from '../../api/hooks.ts'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Banner, Box, Progress } from '../../ui/messages.tsx'
import type { PagePath } from '../../url/pages.ts'
import { openBooks } from '../../work/open-pack.ts'
import { holdPack, releasePack } from '../../work/work.ts'
import type { EvidenceChecked } from './check-task.ts'

type Opening =
  | { readonly phase: 'closed' | 'opening' | 'busy' }
  | { readonly phase: 'failed'; readonly sentence: string }

/** Makes the books of a pack the source of the whole console. */
export function OpenBooks({ pack, account }: { pack: EvidenceChecked; account: string | null }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSessionMark() ?? ''
  const [opening, setOpening] = useState<Opening>({ phase: 'closed' })
  const leaving = useRef<AbortController>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const open = async () => {
    leaving.current = new AbortController()
    const { signal } = leaving.current
    setOpening({ phase: 'opening' })
    try {
      const held = await holdPack(pack, session, signal)
      if (await openBooks(client, held)) return void navigate(overview)
      releasePack(held)
      setOpening({ phase: 'busy' })
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
      {opening.phase === 'opening' && <Progress>Opening the books</Progress>}
      <div>
        <Button
          kind="primary"
          icon={<BookOpen aria-hidden />}
          disabled={opening.phase === 'opening'}
          onClick={() => void open()}
        >
          Open these books
        </Button>
      </div>
    </Box>
  )
}

const overview: PagePath = '/'
