import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FilterPill } from '../../ui/FilterPill.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { UntrustedText } from '../UntrustedText.tsx'
import styles from './FilterBar.module.css'
import { FilterForm } from './FilterForm.tsx'
import { cleared, type Entered, type FilterGroup, valueLabel } from './filter-groups.ts'

/** All filters of a list page: a pill for each group, or one button and a sheet where the screen is narrow. */
export function FilterBar<F extends string>({
  groups,
  filter,
  wrong,
  onChange,
  onClearAll,
}: {
  groups: readonly FilterGroup<F>[]
  filter: Readonly<Partial<Record<F, string>>>
  /** Parameters whose value was refused. */
  wrong: ReadonlySet<string>
  onChange: (entered: Entered<F>) => void
  onClearAll: () => void
}) {
  const [sheetOpen, setSheetOpen] = useState(false)
  const count = Object.keys(filter).length
  const anyWrong = [...wrong].some((name) => name in filter)
  const clearAll = count > 0 && (
    <Button small kind="quiet" onClick={onClearAll}>
      Clear all
    </Button>
  )
  return (
    <search className={styles.bar} data-print="keep">
      <div className={styles.pills}>
        {groups.map((group) => (
          <FilterPill
            key={group.label}
            label={group.label}
            {...optionalValue(summary(group, filter))}
            wrong={group.fields.some(({ name }) => wrong.has(name))}
            onClear={() => onChange(cleared(group.fields))}
          >
            {(close) => (
              <FilterForm
                fields={group.fields}
                filter={filter}
                wrong={wrong}
                onApply={(entered) => {
                  close()
                  onChange(entered)
                }}
              />
            )}
          </FilterPill>
        ))}
        {clearAll}
      </div>
      <div className={styles.narrow}>
        <Button
          icon={<ListFilter aria-hidden />}
          onClick={() => setSheetOpen(true)}
          aria-haspopup="dialog"
          className={anyWrong ? styles.wrong : undefined}
        >
          Filters{count > 0 && ` (${count})`}
          {anyWrong && <VisuallyHidden>, one is refused</VisuallyHidden>}
        </Button>
        {clearAll}
      </div>
      {sheetOpen && (
        <Sheet label="Filters" onClose={() => setSheetOpen(false)}>
          <FilterForm
            fields={groups.flatMap(({ fields }) => fields)}
            filter={filter}
            wrong={wrong}
            onApply={(entered) => {
              setSheetOpen(false)
              onChange(entered)
            }}
          />
        </Sheet>
      )}
    </search>
  )
}

function optionalValue(value: string | undefined) {
  return value === undefined ? {} : { value: <UntrustedText text={value} /> }
}

/** The group's values as text; undefined where none is set. */
function summary<F extends string>(
  group: FilterGroup<F>,
  filter: Readonly<Partial<Record<F, string>>>,
): string | undefined {
  const values = group.fields.flatMap((field) => {
    const value = filter[field.name]
    return value === undefined ? [] : [valueLabel(field, value)]
  })
  return values.length > 0 ? values.join(' – ') : undefined
}
