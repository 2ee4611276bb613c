import ListFilter from 'lucide-react/icons/list-filter'
import { Fragment, memo, type ReactNode, useId, useRef, useState } from 'react'
import { ShortIdentifier } from '../records/identifiers.tsx'
import { UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { Sheet } from '../ui/dialogs.tsx'
import { classes, VisuallyHidden } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { LazyBoundary, lazyView } from '../ui/lazy.tsx'
import { FilterChip, Popover } from '../ui/popovers.tsx'
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
// The cast: lazyView() loses the type parameter.
const FilterForm = lazyForm.View as typeof FormOfFilters

interface FilterBarProps<F extends string> {
  groups: readonly FilterGroup<F>[]
  filter: Filters<F>
  wrong: WrongParameters
  onChange: (entered: Entered<F>) => void
  onClearAll: () => void
}

/** One button for all filters, and a chip for each that is set. On a narrow screen the button opens a sheet, and counts them. */
export function FilterBar<F extends string>({
  find,
  end,
  ...filters
}: FilterBarProps<F> & {
  find?: ReactNode
  end?: ReactNode
}) {
  return (
    <search className={classes(layout.row, styles.filters)} {...lazyForm.near}>
      {find}
      <FilterControls {...filters} />
      {end}
    </search>
  )
}

// Opening a record must not render it again. The cast: memo() loses the type parameter.
const FilterControls = memo(AllFilters) as typeof AllFilters

function AllFilters<F extends string>(props: FilterBarProps<F>) {
  return (
    <>
      <FilterChips {...props} />
      <FilterSheet {...props} />
      {Object.keys(props.filter).length > 0 && (
        <Button small kind="quiet" onClick={props.onClearAll} data-print="hide">
          Clear all
        </Button>
      )}
    </>
  )
}

function FilterChips<F extends string>({ groups, filter, wrong, onChange }: FilterBarProps<F>) {
  const isApplied = ({ fields }: FilterGroup<F>) => fields.some(({ name }) => filter[name] !== undefined)
  const whyWrong = ({ fields }: FilterGroup<F>) => fields.flatMap(({ name }) => wrong.get(name) ?? [])[0]
  const shown = groups.filter((group) => isApplied(group) || whyWrong(group))
  const button = useRef<HTMLSpanElement>(null)
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
    <div className={styles.chips}>
      <span ref={button} data-print="hide">
        <Popover
          label="Filters"
          button={(props) => (
            <Button {...props} small icon={<ListFilter aria-hidden />}>
              Filter
            </Button>
          )}
        >
          {form(groups)}
        </Popover>
      </span>
      {shown.map((group) => (
        <FilterChip
          key={group.label}
          label={group.label}
          {...(isApplied(group) && { value: <GroupValue group={group} filter={filter} /> })}
          wrong={whyWrong(group)}
          onClear={() => {
            // The pressed button disappears.
            button.current?.querySelector('button')?.focus()
            onChange(cleared(group.fields))
          }}
        >
          {form([group])}
        </FilterChip>
      ))}
    </div>
  )
}

/** All filters on a narrow screen, applied together. */
function FilterSheet<F extends string>({ groups, filter, wrong, onChange, onClearAll }: FilterBarProps<F>) {
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
      <Button
        icon={<ListFilter aria-hidden />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className={classes(styles.narrow, anyWrong && styles.wrong)}
      >
        Filter{count > 0 && ` (${count})`}
        {anyWrong && <VisuallyHidden>, one has a problem</VisuallyHidden>}
      </Button>
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

function GroupValue<F extends string>({
  group: { fields },
  filter,
}: {
  group: FilterGroup<F>
  filter: Filters<F>
}) {
  const [first, second] = fields
  const ends = fields.map(({ name }) => valuesOf(filter[name])[0])
  if (first?.kind === 'date' && second?.kind === 'date')
    return <UntrustedText text={rangeInWords(ends, ['from', 'until'])} />
  if (first?.name === 'amount_from')
    return <UntrustedText text={rangeInWords(ends, ['at least', 'at most'])} />
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

export function rangeInWords(
  [start, end]: readonly (string | undefined)[],
  [from, until]: readonly [string, string],
): string {
  if (start === undefined) return `${until} ${end ?? ''}`
  if (end === undefined) return `${from} ${start}`
  return start === end ? start : `${start} – ${end}`
}
