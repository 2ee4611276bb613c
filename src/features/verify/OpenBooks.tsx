import { useQueryClient } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { UnreadableFile } from '../../files/text-units.ts'
import { UntrustedText } from '../../records/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Banner, Box, BoxNote } from '../../ui/messages.tsx'
import type { PagePath } from '../../url/pages.ts'
import { openBooks } from '../../work/open-pack.ts'
import { trustedKeys } from './keys.ts'
import { openPack, UnfitPack } from './open-pack.ts'
import type { PackVerdict } from './pack-verdict.ts'

/** Opens the books of a pack that was checked: the console then shows them. What is wrong with the pack is said before, and stays in sight. */
export function OpenBooks({ verdict }: { verdict: PackVerdict }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [faults, setFaults] = useState(() => [
    ...verdict.faults,
    ...verdict.parts.flatMap((part) => part.faults.map((fault) => `${part.name}: ${fault}`)),
  ])
  const [isOpening, setOpening] = useState(false)
  const [why, setWhy] = useState<string | null>(null)
  const open = async () => {
    setOpening(true)
    setWhy(null)
    try {
      const { books, about } = await openPack(verdict, {
        keys: await trustedKeys(),
        signal: new AbortController().signal,
        anyway: faults.length > 0,
      })
      const pack = { ...about, faults: [...new Set([...faults, ...about.faults])] }
      if (await openBooks(client, books, pack)) void navigate(overview)
      else setWhy('A file is still being made in this tab. Wait for it, or cancel it.')
    } catch (error) {
      if (error instanceof UnfitPack) setFaults([...error.faults])
      else if (error instanceof UnreadableFile) setWhy(error.message)
      else throw error
    } finally {
      setOpening(false)
    }
  }
  return (
    <Box label="Books">
      <p>
        The books in this pack are everything that the service said of the account
        {verdict.manifest.account !== null && (
          <>
            {' '}
            <UntrustedText text={verdict.manifest.account} />
          </>
        )}
        , of any time. Open them, and this console shows them instead of a service. Nothing leaves this
        browser, and nothing is kept once you close the tab.
      </p>
      {why !== null && (
        <Banner tone="danger" title="The books could not be opened">
          <p>
            <UntrustedText text={why} />
          </p>
        </Banner>
      )}
      {faults.length > 0 && (
        <BoxNote>This pack does not fit its manifest, so what it shows may be wrong.</BoxNote>
      )}
      <div>
        <Button
          kind={faults.length > 0 ? 'secondary' : 'primary'}
          icon={<BookOpen aria-hidden />}
          busy={isOpening}
          onClick={() => void open()}
        >
          {faults.length > 0 ? 'Open anyway' : 'Open these books'}
        </Button>
      </div>
    </Box>
  )
}

const overview: PagePath = '/'
