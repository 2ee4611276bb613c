import { type FormEvent, useId, useState } from 'react'
import { presentTime } from '../api/pack-source.ts'
import { parameterLabel } from '../records/labels.ts'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { SelectField, TextField } from '../ui/fields.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { OptionList, useListbox } from '../ui/options.tsx'
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
    const reversed = groups
      .map(rangeOf)
      .find((range) => range && endsBeforeItStarts(valueOfField(range.start), valueOfField(range.end)))
    // The service would only refuse it.
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
    <form className={classes(layout.stack, styles.form)} id={id} onSubmit={apply} noValidate>
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
  const texts = values.map((each) => valueLabel(field.options, each))
  const current = value === undefined ? -1 : values.indexOf(value)
  const listbox = useListbox({
    count: texts.length,
    move: (key, active) => pickKey(key, active, texts),
    fallback: Math.max(current, 0),
    onChoose: (index) => {
      const picked = values[index]
      if (picked !== undefined) onPick(picked)
    },
  })
  return (
    <div className={classes(layout.stack, styles.pick)}>
      <OptionList
        listbox={listbox}
        label={parameterLabel(field.name)}
        focus={{
          tabIndex: 0,
          'aria-activedescendant': listbox.activeId,
          'aria-invalid': wrong || undefined,
          'aria-describedby': wrong ? errorId : undefined,
          onKeyDown: listbox.onKeyDown,
        }}
        groups={[
          {
            options: values.map((each, index) => ({
              key: each,
              current: index === current,
              label:
                known.includes(each) && field.render ? (
                  field.render(each)
                ) : (
                  <UntrustedText text={texts[index] ?? each} />
                ),
            })),
          },
        ]}
      />
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

/** Home and End move to the ends, a letter to the next option that begins with it. */
export function pickKey(key: string, active: number | null, texts: readonly string[]): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return texts.length - 1
  if (key.length !== 1) return null
  const after = (active ?? -1) + 1
  const turned = [...texts.slice(after), ...texts.slice(0, after)]
  const found = turned.findIndex((text) => text.toLowerCase().startsWith(key.toLowerCase()))
  return found < 0 ? null : (found + after) % texts.length
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
  const reversed = endsBeforeItStarts(start.value, end.value)
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
        <Day {...start} error={start.wrong && !reversed && refusedValue} />
        <Day {...end} error={reversed ? 'The range ends before it starts.' : end.wrong && refusedValue} />
      </div>
    </div>
  )
}

function Day({ name, value, error, onChange }: RangeEnd & { error: string | false }) {
  // A date input is empty for an instant or a misspelt date, which a link may have.
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

/** False if either end is unreadable; then the service decides. */
export function endsBeforeItStarts(start: string, end: string): boolean {
  const from = milliseconds(start, '00:00:00.000')
  const to = milliseconds(end, '23:59:59.999')
  return from !== null && to !== null && from > to
}

function milliseconds(text: string, time: string): number | null {
  const trimmed = text.trim()
  const instant = /^\d{4}-\d\d-\d\d$/.test(trimmed) ? `${trimmed}T${time}Z` : trimmed
  // Without a zone `Date` would take the browser's; the service refuses it.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(instant)) return null
  const parsed = Date.parse(instant)
  return Number.isNaN(parsed) ? null : parsed
}
