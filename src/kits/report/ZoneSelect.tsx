import { useRef, useState } from 'react'
import { readZone, zoneNames, zoneOffset } from '../../contract/time-zone.ts'
import { localZone } from '../../display/instant.ts'
import styles from './report.module.css'

/** In whose days a period or a moment is. UTC, the reader's own and the chosen one come first. */
export function ZoneSelect({
  zone,
  day,
  onChange,
}: {
  /** Null for UTC. */
  zone: string | null
  /** `YYYY-MM-DD`: each zone is shown with its offset on that day. */
  day: string
  /** Typing a name and pressing arrows pass other zones: they replace each other. */
  onChange: (zone: string | null, options: { replace: boolean }) => void
}) {
  // The offsets of hundreds of zones take longer than the page.
  const [isOpened, setOpened] = useState(false)
  const isTyped = useRef(false)
  const begin = () => {
    setOpened(true)
    isTyped.current = false
  }
  const own = readZone(localZone())
  const zones = new Set(['UTC', ...(own ? [own] : []), ...(zone ? [zone] : []), ...zoneNames()])
  const noon = Date.parse(`${day}T12:00:00Z`)
  const nameOf = (name: string) =>
    name === 'UTC' || (!isOpened && name !== zone) ? name : `${name} (UTC${zoneOffset(noon, name)})`
  return (
    <select
      aria-label="Time zone"
      className={styles.zone}
      value={zone ?? 'UTC'}
      onPointerDown={begin}
      onFocus={begin}
      onChange={({ target: { value } }) => {
        onChange(value === 'UTC' ? null : value, { replace: isTyped.current })
        isTyped.current = true
      }}
    >
      {[...zones].map((name) => (
        <option key={name} value={name}>
          {nameOf(name)}
        </option>
      ))}
    </select>
  )
}
