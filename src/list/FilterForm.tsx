import Check from 'lucide-react/icons/check'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { presentTime } from '../api/pack-source.ts'
import type { FilterValue } from '../contract/endpoints.ts'
import { parameterLabel } from '../records/labels.ts'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import controls from '../ui/controls.module.css'
import { DayField } from '../ui/DayField.tsx'
import { SelectField } from '../ui/fields.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { moveFocus, nextRow } from '../ui/row-focus.ts'
import { type Filters, valuesOf } from '../url/list-view.ts'
import { type DatePreset, datePresets } from '../url/periods.ts'
import { ComboboxField } from './ComboboxField.tsx'
import {
  cleared,
  type Entered,
  type FilterField,
  type FilterGroup,
  type FilterOption,
  type SuggestionSource,
  valueLabel,
  type WhyWrong,
  type WrongParameters,
} from './filter-groups.ts'
import styles from './list.module.css'
import { HoldRemark, useHold, useSuggestions } from './suggestions.tsx'
import { readEntry, TextEntry } from './TextEntry.tsx'

interface FilterFormProps<F extends string> {
  readonly groups: readonly FilterGroup<F>[]
  readonly filter: Filters<F>
  readonly wrong: WrongParameters
  readonly onApply: (entered: Entered<F>) => void
  /** For buttons outside the form, which then has none of its own. */
  readonly id?: string
}

/** A single filter is applied by choosing a value; several are applied together. */
export default function FilterForm<F extends string>(props: FilterFormProps<F>) {
  const { groups, filter, wrong, onApply } = props
  const [only, ...others] = groups.flatMap(({ fields }) => fields)
  const isAlone = only !== undefined && others.length === 0
  const values = isAlone ? valuesOf(filter[only.name]) : []
  const [isSeveral, setSeveral] = useState(values.length > 1)
  const several = isAlone && only.kind !== 'date' && only.several && !isSeveral && (
    <Button small kind="quiet" onClick={() => setSeveral(true)}>
      Choose several
    </Button>
  )
  if (isAlone && only.kind === 'choice' && !isSeveral) {
    return (
      <PickList
        field={only}
        value={values[0]}
        wrong={wrong.get(only.name)}
        onPick={(value) => onApply(entry(only.name, value))}
        onClear={() => onApply(entry(only.name, null))}
      >
        {several}
      </PickList>
    )
  }
  return (
    <Form {...props} isSeveral={isSeveral}>
      {several}
    </Form>
  )
}

/** The browser holds what is entered until it is applied. */
function Form<F extends string>({
  groups,
  filter,
  wrong,
  onApply,
  id,
  isSeveral,
  children,
}: FilterFormProps<F> & { isSeveral: boolean; children: ReactNode }) {
  const fields = groups.flatMap((group) => group.fields)
  const form = useRef<HTMLFormElement>(null)
  /** Why a text was not made a filter. */
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map())
  const hold = useHold(
    fields.flatMap((field) => (field.kind === 'text' && field.suggests) || []),
    () => form.current?.requestSubmit(),
  )
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const entered: Partial<Record<F, FilterValue>> = {}
    const unread = new Map<string, string>()
    for (const field of fields) {
      const { name } = field
      const before = valuesOf(filter[name])
      if (isChecklist(field, before, isSeveral, groups)) {
        entered[name] = data.getAll(name).map(String)
        continue
      }
      const typed = String(data.get(name) ?? '')
      const isRead = field.kind === 'text' && !field.suggests && typed !== (before[0] ?? '')
      const read = isRead ? readEntry(name, typed) : { kind: 'value' as const, value: typed, remarks: [] }
      if (read.kind === 'unread') unread.set(name, read.why)
      else if (read.value !== (before[0] ?? '')) entered[name] = read.value
      if (read.kind === 'value' && read.remarks.length > 0) announce(read.remarks.join(' '))
    }
    setUnread(unread)
    if (unread.size > 0) return
    const isName = fields.some((field) => field.kind === 'text' && field.suggests && entered[field.name])
    if (!isName || !hold.isHeld()) onApply(entered)
  }
  return (
    <form
      ref={form}
      className={classes(layout.stack, styles.form)}
      id={id}
      data-wide={groups.length > 6 || undefined}
      onChange={hold.end}
      onSubmit={apply}
    >
      <div className={styles.fields}>
        {groups.map((group) => (
          <div key={group.label} className={styles.group}>
            <Fields
              fields={group.fields}
              filter={filter}
              wrong={wrong}
              unread={unread}
              checklist={(field) => isChecklist(field, valuesOf(filter[field.name]), isSeveral, groups)}
              {...(groups.length === 1 && { onApply })}
            />
          </div>
        ))}
      </div>
      <HoldRemark text={hold.remark} />
      {id === undefined && (
        <div className={classes(layout.row, styles.apply)}>
          {/* The field keeps the focus: its suggestions would close, and move the button from under the pointer. */}
          <Button type="submit" kind="primary" onMouseDown={(event) => event.preventDefault()}>
            Apply
          </Button>
          {fields.some(({ name }) => filter[name] !== undefined) && (
            <Button kind="quiet" onClick={() => onApply(cleared(fields))}>
              Clear
            </Button>
          )}
          {children}
        </div>
      )}
    </form>
  )
}

