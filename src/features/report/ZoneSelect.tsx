import { useState } from 'react'
import { readZone, zoneNames, zoneOffset } from '../../contract/time-zone.ts'
import { localZone } from '../../records/instant.ts'
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
  onChange: (zone: string | null) => void
}) {
  // The offsets of hundreds of zones take longer than the page.
  const [isOpened, setOpened] = useState(false)
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
      onPointerDown={() => setOpened(true)}
      onFocus={() => setOpened(true)}
      onChange={({ target: { value } }) => onChange(value === 'UTC' ? null : value)}
    >
      {[...zones].map((name) => (
        <option key={name} value={name}>
          {nameOf(name)}
        </option>
      ))}
    </select>
  )
}
