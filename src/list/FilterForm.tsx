import Check from 'lucide-react/icons/check'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { presentTime } from '../api/open-pack.ts'
import { useRowsOf } from '../api/records.ts'
import { listTarget } from '../contract/console-targets.ts'
import { countText } from '../contract/count-text.ts'
import type { FilterValue } from '../contract/endpoints.ts'
import { parameterLabel } from '../display/labels.ts'
import { UntrustedText } from '../display/text.tsx'
import { withHiddenNamed } from '../display/untrusted-text.ts'
import { Button } from '../ui/buttons.tsx'
import controls from '../ui/controls.module.css'
import { DayField } from '../ui/DayField.tsx'
import { useStableCallback } from '../ui/hooks.ts'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { type Filters, valuesOf } from '../url/page-state.ts'
import { type DatePreset, datePresets } from '../url/periods.ts'
import { ComboboxField, namesakes, unknownName } from './ComboboxField.tsx'
import {
  cleared,
  type Entered,
  type FilterField,
  type FilterGroup,
  type WhyWrong,
  type WrongParameters,
} from './filter-groups.ts'
import styles from './list.module.css'
import { isPartyField, type PartyField, PartyFields, readParties } from './PartyFields.tsx'
import { useAllSuggestions, useSuggestions } from './suggestions.tsx'
import { readEntry, TextEntry } from './TextEntry.tsx'

interface FilterFormProps {
  readonly groups: readonly FilterGroup[]
  readonly filter: Filters
  readonly wrong: WrongParameters
  /** The list of transactions: the button says how many would be shown. */
  readonly isCounted: boolean
  readonly onApply: (entered: Entered) => void
}

/** Applies what is entered together. A choice or a name that is chosen for a single filter is applied at once. */
export default function FilterForm(props: FilterFormProps) {
  const { filter, wrong, onApply } = props
  const groups = props.groups
    .map((group) => ({ ...group, fields: shownFields(group, filter) }))
    .filter(({ fields }) => fields.length > 0)
  const fields = groups.flatMap((group) => group.fields)
  const parties = groups.length > 1 ? fields.filter(isPartyField) : []
  const [only, ...others] = fields
  const form = useRef<HTMLFormElement>(null)
  const [isSeveral, setSeveral] = useState(false)
  const [unread, setUnread] = useState<Unread>(new Map())
  const sources = fields.flatMap((field) => (field.kind === 'text' && field.suggests) || [])
  const optionsIn = useAllSuggestions(sources)
  const isOne =
    only !== undefined && others.length === 0 && !isSeveral && valuesOf(filter[only.name]).length < 2
  const isPicked = isOne && only.kind === 'choice'
  const canChooseSeveral =
    isOne && only.several === true && (isPicked || (only.kind === 'text' && only.suggests !== undefined))
  const read = (entered: HTMLFormElement) =>
    readForm(new FormData(entered), { fields, parties, filter, isSeveral, optionsIn, before: unread })
  const count = useCount(() => {
    const { entered, unread } = form.current ? read(form.current) : { entered: {}, unread: new Map() }
    return props.isCounted && unread.size === 0 ? { ...filter, ...entered } : null
  })
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { entered, unread, remarks } = read(event.currentTarget)
    setUnread(unread)
    if (remarks.length > 0) announce(remarks.join(' '))
    if (unread.size === 0) onApply(entered)
  }
  return (
    <form
      ref={form}
      className={classes(layout.stack, styles.form)}
      data-wide={groups.length > 6 || undefined}
      onChange={count.later}
      // What is chosen by a press or a key changes no field by itself.
      onClick={count.later}
      onKeyUp={count.later}
      onSubmit={apply}
    >
      <div className={styles.fields}>
        {groups.map((group) => {
          const [first] = group.fields
          if (first !== undefined && first === parties[0])
            return (
              <div key="parties" className={layout.parts}>
                <PartyFields
                  fields={parties}
                  filter={filter}
                  errorOf={(row, name) => unread.get(row) ?? whatIsWrongWith(wrong, name)}
                />
              </div>
            )
          if (parties.some((field) => field === first)) return null
          return (
            <div key={group.label} className={styles.group}>
              <Fields
                {...props}
                fields={group.fields}
                unread={unread}
                isSeveral={isSeveral}
                isPicked={isPicked}
                optionsIn={optionsIn}
              />
            </div>
          )
        })}
      </div>
      <div className={classes(layout.row, styles.apply)}>
        {/* The field keeps the focus: its suggestions would close, and move the button from under the pointer. */}
        {!isPicked && (
          <Button
            type="submit"
            kind="primary"
            className={styles.show}
            onMouseDown={(event) => event.preventDefault()}
          >
            {props.isCounted ? 'Show' : 'Apply'}
            {count.rows !== null && ` ${countText(count.rows)}`}
          </Button>
        )}
        {fields.some(({ name }) => filter[name] !== undefined) && (
          <Button kind="quiet" onClick={() => onApply(cleared(fields))}>
            Clear
          </Button>
        )}
        {canChooseSeveral && (
          <Button kind="quiet" onClick={() => setSeveral(true)}>
            Choose several
          </Button>
        )}
      </div>
    </form>
  )
}

