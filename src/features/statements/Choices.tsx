import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { neighbourOf, type Period, periodAround, periodKinds } from '../../url/statements.ts'
import styles from './statements.module.css'
import { periodLabels, periodName } from './words.ts'

/** A button that says what is chosen, and opens a list in which several can be. */
export function PickMany({
  label,
  summary,
  all,
  options,
  chosen,
  onChange,
}: {
  label: string
  /** What is chosen, in words. */
  summary: string
  /** What the choice of no one in particular is called. */
  all: string
  options: readonly { readonly value: string; readonly label: string }[]
  /** None of them means all. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  return (
    <Popover
      label={label}
      button={(button) => (
        <Button {...button} small icon={<ChevronDown aria-hidden />} className={styles.choice}>
          <span className={styles.muted}>{label}</span> <UntrustedText text={summary} most={40} />
        </Button>
      )}
    >
      {() => (
        <ul className={styles.options}>
          <li>
            <label className={styles.option}>
              <input type="checkbox" checked={chosen.length === 0} onChange={() => onChange([])} /> {all}
            </label>
          </li>
          {options.map(({ value, label: name }) => (
            <li key={value}>
              <label className={styles.option}>
                <input
                  type="checkbox"
                  checked={chosen.includes(value)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                  }
                />{' '}
                <UntrustedText text={name} />
              </label>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** Which days: a month, a quarter or a year with its neighbours, or any two days. */
export function PeriodChoice({
  period,
  today,
  onChange,
}: {
  period: Period
  /** `YYYY-MM-DD`, in UTC. */
  today: string
  onChange: (period: Period) => void
}) {
  const { kind, first, last } = period
  // What a day begins with when another length is asked for: the end of a long period, but not what is to come.
  const anchor = last < today ? last : first > today ? first : today
  const isEnd = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
  return (
    <div className={styles.period}>
      <SegmentedControl
        label="Length of the period"
        value={kind}
        options={periodKinds.map((value) => ({ value, label: periodLabels[value] }))}
        onChange={(chosen) =>
          onChange(chosen === 'days' ? { kind: chosen, first, last } : periodAround(chosen, anchor))
        }
      />
      <div className={styles.stepper}>
        <IconButton
          label={`Previous: ${periodName(neighbourOf(period, -1))}`}
          onClick={() => onChange(neighbourOf(period, -1))}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        {kind === 'days' ? (
          <>
            <TextField
              label="First day"
              type="date"
              value={first}
              max={last}
              onChange={({ target: { value } }) =>
                isEnd(value) && value <= last && onChange({ kind, first: value, last })
              }
            />
            <TextField
              label="Last day"
              type="date"
              value={last}
              min={first}
              onChange={({ target: { value } }) =>
                isEnd(value) && value >= first && onChange({ kind, first, last: value })
              }
            />
          </>
        ) : (
          <span className={styles.periodName}>{periodName(period)}</span>
        )}
        <IconButton
          label={`Next: ${periodName(neighbourOf(period, 1))}`}
          onClick={() => onChange(neighbourOf(period, 1))}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
