import { ShortIdentifier } from '../records/Identifier.tsx'
import { UntrustedText } from '../records/UntrustedText.tsx'
import { rangeInWords } from './date-range.ts'
import { type FilterField, type FilterGroup, valueLabel } from './filter-groups.ts'
import styles from './GroupValue.module.css'

/** What a group of filters is set to, as its pill says it. */
export function GroupValue<F extends string>({
  group: { fields },
  filter,
}: {
  group: FilterGroup<F>
  filter: Readonly<Partial<Record<F, string>>>
}) {
  const [first, second] = fields
  if (first?.kind === 'date' && second?.kind === 'date')
    return <UntrustedText text={rangeInWords(filter[first.name], filter[second.name])} />
  return fields.map((field) => {
    const value = filter[field.name]
    return value === undefined ? null : <FieldValue key={field.name} field={field} value={value} />
  })
}

function FieldValue<F extends string>({ field, value }: { field: FilterField<F>; value: string }) {
  if (field.kind === 'choice') return <UntrustedText text={valueLabel(field.options, value)} />
  if (field.kind === 'date') return <UntrustedText text={value} />
  const { Suggestions, named } = field
  if (!Suggestions) return <ShortIdentifier text={value} />
  if (!named) return <UntrustedText text={value} />
  return (
    <Suggestions>{({ options }) => <Name value={value} label={valueLabel(options, value)} />}</Suggestions>
  )
}

/** A name for an id; the id is there for the pointer, and on paper, where nothing can be pointed at. */
function Name({ value, label }: { value: string; label: string }) {
  return (
    <span title={value}>
      <UntrustedText text={label} />
      {label !== value && (
        <span className={styles.onPaper}>
          {' '}
          (<UntrustedText text={value} />)
        </span>
      )}
    </span>
  )
}
