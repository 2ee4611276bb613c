import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { parameterLabel } from '../parameter-labels.ts'
import styles from './FilterForm.module.css'
import { cleared, type Entered, type FilterField, type FilterOption } from './filter-groups.ts'

/** Enters the values of some filters, and applies them all at once. */
export function FilterForm<F extends string>({
  fields,
  filter,
  wrong,
  onApply,
}: {
  fields: readonly FilterField<F>[]
  filter: Readonly<Partial<Record<F, string>>>
  wrong: ReadonlySet<string>
  onApply: (entered: Entered<F>) => void
}) {
  const [draft, setDraft] = useState(nothingEntered<F>)
  const currentValue = (name: F): string => (name in draft ? draft[name] : filter[name]) ?? ''
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply(draft)
  }
  const isFilled = fields.some(({ name }) => currentValue(name) !== '')
  return (
    <form className={styles.form} onSubmit={apply}>
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          value={currentValue(field.name)}
          wrong={wrong.has(field.name)}
          onChange={(value) => {
            const entered: Partial<Record<F, string | null>> = { ...draft }
            entered[field.name] = value === '' ? null : value
            setDraft(entered)
          }}
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" kind="primary">
          Apply
        </Button>
        {isFilled && (
          <Button kind="quiet" onClick={() => onApply(cleared(fields))}>
            Clear
          </Button>
        )}
      </div>
    </form>
  )
}

function nothingEntered<F extends string>(): Entered<F> {
  const entered: Partial<Record<F, null>> = {}
  return entered
}

interface ControlProps<F extends string> {
  field: FilterField<F>
  value: string
  wrong: boolean
  onChange: (value: string) => void
}

function Control<F extends string>({ field, value, wrong, onChange }: ControlProps<F>) {
  const common = {
    label: parameterLabel(field.name),
    name: field.name,
    value,
    error: wrong && 'The service refuses this value.',
  }
  if (field.kind === 'choice') {
    const isKnown = value === '' || field.options.some((option) => option.value === value)
    return (
      <SelectField {...common} onChange={(event) => onChange(event.target.value)}>
        <option value="">Any</option>
        {!isKnown && <option value={value}>{value}</option>}
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    )
  }
  if (field.kind === 'date') {
    // A date input shows nothing at all for an instant or a misspelt date, which a link may well carry.
    const isDay = value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value)
    return (
      <TextField
        {...common}
        type={isDay ? 'date' : 'text'}
        hint="A whole UTC day."
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  const text = (suggestions: readonly FilterOption[]) => (
    <TextField
      {...common}
      mono={/_id$|_address$/.test(field.name)}
      placeholder={field.placeholder}
      suggestions={suggestions}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return field.Suggestions ? <field.Suggestions>{text}</field.Suggestions> : text([])
}
