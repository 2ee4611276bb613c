import type { ComponentType, ReactNode } from 'react'

/** A value that a filter offers, with what it is called. */
export interface FilterOption {
  readonly value: string
  readonly label: string
}

/** One filter of a list page: which parameter, and how its value is entered. */
export type FilterField<F extends string> =
  | { readonly name: F; readonly kind: 'choice'; readonly options: readonly FilterOption[] }
  | { readonly name: F; readonly kind: 'date' }
  | {
      readonly name: F
      readonly kind: 'text'
      /** What an entry looks like. */
      readonly placeholder?: string
      /** Reads what can be offered, once the field is on screen. */
      readonly Suggestions?: ComponentType<{
        readonly children: (options: readonly FilterOption[]) => ReactNode
      }>
    }

/** Filters that belong together: one pill on a wide screen, one part of the sheet on a narrow one. */
export interface FilterGroup<F extends string> {
  readonly label: string
  readonly fields: readonly FilterField<F>[]
}

/** What a filter value is called: its option's label, else the value as it stands in the address. */
export function valueLabel<F extends string>(field: FilterField<F>, value: string): string {
  const option = field.kind === 'choice' ? field.options.find((known) => known.value === value) : undefined
  return option?.label ?? value
}

/** The options of an enumeration from its map of labels. */
export function optionsOf(labels: Readonly<Record<string, string>>): readonly FilterOption[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** What was entered: null takes a filter away. */
export type Entered<F extends string> = Readonly<Partial<Record<F, string | null>>>

/** The entry that takes all of these filters away. */
export function cleared<F extends string>(fields: readonly FilterField<F>[]): Entered<F> {
  const entered: Partial<Record<F, null>> = {}
  for (const { name } of fields) entered[name] = null
  return entered
}
