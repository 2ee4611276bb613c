import { type ReactNode, useId } from 'react'
import styles from './SegmentedControl.module.css'
import hidden from './VisuallyHidden.module.css'

/** A choice between two to four values, all of them visible. A radio group: arrow keys move the choice. */
export function SegmentedControl<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly {
    value: T
    label: ReactNode
    /** What the option is called where its label is only an icon. */
    name?: string
  }[]
  onChange: (value: T) => void
}) {
  const group = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={hidden.hidden}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} title={option.name}>
          <input
            type="radio"
            className={styles.input}
            name={group}
            value={option.value}
            checked={option.value === value}
            aria-label={option.name}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
