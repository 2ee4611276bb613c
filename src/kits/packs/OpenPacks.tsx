import { useMutation } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import { useEffect, useRef } from 'react'
import { shownPackId } from '../../api/open-pack.ts'
import { closePack, openPack, packAddress, useOpenPacks } from '../../api/packs.ts'
import { useSession } from '../../api/session.ts'
import type { OpenPack } from '../../contract/packs.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { Instant, UntrustedText } from '../../display/text.tsx'
import { Button } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Box, Progress } from '../../ui/messages.tsx'
import { comparisonHref } from '../../url/changes.ts'

/** Opens a verified pack in the whole console. `keys`: the JWK set that its reader chose. */
export function OpenPackBox({ file, keys }: { file: File; keys: string | null }) {
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const opening = useMutation({
    mutationFn: () => {
      running.current = new AbortController()
      return openPack(file, keys, running.current.signal)
    },
  })
  return (
    <Box label="Records">
      <p>
        Open the pack to browse its records in this console, reports and dates included. The file is sent to
        the gateway of this console, which keeps its records until you close the pack or your session ends.
      </p>
      {opening.error && <ErrorBanner error={opening.error} />}
      {opening.isPending && <Progress>Opening the pack</Progress>}
      <div>
        <Button
          kind="primary"
          icon={<BookOpen aria-hidden />}
          disabled={opening.isPending || opening.isSuccess}
          onClick={() => opening.mutate()}
        >
          Open the pack
        </Button>
      </div>
    </Box>
  )
}

export function OpenPackList() {
  const { data: packs = [], refetch } = useOpenPacks()
  return packs.length === 0 ? null : (
    <ul className={layout.stack} aria-label="Open packs">
      {packs.map((pack) => (
        <li key={pack.id} className={layout.row}>
          <PackName pack={pack} />
          {/* Another account: the page is loaded anew. */}
          <a href={packAddress(pack.id)}>Open</a>
          <WhatChanged id={pack.id} />
          <Button small onClick={() => void closePack(pack.id).finally(() => void refetch())}>
            Close
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Against the present records; in a pack, against those of this one. */
function WhatChanged({ id }: { id: string }) {
  const hasPresent = useSession().data?.expiresAt !== null
  if (id === shownPackId && !hasPresent) return null
  return <Link to={comparisonHref(id === shownPackId ? 'present' : id)}>What changed since</Link>
}

function PackName({ pack: { name, as_of, missing } }: { pack: OpenPack }) {
  return (
    <span>
      <UntrustedText text={name} /> as of <Instant iso={as_of} />
      {missing.length > 0 && '; not complete'}
    </span>
  )
}