/** Among other filters, choices are checked one by one; alone, once the reader asks for several. */
function isChecklist<F extends string>(
  field: FilterField<F>,
  values: readonly string[],
  isSeveral: boolean,
  groups: readonly FilterGroup<F>[],
): boolean {
  if (field.kind === 'date' || !field.several) return false
  return isSeveral || values.length > 1 || (field.kind === 'choice' && groups.length > 1)
}

/** The fields of one filter. With `onApply` it stands alone, and a value that is chosen is applied at once. */
function Fields<F extends string>({
  fields,
  filter,
  wrong,
  unread,
  checklist,
  onApply,
}: Pick<FilterFormProps<F>, 'filter' | 'wrong'> & {
  fields: readonly FilterField<F>[]
  unread: ReadonlyMap<string, string>
  checklist: (field: FilterField<F>) => boolean
  onApply?: (entered: Entered<F>) => void
}) {
  const [first, second] = fields
  if (first?.kind === 'date' && second?.kind === 'date')
    return (
      <DateRange
        names={[first.name, second.name]}
        filter={filter}
        wrong={wrong}
        onChoose={(days) => onApply?.({ ...entry(first.name, days[0]), ...entry(second.name, days[1]) })}
      />
    )
  return fields.map((field) =>
    checklist(field) ? (
      <Choices
        key={field.name}
        field={field}
        values={valuesOf(filter[field.name])}
        wrong={wrong.get(field.name)}
        isAlone={onApply !== undefined}
      />
    ) : (
      <Control
        key={field.name}
        field={field}
        value={valuesOf(filter[field.name])[0] ?? ''}
        wrong={wrong.get(field.name)}
        unread={unread.get(field.name)}
        isAlone={onApply !== undefined}
        onPick={(value) => onApply?.(entry(field.name, value))}
      />
    ),
  )
}

function entry<F extends string>(name: F, value: string | null): Entered<F> {
  const entered: Partial<Record<F, string | null>> = {}
  entered[name] = value
  return entered
}

