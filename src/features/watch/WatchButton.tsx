import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import type { Transaction } from '../../contract/normal-records.ts'
import { useKeyHint, useKeys } from '../../records/keys.ts'
import { Button } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import { useIsWatched } from './use-watching.ts'
import { NotifyButton } from './WatchLimit.tsx'
import { isOpen } from './watching.ts'

/** The reader is told when a watched transaction ends. */
export default function WatchButton({
  transaction: { transaction_id, status },
}: {
  transaction: Transaction
}) {
  const { isWatched, watch, isPossible } = useIsWatched(transaction_id)
  const isShown = isPossible && transaction_id !== null && (isWatched || isOpen(status))
  const toggle = () => {
    watch(!isWatched)
    announce(isWatched ? 'No longer watched.' : 'Watched. You are told here when it ends.')
  }
  useKeys({ w: () => isShown && toggle() })
  const shortcut = useKeyHint()('w')
  if (!isShown) return null
  return (
    <>
      <Button
        small
        icon={isWatched ? <BellRing aria-hidden /> : <Bell aria-hidden />}
        aria-pressed={isWatched}
        aria-keyshortcuts={shortcut}
        title="Tells you here when it ends"
        onClick={toggle}
      >
        {isWatched ? 'Watching' : 'Watch'}
      </Button>
      {isWatched && <NotifyButton />}
    </>
  )
}
