import { useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { SelectField } from '../../ui/fields.tsx'
import layout from '../../ui/layout.module.css'
import { useWatching } from './use-watching.ts'
import { limitInWords, limits } from './watching.ts'

/** A preference: how long a transaction may be in flight before the reader is told. */
export function WatchLimit() {
  const store = useWatching()
  if (!store) return null
  const { watching, change } = store
  return (
    <>
      <SelectField
        label="Tell me when something stays in flight"
        value={watching.limit ?? ''}
        onChange={({ target: { value } }) => {
          const limit = limits.find((hours) => String(hours) === value) ?? null
          change({ limit, seen: {}, news: watching.news.filter(({ kind }) => kind !== 'late') })
        }}
      >
        <option value="">Never</option>
        {limits.map((hours) => (
          <option key={hours} value={hours}>
            After {limitInWords(hours)}
          </option>
        ))}
      </SelectField>
      {watching.limit !== null && (
        <div>
          <NotifyButton />
        </div>
      )}
    </>
  )
}

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