function Control<F extends string>({
  field,
  value,
  wrong,
  unread,
  isAlone,
  onPick,
}: {
  field: FilterField<F>
  value: string
  wrong: WhyWrong | undefined
  unread: string | undefined
  isAlone: boolean
  onPick: (value: string) => void
}) {
  const error = wrong && whatIsWrong[wrong]
  const common = { label: parameterLabel(field.name), name: field.name, error }
  if (field.kind === 'choice') {
    const isKnown = value === '' || field.options.some((option) => option.value === value)
    return (
      <SelectField {...common} defaultValue={value}>
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
  const placeholder = field.kind === 'text' ? field.placeholder : undefined
  if (field.kind === 'text' && field.suggests)
    return (
      <ComboboxField
        {...common}
        suggests={field.suggests}
        placeholder={placeholder}
        initial={value}
        expanded={isAlone}
        onPick={onPick}
      />
    )
  return <TextEntry name={field.name} initial={value} error={unread ?? error} placeholder={placeholder} />
}

function PickList<F extends string>({
  field,
  value,
  wrong,
  onPick,
  onClear,
  children,
}: {
  field: Extract<FilterField<F>, { kind: 'choice' }>
  /** A value that is no option is listed first. */
  value: string | undefined
  wrong: WhyWrong | undefined
  onPick: (value: string) => void
  onClear: () => void
  children: ReactNode
}) {
  const errorId = useId()
  const known = field.options.map((option) => option.value)
  const values = value === undefined || known.includes(value) ? known : [value, ...known]
  return (
    <div className={layout.stack}>
      <div
        role="listbox"
        className={classes(layout.stack, layout.dense)}
        aria-label={parameterLabel(field.name)}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={wrong ? errorId : undefined}
        onKeyDown={moveAmongOptions}
      >
        {values.map((each) => (
          <button
            key={each}
            type="button"
            role="option"
            className={classes(layout.line, layout.pressable, controls.option)}
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
          {whatIsWrong[wrong]}
        </p>
      )}
      {(value !== undefined || children) && (
        <div className={layout.row}>
          {value !== undefined && (
            <Button small kind="quiet" onClick={onClear}>
              Clear
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  )
}

interface ChoicesProps<F extends string> {
  readonly field: FilterField<F>
  readonly values: readonly string[]
  readonly wrong: WhyWrong | undefined
  readonly isAlone: boolean
}

function Choices<F extends string>(props: ChoicesProps<F>) {
  const { field } = props
  if (field.kind === 'text' && field.suggests) return <SuggestedChoices {...props} source={field.suggests} />
  return <CheckList {...props} options={field.kind === 'choice' ? field.options : []} />
}

function SuggestedChoices<F extends string>({
  source,
  ...props
}: ChoicesProps<F> & { source: SuggestionSource }) {
  return <CheckList {...props} options={useSuggestions(source).options} />
}

/** A box for each value. */
function CheckList<F extends string>({
  field,
  values,
  wrong,
  isAlone,
  options,
}: ChoicesProps<F> & { options: readonly FilterOption[] }) {
  const label = parameterLabel(field.name)
  const known = new Set(options.map(({ value }) => value))
  const unknown = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))
  // The button that was pressed for this list is gone.
  const focus = (list: HTMLFieldSetElement | null) => list?.querySelector('input')?.focus()
  return (
    <fieldset className={classes(layout.stack, layout.dense, styles.checks)} ref={isAlone ? focus : null}>
      <legend className={layout.label}>{label}</legend>
      {[...unknown, ...options].map((option) => (
        <label key={option.value} className={layout.line} title={option.value}>
          <input
            type="checkbox"
            name={field.name}
            value={option.value}
            defaultChecked={values.includes(option.value)}
          />
          {field.kind === 'choice' && field.render && known.has(option.value) ? (
            field.render(option.value)
          ) : (
            <UntrustedText text={option.label} />
          )}
        </label>
      ))}
      {wrong && <p className={classes(layout.small, layout.bad)}>{whatIsWrong[wrong]}</p>}
    </fieldset>
  )
}

const whatIsWrong: Readonly<Record<WhyWrong, string>> = {
  refused: 'The service refuses this value.',
  'problem in the link': 'The link has this filter more than once, or without a value.',
}

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

function DateRange<F extends string>({
  names: [first, last],
  filter,
  wrong,
  onChoose,
}: Pick<FilterFormProps<F>, 'filter' | 'wrong'> & {
  names: readonly [F, F]
  onChoose: (range: readonly [string, string]) => void
}) {
  const [presets] = useState(() => datePresets(new Date(presentTime())))
  const [[start, end], setRange] = useState<readonly [string, string]>([
    valuesOf(filter[first])[0] ?? '',
    valuesOf(filter[last])[0] ?? '',
  ])
  const choose = ({ start_date, end_date }: DatePreset) => {
    const range = [start_date, end_date] as const
    setRange(range)
    onChoose(range)
  }
  return (
    <div className={layout.parts}>
      <fieldset className={styles.presets}>
        <legend className={layout.label}>UTC days</legend>
        {presets.map((preset) => (
          <Button
            key={preset.label}
            small
            kind="quiet"
            title={`${preset.start_date} – ${preset.end_date}`}
            aria-pressed={preset.start_date === start && preset.end_date === end}
            onClick={() => choose(preset)}
          >
            {preset.label}
          </Button>
        ))}
      </fieldset>
      <div className={styles.group}>
        <Day name={first} value={start} wrong={wrong} onChange={(day) => setRange([day, end])} />
        <Day name={last} value={end} wrong={wrong} min={start} onChange={(day) => setRange([start, day])} />
      </div>
    </div>
  )
}

function Day({
  name,
  value,
  wrong,
  min,
  onChange,
}: {
  name: string
  value: string
  wrong: WrongParameters
  min?: string
  onChange: (value: string) => void
}) {
  const why = wrong.get(name)
  return (
    <DayField
      label={parameterLabel(name)}
      name={name}
      value={value}
      error={why && whatIsWrong[why]}
      {...(min !== undefined && { min })}
      onDay={onChange}
    />
  )
}
