import { useState } from 'react'
import { presentTime } from '../api/pack-source.ts'
import { parameterLabel } from '../records/labels.ts'
import { Button } from '../ui/buttons.tsx'
import { TextField } from '../ui/fields.tsx'
import { type DatePreset, datePresets } from '../url/periods.ts'
import styles from './DateRange.module.css'
import { endsBeforeItStarts } from './date-range.ts'
import { refusedValue } from './PickList.tsx'

/** One end of a range as it is entered. */
export interface RangeEnd {
  readonly name: string
  readonly value: string
  readonly wrong: boolean
  readonly onChange: (value: string) => void
}

/** First and last UTC day, and the ranges that people ask for by name. */
export function DateRange({
  start,
  end,
  onPreset,
}: {
  start: RangeEnd
  end: RangeEnd
  onPreset: (preset: DatePreset) => void
}) {
  const [presets] = useState(() => datePresets(new Date(presentTime())))
  const reversed = endsBeforeItStarts(start.value, end.value)
  return (
    <div className={styles.range}>
      <fieldset className={styles.presets}>
        <legend>UTC days</legend>
        {presets.map((preset) => (
          <Button
            key={preset.label}
            small
            kind="quiet"
            title={`${preset.start_date} – ${preset.end_date}`}
            aria-pressed={preset.start_date === start.value && preset.end_date === end.value}
            onClick={() => onPreset(preset)}
          >
            {preset.label}
          </Button>
        ))}
      </fieldset>
      <div className={styles.days}>
        <Day {...start} error={start.wrong && !reversed && refusedValue} />
        <Day {...end} error={reversed ? 'The range ends before it starts.' : end.wrong && refusedValue} />
      </div>
    </div>
  )
}

function Day({ name, value, error, onChange }: RangeEnd & { error: string | false }) {
  // A date input shows nothing at all for an instant or a misspelt date, which a link may well carry.
  const isDay = value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value)
  return (
    <TextField
      label={parameterLabel(name)}
      name={name}
      value={value}
      error={error}
      type={isDay ? 'date' : 'text'}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
