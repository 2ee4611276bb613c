import { localZone } from '../../records/instant.ts'
import styles from './report.module.css'

/** In whose days a period or a moment is. UTC, the reader's own and the chosen one come first. */
export function ZoneSelect({
  zone,
  onChange,
}: {
  /** Null for UTC. */
  zone: string | null
  onChange: (zone: string | null) => void
}) {
  const zones = new Set(['UTC', localZone(), ...(zone ? [zone] : []), ...Intl.supportedValuesOf('timeZone')])
  return (
    <select
      aria-label="Time zone"
      className={styles.zone}
      value={zone ?? 'UTC'}
      onChange={({ target: { value } }) => onChange(value === 'UTC' ? null : value)}
    >
      {[...zones].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}
