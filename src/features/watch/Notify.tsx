import { Button } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'
import { useNotifications } from './use-watching.ts'

/** Asks the browser to allow its notifications; nothing where it has been asked. */
export function NotifyButton() {
  const { permission, ask } = useNotifications()
  if (permission === 'denied')
    return <span className={layout.small}>Notifications blocked in the browser</span>
  if (permission !== 'default') return null
  return (
    <Button small kind="quiet" onClick={ask}>
      Allow notifications
    </Button>
  )
}
