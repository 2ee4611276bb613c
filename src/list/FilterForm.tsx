import Check from 'lucide-react/icons/check'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { presentTime } from '../api/pack-source.ts'
import { parameterLabel } from '../records/labels.ts'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import controls from '../ui/controls.module.css'
import { SelectField, TextField } from '../ui/fields.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { moveFocus, nextRow } from '../ui/row-focus.ts'
import { type DatePreset, datePresets } from '../url/periods.ts'
import { ComboboxField } from './ComboboxField.tsx'
import { cleared, type Entered, type FilterField, type FilterGroup, valueLabel } from './filter-groups.ts'
import styles from './list.module.css'

interface FilterFormProps<F extends string> {
  readonly groups: readonly FilterGroup<F>[]
  readonly filter: Readonly<Partial<Record<F, string>>>
  readonly wrong: ReadonlySet<string>
  readonly onApply: (entered: Entered<F>) => void
  /** For buttons outside the form, which then has none of its own. */
  readonly id?: string
}

/** A single filter is applied by choosing a value; several are applied together. */
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
    onApply(draft)
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
    <form className={classes(layout.stack, styles.form)} id={id} onSubmit={apply}>
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
        <div className={layout.row}>
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

function PickList<F extends string>({
  field,
  value,
  wrong,
  onPick,
  onClear,
}: {
  field: Extract<FilterField<F>, { kind: 'choice' }>
  /** A value that is no option is listed first. */
  value: string | undefined
  wrong: boolean
  onPick: (value: string) => void
  onClear: () => void
}) {
  const errorId = useId()
  const known = field.options.map((option) => option.value)
  const values = value === undefined || known.includes(value) ? known : [value, ...known]
  return (
    <div className={classes(layout.stack, styles.pick)}>
      <div
        role="listbox"
        className={controls.options}
        aria-label={parameterLabel(field.name)}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? errorId : undefined}
        onKeyDown={moveAmongOptions}
      >
        {values.map((each) => (
          <button
            key={each}
            type="button"
            role="option"
            className={controls.option}
            // One stop of the Tab key.
            tabIndex={each === (value ?? values[0]) ? 0 : -1}
            aria-selected={each === value}
            onClick={() => onPick(each)}
          >
            {known.includes(each) && field.render ? (
              field.render(each)
            ) : (
              <UntrustedText text={valueLabel(field.options, each)} />
            )}
            {each === value && <Check className={layout.accent} size={14} aria-hidden />}
          </button>
        ))}
      </div>
      {wrong && (
        <p id={errorId} className={classes(layout.small, layout.bad)}>
          {refusedValue}
        </p>
      )}
      {value !== undefined && (
        <Button small kind="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}

const refusedValue = 'The service refuses this value.'

/** Arrows, Home and End move the focus, and a letter moves it to the next option that begins with it. */
function moveAmongOptions(event: KeyboardEvent<HTMLElement>): void {
  const options = [...event.currentTarget.querySelectorAll('button')]
  const focused = options.findIndex((option) => option.matches(':focus'))
  const begins = ({ textContent }: HTMLElement) =>
    textContent?.trim().toLowerCase().startsWith(event.key) === true
  const after = options.findIndex((option, index) => index > focused && begins(option))
  const byLetter = after < 0 ? options.findIndex(begins) : after
  const next = nextRow(event.key, focused, options.length)
  moveFocus(event, options, next ?? (byLetter < 0 ? null : byLetter))
}

interface RangeEnd {
  readonly name: string
  readonly value: string
  readonly wrong: boolean
  readonly onChange: (value: string) => void
}

function DateRange({
  start,
  end,
  onPreset,
}: {
  start: RangeEnd
  end: RangeEnd
  onPreset: (preset: DatePreset) => void
}) {
  const [presets] = useState(() => datePresets(new Date(presentTime())))
  return (
    <div className={layout.parts}>
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
        <Day {...start} />
        {/* The browser refuses a range that ends before it starts. */}
        <Day {...end} min={start.value} />
      </div>
    </div>
  )
}

function Day({ name, value, wrong, onChange, min }: RangeEnd & { min?: string }) {
  // A date input is empty for an instant or a misspelt date, which a link may have.
  const isDay = value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value)
  return (
    <TextField
      label={parameterLabel(name)}
      name={name}
      value={value}
      error={wrong && refusedValue}
      min={min}
      type={isDay ? 'date' : 'text'}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
