import type { ComponentType, ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { errorEntry } from '../contract/errors.ts'
import { type InvalidParameter, without } from '../url/list-view.ts'

/** A value that a filter offers, with what it is called. */
export interface FilterOption {
  readonly value: string
  readonly label: string
  /** What else tells it from others: "cold vault". */
  readonly detail?: string
}

/** What can be offered for a filter, and whether that is all. */
export interface Offer {
  readonly options: readonly FilterOption[]
  /** They are still being read, they are all there, or (some) could not be read. */
  readonly state: 'waiting' | 'ready' | 'failed'
}

/** Reads what can be offered for a filter once it is on screen. */
export type Suggestions = ComponentType<{ readonly children: (offer: Offer) => ReactNode }>

/** One filter of a list page: which parameter, and how its value is entered. */
export type FilterField<F extends string> =
  | {
      readonly name: F
      readonly kind: 'choice'
      readonly options: readonly FilterOption[]
      /** Draws an option with its badge or icon. */
      readonly render?: (value: string) => ReactNode
    }
  | { readonly name: F; readonly kind: 'date' }
  | {
      readonly name: F
      readonly kind: 'text'
      /** What an entry looks like. */
      readonly placeholder?: string
      readonly Suggestions?: Suggestions
      /** Its pill shows the name of what is set, where that is known, and not the id. */
      readonly named?: boolean
    }

/** Filters that belong together: one pill on a wide screen, one part of the sheet on a narrow one. */
export interface FilterGroup<F extends string> {
  readonly label: string
  readonly fields: readonly FilterField<F>[]
  /** Rarely set: it gets a pill of its own once it is. */
  readonly rare?: boolean
}

/** What a filter value is called: its option's label, else the value as it stands in the address. */
export function valueLabel(options: readonly FilterOption[], value: string): string {
  return options.find((known) => known.value === value)?.label ?? value
}

/** The options of an enumeration from its map of labels. */
export function optionsOf(labels: Readonly<Record<string, string>>): readonly FilterOption[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** What was entered: null takes a filter away. */
export type Entered<F extends string> = Readonly<Partial<Record<F, string | null>>>

/** The entry that takes all of these filters away. */
export function cleared<F extends string>(fields: readonly FilterField<F>[]): Entered<F> {
  return without(fields.map(({ name }) => name))
}

/**
 * The parameters whose control is to be marked: those that the link spells wrongly, those that the service's code is
 * about, and, for a code about parameters at large (ERR-00), those that its details name.
 */
export function wrongParameters(
  error: ApiError | null,
  invalid: readonly InvalidParameter[],
  inUse: readonly string[],
): ReadonlySet<string> {
  const wrong = new Set(invalid.map(({ name }) => name))
  if (error?.remedy === 'correct-filter') {
    const about = errorEntry(error.failure.code)?.parameters
    const named = about ?? inUse.filter((name) => mentions(error.failure.details, name))
    for (const name of named) if (inUse.includes(name)) wrong.add(name)
  }
  return wrong
}

function mentions(details: string, name: string): boolean {
  return details.split(/[^a-z_]+/i).includes(name)
}
