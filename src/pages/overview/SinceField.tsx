import { useState } from 'react'
import { presentTime } from '../../api/open-pack.ts'
import { localZone, momentLabel } from '../../display/instant.ts'
import { usePreferences } from '../../display/preferences.ts'
import { momentInstant, timeChoices } from '../../kits/report/time-choices.ts'
import { SelectField } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import styles from './overview.module.css'

/** From when on the overview tells what happened: the reader's last look, or a moment, which the link then has. */
export function SinceField({
  since,
  isLooked,
  onSince,
}: {
  /** ISO 8601. */
  since: string | undefined
  isLooked: boolean
  onSince: (since: string | null) => void
}) {
  const { timeZone } = usePreferences()
  const zone = timeZone === 'utc' ? 'UTC' : localZone()
  // Those of a time of day stay as they are while the page is open.
  const [now] = useState(presentTime)
  const choices = timeChoices(now, zone).flatMap(({ label, from }) => {
    const instant = momentInstant(from, zone)
    return instant === null ? [] : [{ label, instant }]
  })
  const asked = since === undefined ? null : Date.parse(since)
  const isListed = choices.some(({ instant }) => instant === asked)
  return (
    <div className={classes(layout.row, styles.since)}>
      <SelectField
        label="Time"
        value={asked === null ? '' : String(asked)}
        onChange={({ target: { value } }) =>
          onSince(value === '' ? null : new Date(Number(value)).toISOString().replace(/(:00)?\.000Z$/, 'Z'))
        }
      >
        <option value="">{isLooked ? 'Since you last looked' : 'Not seen yet'}</option>
        {choices.map(({ label, instant }) => (
          <option key={label} value={instant}>
            {label}
          </option>
        ))}
        {since !== undefined && asked !== null && !isListed && (
          <option value={asked}>Since {momentLabel(since, timeZone)}</option>
        )}
      </SelectField>
    </div>
  )
}
