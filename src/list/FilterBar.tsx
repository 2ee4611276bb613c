import ListFilter from 'lucide-react/icons/list-filter'
import { Fragment, memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { FilterValue } from '../contract/endpoints.ts'
import { ShortIdentifier } from '../records/identifiers.tsx'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { Sheet } from '../ui/dialogs.tsx'
import { classes, VisuallyHidden } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { LazyBoundary, lazyView } from '../ui/lazy.tsx'
import { FilterPill } from '../ui/popovers.tsx'
import { type Filters, valuesOf } from '../url/list-view.ts'
import type FormOfFilters from './FilterForm.tsx'
import {
  cleared,
  type Entered,
  type FilterField,
  type FilterGroup,
  type SuggestionSource,
  valueLabel,
  type WrongParameters,
} from './filter-groups.ts'
import styles from './list.module.css'
import { useSuggestions } from './suggestions.tsx'

const lazyForm = lazyView(() => import('./FilterForm.tsx'))
// The cast: lazy() loses the type parameter.
const FilterForm = lazyForm.View as typeof FormOfFilters

interface FilterBarProps<F extends string> {
  groups: readonly FilterGroup<F>[]
  filter: Filters<F>
  wrong: WrongParameters
  onChange: (entered: Entered<F>) => void
  onClearAll: () => void
}

/** A pill for each group of filters, or one button and a sheet on a narrow screen. */
export function FilterBar<F extends string>({
  find,
  sort,
  ...filters
}: FilterBarProps<F> & {
  find?: ReactNode
  sort?: ReactNode
}) {
  return (
    <search
      className={classes(layout.row, find !== undefined && styles.search)}
      data-groups={filters.groups.length}
      {...lazyForm.near}
    >
      {find}
      <FilterControls {...filters} />
      {sort}
    </search>
  )
}

// Opening a record must not render it again. The cast: memo() loses the type parameter.
const FilterControls = memo(AllFilters) as typeof AllFilters

function AllFilters<F extends string>(props: FilterBarProps<F>) {
  const { filter, onClearAll } = props
  const clearAll = Object.keys(filter).length > 0 && (
    <Button small kind="quiet" onClick={onClearAll} data-print="hide">
      Clear all
    </Button>
  )
  return (
    <>
      <FilterPills {...props}>{clearAll}</FilterPills>
      <FilterSheet {...props}>{clearAll}</FilterSheet>
    </>
  )
}

function FilterPills<F extends string>({
  groups,
  filter,
  wrong,
  onChange,
  children,
}: FilterBarProps<F> & { children: ReactNode }) {
  const isApplied = ({ fields }: FilterGroup<F>) => fields.some(({ name }) => filter[name] !== undefined)
  const whyWrong = ({ fields }: FilterGroup<F>) => fields.flatMap(({ name }) => wrong.get(name) ?? [])[0]
  const more = groups.filter((group) => group.rare && !isApplied(group) && !whyWrong(group))
  const pills = useFocusKept(more.length)
  const form = (of: readonly FilterGroup<F>[]) => (close: () => void) => (
    <FilterForm
      groups={of}
      filter={filter}
      wrong={wrong}
      onApply={(entered) => {
        close()
        onChange(entered)
      }}
    />
  )
  return (
    <div className={styles.pills} ref={pills}>
      {groups
        .filter((group) => !more.includes(group))
        .map((group) => (
          <FilterPill
            key={group.label}
            label={group.label}
            {...(isApplied(group) && { value: <GroupValue group={group} filter={filter} /> })}
            wrong={whyWrong(group)}
            onClear={() => onChange(cleared(group.fields))}
          >
            {form([group])}
          </FilterPill>
        ))}
      {more.length > 0 && <FilterPill label="More filters">{form(more)}</FilterPill>}
      {children}
    </div>
  )
}

/** All filters on a narrow screen: one button, and a sheet that applies them together. */
function FilterSheet<F extends string>({
  groups,
  filter,
  wrong,
  onChange,
  onClearAll,
  children,
}: FilterBarProps<F> & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const count = Object.keys(filter).length
  const anyWrong = [...wrong.keys()].some((name) => name in filter)
  const closing = (then: () => void) => () => {
    setOpen(false)
    then()
  }
  return (
    <>
      <div className={classes(layout.row, styles.narrow)}>
        <Button
          icon={<ListFilter aria-hidden />}
          onClick={() => setOpen(true)}
          aria-haspopup="dialog"
          className={anyWrong ? styles.wrong : undefined}
        >
          Filters{count > 0 && ` (${count})`}
          {anyWrong && <VisuallyHidden>, one has a problem</VisuallyHidden>}
        </Button>
        {children}
      </div>
      {isOpen && (
        <Sheet
          label="Filters"
          onClose={() => setOpen(false)}
          footer={
            <>
              {count > 0 && <Button onClick={closing(onClearAll)}>Clear</Button>}
              <Button type="submit" form={formId} kind="primary">
                Apply
              </Button>
            </>
          }
        >
          <LazyBoundary>
            <FilterForm
              id={formId}
              groups={groups}
              filter={filter}
              wrong={wrong}
              onApply={(entered) => closing(() => onChange(entered))()}
            />
          </LazyBoundary>
        </Sheet>
      )}
    </>
  )
}

/** When a rare filter is cleared, its pill disappears and the last pill takes the focus. */
function useFocusKept(offered: number) {
  const pills = useRef<HTMLDivElement>(null)
  const before = useRef(offered)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (offered > before.current && isLost)
      [...(pills.current?.querySelectorAll<HTMLElement>('button[aria-haspopup]') ?? [])].at(-1)?.focus()
    before.current = offered
  }, [offered])
  return pills
}

