import type { TableSorting } from '../ui/DataTableHeader.tsx'
import { SegmentedControl, SelectField } from '../ui/fields.tsx'
import styles from './SortChoices.module.css'

/** How the rows are sorted, and by which columns they can be. */
export interface SortChoicesProps extends Omit<TableSorting, 'next'> {
  readonly columns: readonly { readonly id: string; readonly header: string }[]
}

/** Chooses the column by which rows are sorted, and which way; or says why they cannot be. */
export default function SortChoices({ columns, current, impossible, onSort }: SortChoicesProps) {
  if (impossible !== null) return <p className={styles.impossible}>{impossible}</p>
  const descending = current?.descending ?? false
  return (
    <div className={styles.choices}>
      <SelectField
        label="Sort by"
        value={current?.column ?? ''}
        onChange={({ target: { value } }) => onSort(value === '' ? null : { column: value, descending })}
      >
        <option value="">The service’s own order</option>
        {columns.map(({ id, header }) => (
          <option key={id} value={id}>
            {header}
          </option>
        ))}
      </SelectField>
      {current && (
        <SegmentedControl
          label="Direction"
          value={descending ? 'descending' : 'ascending'}
          options={[
            { value: 'ascending', label: 'Ascending' },
            { value: 'descending', label: 'Descending' },
          ]}
          onChange={(way) => onSort({ column: current.column, descending: way === 'descending' })}
        />
      )}
    </div>
  )
}
