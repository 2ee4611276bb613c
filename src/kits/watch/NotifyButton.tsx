import { useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import layout from '../../ui/layout.module.css'

/** Nothing is shown once the browser has been asked. */
export function NotifyButton() {
  const [permission, setPermission] = useState(
    'Notification' in window ? Notification.permission : 'unsupported',
  )
  if (permission === 'denied')
    return <span className={layout.small}>Notifications blocked in the browser</span>
  if (permission !== 'default') return null
  return (
    <Button small kind="quiet" onClick={() => void Notification.requestPermission().then(setPermission)}>
      Allow notifications
    </Button>
  )
}
