import ListFilter from 'lucide-react/icons/list-filter'
import { Fragment, memo, type ReactNode } from 'react'
import { ShortIdentifier } from '../display/identifiers.tsx'
import { UntrustedText } from '../display/text.tsx'
import { withHiddenNamed } from '../display/untrusted-text.ts'
import { Button } from '../ui/buttons.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { lazyComponent } from '../ui/lazy.tsx'
import { FilterChip, Popover } from '../ui/popovers.tsx'
import { type Filters, valuesOf } from '../url/page-state.ts'
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

const lazyForm = lazyComponent(() => import('./FilterForm.tsx'))
const FilterForm = lazyForm.View

interface FilterBarProps {
  groups: readonly FilterGroup[]
  filter: Filters
  wrong: WrongParameters
  isCounted?: boolean
  onChange: (entered: Entered) => void
  onClearAll: () => void
}

/** One button for all filters, and a chip for each that is set, in one line that scrolls. */
export function FilterBar({
  find,
  end,
  ...filters
}: FilterBarProps & {
  find?: ReactNode
  end?: ReactNode
}) {
  return (
    <search className={classes(layout.line, styles.filters)} {...lazyForm.preloadOnHover}>
      {find}
      <div className={classes(layout.line, styles.scrolling)}>
        <FilterControls {...filters} />
        {end}
      </div>
    </search>
  )
}

// Opening a record must not render it again.
const FilterControls = memo(AllFilters)

function AllFilters({ groups, filter, wrong, isCounted = false, onChange, onClearAll }: FilterBarProps) {
  const isApplied = ({ fields }: FilterGroup) => fields.some(({ name }) => filter[name] !== undefined)
  const whyWrong = ({ fields }: FilterGroup) => fields.flatMap(({ name }) => wrong.get(name) ?? [])[0]
  const form = (of: readonly FilterGroup[]) => (close: () => void) => (
    <FilterForm
      groups={of}
      filter={filter}
      wrong={wrong}
      isCounted={isCounted}
      onApply={(entered) => {
        close()
        onChange(entered)
      }}
    />
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      {isFiltered && (
        <span className={styles.onPaper} data-print="only">
          Filter
        </span>
      )}
      <span data-print="hide">
        <Popover
          label="Filters"
          button={(props) => (
            <Button {...props} small icon={<ListFilter aria-hidden />} data-takes-focus>
              Filter
            </Button>
          )}
        >
          {form(groups)}
        </Popover>
      </span>
      {groups
        .filter((group) => isApplied(group) || whyWrong(group))
        .map((group) => (
          <FilterChip
            key={group.label}
            label={group.label}
            {...(isApplied(group) && { value: <GroupValue group={group} filter={filter} /> })}
            wrong={whyWrong(group)}
            onClear={() => onChange(cleared(group.fields))}
          >
            {form([group])}
          </FilterChip>
        ))}
      {isFiltered && (
        <Button small kind="quiet" onClick={onClearAll} data-print="hide">
          Clear all
        </Button>
      )}
    </>
  )
}

function GroupValue({ group: { fields, words }, filter }: { group: FilterGroup; filter: Filters }) {
  if (words) return <UntrustedText text={words(filter)} />
  return fields.map((field) => {
    const values = valuesOf(filter[field.name])
    const [value, ...more]: readonly string[] = values
    if (value === undefined) return null
    const called = field.kind === 'choice' ? (field.called?.(values) ?? null) : null
    if (called !== null) return called
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

function FieldValue({ field, value }: { field: FilterField; value: string }) {
  if (field.kind === 'choice') return <UntrustedText text={valueLabel(field.options, value)} />
  if (field.kind === 'date') return <UntrustedText text={value} />
  // A link that is of a vault at either end has its id as a word.
  if (field.reads === 'words') return <Name source="parties" value={value} />
  if (!field.suggests) return <ShortIdentifier text={value} />
  // An asset is called by its id.
  if (field.suggests === 'assets') return <UntrustedText text={value} />
  return <Name source={field.suggests} value={value} />
}

/** The name of an id, which is its tooltip and on paper beside it. */
function Name({ source, value }: { source: SuggestionSource; value: string }) {
  const label = valueLabel(useSuggestions(source).options, value)
  return (
    <span title={withHiddenNamed(value)}>
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