function GroupValue<F extends string>({
  group: { fields },
  filter,
}: {
  group: FilterGroup<F>
  filter: Filters<F>
}) {
  const [first, second] = fields
  if (first?.kind === 'date' && second?.kind === 'date')
    return <UntrustedText text={rangeInWords(textOf(filter[first.name]), textOf(filter[second.name]))} />
  if (fields.some(({ name }) => name === 'amount_from'))
    return <UntrustedText text={amountsInWords(...fields.map(({ name }) => textOf(filter[name])))} />
  return fields.map((field) => {
    const [value, ...more]: readonly string[] = valuesOf(filter[field.name])
    if (value === undefined) return null
    return (
      <Fragment key={field.name}>
        <FieldValue field={field} value={value} />
        {more.map((other) => (
          <Fragment key={other}>
            , <FieldValue field={field} value={other} />
          </Fragment>
        ))}
      </Fragment>
    )
  })
}

function FieldValue<F extends string>({ field, value }: { field: FilterField<F>; value: string }) {
  if (field.kind === 'choice') return <UntrustedText text={valueLabel(field.options, value)} />
  if (field.kind === 'date') return <UntrustedText text={value} />
  if (field.name === 'text') return <UntrustedText text={value} />
  if (!field.suggests) return <ShortIdentifier text={value} />
  // An asset is called by its id.
  if (field.suggests === 'assets') return <UntrustedText text={value} />
  return <Name source={field.suggests} value={value} />
}

/** The name of an id, which is its tooltip and on paper beside it. */
function Name({ source, value }: { source: SuggestionSource; value: string }) {
  const label = valueLabel(useSuggestions(source).options, value)
  return (
    <span title={value}>
      <UntrustedText text={label} />
      {label !== value && (
        <span data-print="only">
          {' '}
          (<UntrustedText text={value} />)
        </span>
      )}
    </span>
  )
}

function textOf(value: FilterValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function amountsInWords(from?: string, to?: string): string {
  if (from === undefined) return `at most ${to ?? ''}`
  return to === undefined ? `at least ${from}` : `${from} – ${to}`
}

export function rangeInWords(start: string | undefined, end: string | undefined): string {
  if (start === undefined) return `until ${end ?? ''}`
  if (end === undefined) return `from ${start}`
  return start === end ? start : `${start} – ${end}`
}
