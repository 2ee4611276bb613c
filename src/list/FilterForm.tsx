import { type FormEvent, useState } from 'react'
import { parameterLabel } from '../records/labels.ts'
import { Button } from '../ui/buttons.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { ComboboxField } from './ComboboxField.tsx'
import { DateRange } from './DateRange.tsx'
import { endsBeforeItStarts } from './date-range.ts'
import styles from './FilterForm.module.css'
import { cleared, type Entered, type FilterField, type FilterGroup } from './filter-groups.ts'
import { PickList, refusedValue } from './PickList.tsx'

interface FilterFormProps<F extends string> {
  readonly groups: readonly FilterGroup<F>[]
  readonly filter: Readonly<Partial<Record<F, string>>>
  readonly wrong: ReadonlySet<string>
  readonly onApply: (entered: Entered<F>) => void
  /** The form's id, where its buttons are elsewhere. */
  readonly id?: string
}

/** Enters the values of some filters. One filter alone is applied by choosing; several are applied all at once. */
export default function FilterForm<F extends string>(props: FilterFormProps<F>) {
  const { groups, filter, wrong, onApply } = props
  const [only, ...others] = groups.flatMap(({ fields }) => fields)
  if (only?.kind === 'choice' && others.length === 0) {
    return (
      <PickList
        field={only}
        value={filter[only.name]}
        wrong={wrong.has(only.name)}
        onPick={(value) => onApply(entry(only.name, value))}
        onClear={() => onApply(entry(only.name, null))}
      />
    )
  }
  return <Form {...props} />
}

function Form<F extends string>({ groups, filter, wrong, onApply, id }: FilterFormProps<F>) {
  const [draft, setDraft] = useState(nothingEntered<F>)
  const fields = groups.flatMap((group) => group.fields)
  const isAlone = groups.length === 1
  const valueOfField = (name: F): string => (name in draft ? draft[name] : filter[name]) ?? ''
  const enter = (name: F, value: string) => setDraft((now) => ({ ...now, ...entry(name, value || null) }))
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reversed = groups
      .map(rangeOf)
      .find((range) => range && endsBeforeItStarts(valueOfField(range.start), valueOfField(range.end)))
    // Said in the form already: the service would only refuse it.
    if (reversed) event.currentTarget.querySelector<HTMLElement>(`[name="${reversed.end}"]`)?.focus()
    else onApply(draft)
  }
  const control = (field: FilterField<F>) => (
    <Control
      key={field.name}
      field={field}
      value={valueOfField(field.name)}
      wrong={wrong.has(field.name)}
      expanded={fields.length === 1}
      onChange={(value) => enter(field.name, value)}
      onPick={(value) => {
        if (fields.length === 1) onApply(entry(field.name, value))
        else enter(field.name, value)
      }}
    />
  )
  return (
    <form className={styles.form} id={id} onSubmit={apply} noValidate>
      {groups.map((group) => {
        const range = rangeOf(group)
        if (!range) return group.fields.map(control)
        const end = (name: F) => ({
          name,
          value: valueOfField(name),
          wrong: wrong.has(name),
          onChange: (value: string) => enter(name, value),
        })
        return (
          <DateRange
            key={group.label}
            start={end(range.start)}
            end={end(range.end)}
            onPreset={({ start_date, end_date }) => {
              const both = { ...entry(range.start, start_date), ...entry(range.end, end_date) }
              if (isAlone) onApply(both)
              else setDraft((now) => ({ ...now, ...both }))
            }}
          />
        )
      })}
      {id === undefined && (
        <div className={styles.actions}>
          <Button type="submit" kind="primary">
            Apply
          </Button>
          {fields.some(({ name }) => valueOfField(name) !== '') && (
            <Button kind="quiet" onClick={() => onApply(cleared(fields))}>
              Clear
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

/** The ends of a group that is a date range. */
function rangeOf<F extends string>({ fields }: FilterGroup<F>): { start: F; end: F } | null {
  const [start, end] = fields
  return start?.kind === 'date' && end?.kind === 'date' ? { start: start.name, end: end.name } : null
}

function nothingEntered<F extends string>(): Entered<F> {
  const entered: Partial<Record<F, null>> = {}
  return entered
}

function entry<F extends string>(name: F, value: string | null): Entered<F> {
  const entered: Partial<Record<F, string | null>> = {}
  entered[name] = value
  return entered
}

interface ControlProps<F extends string> {
  field: FilterField<F>
  value: string
  wrong: boolean
  expanded: boolean
  onChange: (value: string) => void
  onPick: (value: string) => void
}

function Control<F extends string>({ field, value, wrong, expanded, onChange, onPick }: ControlProps<F>) {
  const error: string | false = wrong && refusedValue
  const common = { label: parameterLabel(field.name), name: field.name, value, error }
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
  if (field.kind === 'text' && field.Suggestions) {
    return (
      <field.Suggestions>
        {(offer) => (
          <ComboboxField
            {...common}
            placeholder={field.placeholder}
            offer={offer}
            expanded={expanded}
            onChange={onChange}
            onPick={onPick}
          />
        )}
      </field.Suggestions>
    )
  }
  return (
    <TextField
      {...common}
      mono
      placeholder={field.kind === 'text' ? field.placeholder : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
