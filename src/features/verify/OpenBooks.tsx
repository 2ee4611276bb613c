import { useMutation, useQueryClient } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSessionMark } from '../../api/session.ts'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Banner, Box, Progress } from '../../ui/messages.tsx'
import type { PagePath } from '../../url/pages.ts'
import { openBooks } from '../../work/open-pack.ts'
import { holdPack, releasePack } from '../../work/work.ts'
import type { EvidenceChecked } from '../evidence/check.ts'

/** Opens a pack as the source of the whole console. */
export function OpenBooks({ pack, account }: { pack: EvidenceChecked; account: string | null }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSessionMark() ?? ''
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const opening = useMutation({
    /** False if a file in this tab would be lost. */
    mutationFn: async () => {
      running.current = new AbortController()
      const held = await holdPack(pack, session, running.current.signal)
      const isOpen = await openBooks(client, held)
      if (!isOpen) releasePack(held)
      return isOpen
    },
    onSuccess: (isOpen) => void (isOpen && navigate(overview)),
  })
  if (opening.error)
    return (
      <Banner tone="danger" title="The records cannot be opened">
        <p>
          <UntrustedText text={opening.error.message} />
        </p>
      </Banner>
    )
  return (
    <Box label="Records">
      <p>
        This pack holds the records of{' '}
        {account === null ? (
          'the account'
        ) : (
          <>
            the account <UntrustedText text={account} />
          </>
        )}
        that were read for it, of any date. Open them to browse them in this console. Nothing leaves this
        browser, and closing the tab removes them.
      </p>
      {opening.data === false && (
        <p role="alert">
          An export in this tab is still running or not saved. Wait for it, save it, or cancel it.
        </p>
      )}
      {opening.isPending && <Progress>Opening the records</Progress>}
      <div>
        <Button
          kind="primary"
          icon={<BookOpen aria-hidden />}
          disabled={opening.isPending}
          onClick={() => opening.mutate()}
        >
          Open these records
        </Button>
      </div>
    </Box>
  )
}

const overview: PagePath = '/'
