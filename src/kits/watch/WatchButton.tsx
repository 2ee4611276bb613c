import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import type { Transaction } from '../../contract/normal-records.ts'
import { useKeyHint, useKeys } from '../../display/keys.ts'
import { Button } from '../../ui/buttons.tsx'
import { announce } from '../../ui/inline.tsx'
import { NotifyButton } from './Bell.tsx'
import { isOpen } from './news.ts'
import { useWatched } from './use-news.ts'

/** The reader is told when a watched transaction ends. */
export default function WatchButton({
  transaction: { transaction_id, status },
}: {
  transaction: Transaction
}) {
  const { isWatched, isPossible, toggle } = useWatched(transaction_id)
  const isShown = isPossible && transaction_id !== null && isOpen(status)
  const press = () => {
    toggle()
    announce(isWatched ? 'No longer watched.' : 'Watched. You are told here when it ends.')
  }
  useKeys({ w: () => isShown && press() })
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
        onClick={press}
      >
        {isWatched ? 'Watching' : 'Watch'}
      </Button>
      {isWatched && <NotifyButton />}
    </>
  )
}