function shownFields({ fields }: FilterGroup, filter: Filters): readonly FilterField[] {
  return fields.filter(
    (field) => field.kind === 'date' || !field.isSeldom || filter[field.name] !== undefined,
  )
}

/** Why texts were not made filters, by name. */
type Unread = ReadonlyMap<string, string>

/** Counts what is entered once the reader pauses. `filterNow` is null where nothing can be counted. */
function useCount(filterNow: () => Filters | null) {
  const [target, setTarget] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ask = useStableCallback(() => {
    const filter = filterNow()
    setTarget(filter && listTarget('transactions', filter))
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const { data } = useRowsOf(target)
  return {
    rows: data?.rows ?? null,
    later() {
      clearTimeout(timer.current)
      timer.current = setTimeout(ask, pause)
    },
  }
}

/** Milliseconds. */
const pause = 250

function readForm(
  data: FormData,
  {
    fields,
    parties,
    filter,
    isSeveral,
    optionsIn,
    before,
  }: {
    readonly fields: readonly FilterField[]
    /** Those that share the fields for parties. */
    readonly parties: readonly PartyField[]
    readonly filter: Filters
    readonly isSeveral: boolean
    readonly optionsIn: OptionsIn
    readonly before: Unread
  },
) {
  const ends = readParties(data, parties, filter, optionsIn('parties'), before)
  const entered: Record<string, FilterValue> = { ...ends.entered }
  const unread = new Map(ends.unread)
  const remarks: string[] = []
  for (const field of fields) {
    if (field.name in ends.entered) continue
    const { name } = field
    const values = valuesOf(filter[name])
    if (isChecklist(field, values, isSeveral)) {
      entered[name] = data.getAll(name).map(String)
      continue
    }
    const typed = String(data.get(name) ?? '')
    if (typed === (values[0] ?? '')) continue
    const read = field.kind === 'text' ? readText(field, typed, optionsIn, before) : asTyped(typed)
    if (read.kind === 'unread') unread.set(name, read.why)
    else {
      entered[name] = read.value
      remarks.push(...read.remarks)
    }
  }
  return { entered, unread, remarks }
}

function asTyped(value: FilterValue) {
  return { kind: 'value' as const, value, remarks: [] }
}

/** A name that nothing has, or that is not read yet, is refused once. */
function readText(field: TextField, typed: string, optionsIn: OptionsIn, before: Unread) {
  const { name, suggests, several } = field
  if (!suggests) return readEntry(field.reads, typed)
  const options = optionsIn(suggests)
  const all = several ? namesakes(options ?? [], typed) : []
  if (all.length > 0) return asTyped(all)
  const why = unknownName(suggests, options, typed)
  return why === null || before.get(name) === why ? asTyped(typed) : { kind: 'unread' as const, why }
}

type TextField = Extract<FilterField, { kind: 'text' }>

type OptionsIn = ReturnType<typeof useAllSuggestions>

/** Choices are a list; suggestions are one once the reader asks for several. */
function isChecklist(field: FilterField, values: readonly string[], isSeveral: boolean): boolean {
  if (field.kind === 'choice') return true
  return field.kind === 'text' && field.several === true && (isSeveral || values.length > 1)
}

/** The fields of one filter. Where it stands alone, a choice or a name that is chosen is applied at once. */
function Fields({
  fields,
  groups,
  filter,
  wrong,
  unread,
  isSeveral,
  isPicked,
  optionsIn,
  onApply,
}: FilterFormProps & {
  fields: readonly FilterField[]
  unread: Unread
  isSeveral: boolean
  isPicked: boolean
  optionsIn: OptionsIn
}) {
  const isAlone = groups.length === 1
  const [first, second] = fields
  if (first?.kind === 'date' && second?.kind === 'date')
    return (
      <DateRange
        names={[first.name, second.name]}
        filter={filter}
        wrong={wrong}
        onChoose={(days) => isAlone && onApply({ [first.name]: days[0], [second.name]: days[1] })}
      />
    )
  return fields.map((field) => {
    const { name } = field
    const values = valuesOf(filter[name])
    const value = values[0] ?? ''
    const error = whatIsWrongWith(wrong, name)
    if (isChecklist(field, values, isSeveral))
      return (
        <CheckList
          key={name}
          field={field}
          values={values}
          error={error}
          onPick={isPicked && ((picked) => onApply({ [name]: picked }))}
        />
      )
    if (field.kind !== 'text') return null
    const { placeholder, suggests, several } = field
    const pick = (picked: string) => {
      const all = several && suggests ? namesakes(optionsIn(suggests) ?? [], picked) : []
      onApply({ [name]: all.length > 0 ? all : picked })
    }
    return suggests ? (
      <ComboboxField
        key={name}
        label={parameterLabel(name)}
        name={name}
        error={unread.get(name) ?? error}
        suggests={suggests}
        several={several === true}
        placeholder={placeholder}
        initial={value}
        expanded={isAlone}
        onPick={(picked) => isAlone && pick(picked)}
      />
    ) : (
      <TextEntry
        key={name}
        name={name}
        reads={field.reads}
        initial={value}
        error={unread.get(name) ?? error}
        placeholder={placeholder}
      />
    )
  })
}

/** A box for each value, or where only one may be chosen, a radio button. Where one press applies it, a button. */
function CheckList({
  field,
  values,
  error,
  onPick,
}: {
  field: FilterField
  values: readonly string[]
  error: string | undefined
  onPick: false | ((value: string) => void)
}) {
  const suggested = useSuggestions(field.kind === 'text' ? field.suggests : undefined).options
  const options = field.kind === 'choice' ? field.options : suggested
  const errorId = useId()
  const known = new Set(options.map(({ value }) => value))
  const unknown = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))
  const isSeveral = field.kind !== 'date' && field.several === true
  const any = isSeveral || onPick ? [] : [{ value: '', label: 'Any' }]
  const chosen = isSeveral || values.length > 0 ? values : ['']
  const wordsOf = (value: string, label: string) =>
    field.kind === 'choice' && field.render && known.has(value) ? (
      field.render(value)
    ) : (
      <UntrustedText text={label} />
    )
  return (
    <fieldset
      className={classes(layout.stack, layout.dense, styles.checks)}
      aria-describedby={error && errorId}
    >
      <legend className={layout.label}>{parameterLabel(field.name)}</legend>
      {[...any, ...unknown, ...options].map(({ value, label }) => {
        const isChosen = chosen.includes(value)
        return onPick ? (
          <button
            key={value}
            type="button"
            className={classes(layout.line, layout.pressable, controls.option)}
            aria-pressed={isChosen}
            onClick={() => onPick(value)}
          >
            {wordsOf(value, label)}
            {isChosen && <Check className={layout.accent} size={14} aria-hidden />}
          </button>
        ) : (
          <label key={value} className={layout.line} title={withHiddenNamed(value)}>
            <input
              type={isSeveral ? 'checkbox' : 'radio'}
              name={field.name}
              value={value}
              defaultChecked={isChosen}
              data-takes-focus
            />
            {wordsOf(value, label)}
          </label>
        )
      })}
      {error && (
        <p id={errorId} className={classes(layout.small, layout.bad)}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function whatIsWrongWith(wrong: WrongParameters, name: string): string | undefined {
  const why = wrong.get(name)
  return why && whatIsWrong[why]
}

const whatIsWrong: Readonly<Record<WhyWrong, string>> = {
  refused: 'The service refuses this value.',
  'problem in the link': 'The link has this filter more than once, or without a value.',
}

function DateRange({
  names: [first, last],
  filter,
  wrong,
  onChoose,
}: Pick<FilterFormProps, 'filter' | 'wrong'> & {
  names: readonly [string, string]
  onChoose: (range: readonly [string, string]) => void
}) {
  const [presets] = useState(() => datePresets(new Date(presentTime())))
  const [[start, end], setRange] = useState<readonly [string, string]>([
    valuesOf(filter[first])[0] ?? '',
    valuesOf(filter[last])[0] ?? '',
  ])
  const fieldOf = (name: string) => ({
    ...{ label: parameterLabel(name), name },
    error: whatIsWrongWith(wrong, name),
  })
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
        <DayField {...fieldOf(first)} value={start} onDay={(day) => setRange([day, end])} />
        <DayField {...fieldOf(last)} value={end} min={start} onDay={(day) => setRange([start, day])} />
      </div>
    </div>
  )
}
