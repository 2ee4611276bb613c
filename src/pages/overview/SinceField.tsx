import { useState } from 'react'
import { presentTime } from '../../api/open-pack.ts'
import { localZone, momentLabel } from '../../display/instant.ts'
import { usePreferences } from '../../display/preferences.ts'
import { momentInstant, momentText, timeChoices } from '../../kits/report/time-choices.ts'
import { DayField } from '../../ui/DayField.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import styles from './overview.module.css'

const another = 'another'

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
  const [isOwn, setOwn] = useState(false)
  const choices = timeChoices(now, zone).flatMap(({ label, from }) => {
    const instant = momentInstant(from, zone)
    return instant === null ? [] : [{ label, instant }]
  })
  const asked = since === undefined ? null : Date.parse(since)
  const isListed = choices.some(({ instant }) => instant === asked)
  const choose = (instant: number | null) =>
    onSince(instant === null ? null : new Date(instant).toISOString().replace(/(:00)?\.000Z$/, 'Z'))
  return (
    <div className={classes(layout.row, styles.since)}>
      {isOwn && (
        <DayField
          label={`From (${zone})`}
          value={momentText(asked ?? now - (now % 60_000), zone)}
          onDay={(text) => {
            const instant = momentInstant(text, zone)
            if (instant !== null) choose(instant)
          }}
        />
      )}
      <SelectField
        label="Time"
        value={isOwn ? another : asked === null ? '' : String(asked)}
        onChange={({ target: { value } }) => {
          setOwn(value === another)
          if (value !== another) choose(value === '' ? null : Number(value))
        }}
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
        <option value={another}>Another time</option>
      </SelectField>
    </div>
  )
}
