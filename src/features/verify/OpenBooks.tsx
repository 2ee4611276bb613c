import { useQueryClient } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { Banner, Box } from '../../ui/messages.tsx'
import type { PagePath } from '../../url/pages.ts'
import { openBooks } from '../../work/open-pack.ts'
import type { CheckedPack } from './check-task.ts'

export function OpenBooks({ pack: { opened, manifest } }: { pack: CheckedPack }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  if (typeof opened === 'string')
    return (
      <Banner tone="danger" title="The books cannot be opened">
        <p>
          <UntrustedText text={opened} />
        </p>
      </Banner>
    )
  const { books, about } = opened
  const isUnfit = about.faults.length > 0
  const open = async () => {
    if (await openBooks(client, books, about)) void navigate(overview)
    else setBusy(true)
  }
  return (
    <Box label="Books">
      <p>
        This pack holds everything that the service listed for{' '}
        {manifest.account === null ? (
          'the account'
        ) : (
          <>
            the account <UntrustedText text={manifest.account} />
          </>
        )}
        , whatever its date. Open the books to browse them in this console. Nothing leaves this browser, and
        closing the tab removes them.
      </p>
      {isBusy && (
        <p role="alert">
          An export in this tab is still running or not saved. Wait for it, save it, or end it.
        </p>
      )}
      {isUnfit && (
        <p className={layout.muted}>This pack does not match its manifest, so what it shows may be wrong.</p>
      )}
      <div>
        <Button
          kind={isUnfit ? 'secondary' : 'primary'}
          icon={<BookOpen aria-hidden />}
          onClick={() => void open()}
        >
          {isUnfit ? 'Open anyway' : 'Open these books'}
        </Button>
      </div>
    </Box>
  )
}

const overview: PagePath = '/'
