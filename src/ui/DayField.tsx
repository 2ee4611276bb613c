import Calendar from 'lucide-react/icons/calendar'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './buttons.tsx'
import styles from './controls.module.css'
import { Field } from './fields.tsx'

/**
 * A day in the one form `2026-11-30`. The browser's own date field follows the browser's language, in which 11/12 may be either of two
 * days. It also takes an instant, which a link may have.
 */
export function DayField({
  label,
  name,
  value,
  error,
  min = '',
  max = '',
  onDay,
}: {
  label: string
  name?: string
  value: string
  error?: ReactNode
  min?: string
  max?: string
  /** Called with a day, or with an empty text. */
  onDay: (day: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  /** Text that is not a day yet. */
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? value
  const problem = dayProblem(shown, min, max)
  useEffect(() => field.current?.setCustomValidity(problem), [problem])
  const enter = (text: string) => {
    const isRead = readsAsDay(text)
    setDraft(isRead ? null : text)
    if (isRead || text === '') onDay(text)
  }
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className={styles.dayField}>
          <input
            ref={field}
            {...control}
            name={name}
            autoComplete="off"
            spellCheck={false}
            placeholder="YYYY-MM-DD"
            value={shown}
            onChange={({ target }) => enter(target.value.trim())}
          />
          <input
            ref={calendar}
            type="date"
            className={styles.calendar}
            tabIndex={-1}
            aria-hidden
            value={readsAsDay(shown) ? shown.slice(0, 10) : ''}
            min={min}
            max={max}
            onChange={({ target }) => enter(target.value)}
          />
          <IconButton label="Open calendar" onClick={() => calendar.current?.showPicker()}>
            <Calendar aria-hidden />
          </IconButton>
        </div>
      )}
    </Field>
  )
}

/** Why a form with this text is not sent; empty where it can be. */
export function dayProblem(text: string, min: string, max: string): string {
  if (text === '') return ''
  if (!readsAsDay(text)) return 'Write the day as 2026-11-30.'
  if (min !== '' && lastMoment(text) < Date.parse(min)) return `Choose ${min} or a later day.`
  return max !== '' && Date.parse(text) > lastMoment(max) ? `Choose ${max} or an earlier day.` : ''
}

/** Of a day, which may be beside an instant. */
function lastMoment(text: string): number {
  return Date.parse(text.includes('T') ? text : `${text}T23:59:59.999Z`)
}

function readsAsDay(text: string): boolean {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return !Number.isNaN(Date.parse(text))
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // 30 February becomes a day of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
