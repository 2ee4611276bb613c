import type { ReactNode } from 'react'
import type { ApiError } from '../contract/api-error.ts'
import type { FilterValue } from '../contract/endpoints.ts'
import { refusedParameters } from '../contract/error-codes.ts'
import type { Filters, InvalidParameter } from '../url/page-state.ts'

export interface FilterOption {
  readonly value: string
  readonly label: string
  readonly detail?: string
  readonly alias?: string
}

/** What a text field suggests: ids of the organization's own vaults, whitelists, assets and networks, by name. */
export type SuggestionSource = 'parties' | 'assets' | 'networks'

/** How a filter is entered, and how a typed text is read. */
export type FieldForm = {
  /** Links and searches set it. The form has it only then. */
  readonly isSeldom?: boolean
} & (
  | {
      readonly kind: 'choice'
      readonly options: readonly FilterOption[]
      readonly render?: (value: string) => ReactNode
      /** What several values are called together; null where they have no name. */
      readonly called?: (values: readonly string[]) => string | null
    }
  | { readonly kind: 'date' }
  | {
      readonly kind: 'text'
      readonly placeholder?: string
      readonly suggests?: SuggestionSource
      readonly reads?: 'amount' | 'address' | 'words'
      /** Of a party or an address, at which end. Among all filters these share one field. */
      readonly end?: 'either' | 'from' | 'to'
    }
)

export type FilterField<F extends string = string> = FieldForm & {
  readonly name: F
  /** Any of several values may match. */
  readonly several?: boolean
}

export interface FilterGroup<F extends string = string> {
  readonly label: string
  /** All of it in words, where not each value stands for itself. */
  readonly words?: (filter: Filters) => string
  readonly fields: readonly FilterField<F>[]
}

export const assetField = {
  ...({ name: 'asset_id', kind: 'text', suggests: 'assets' } as const),
  placeholder: 'USDC_ETH',
} satisfies FilterField<'asset_id'>

export const networkField = {
  ...({ name: 'network_id', kind: 'text', suggests: 'networks' } as const),
  placeholder: 'ETH',
} satisfies FilterField<'network_id'>

export const assetGroup: FilterGroup<'asset_id'> = { label: 'Asset', fields: [assetField] }
export const networkGroup: FilterGroup<'network_id'> = { label: 'Network', fields: [networkField] }

export function valueLabel(options: readonly FilterOption[], value: string): string {
  return options.find((known) => known.value === value)?.label ?? value
}

export function optionsOf(labels: Readonly<Record<string, string>>): readonly FilterOption[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** Null removes a filter. */
export type Entered = Readonly<Record<string, FilterValue | null>>

export function cleared(fields: readonly FilterField[]): Entered {
  return Object.fromEntries(fields.map(({ name }) => [name, null]))
}

/** Comes after a filter's name. */
export type WhyWrong = 'refused' | 'problem in the link'

export type WrongParameters = ReadonlyMap<string, WhyWrong>

/** The parameters to mark: invalid in the link, named by the error code, or for ERR-00 named in its details. */
export function wrongParameters(
  error: ApiError | null,
  invalid: readonly InvalidParameter[],
  inUse: readonly string[],
): WrongParameters {
  const unused = invalid.filter(({ reason }) => reason !== 'hidden')
  const wrong = new Map<string, WhyWrong>(unused.map(({ name }) => [name, 'problem in the link']))
  if (error?.remedy === 'correct-filter') {
    const named =
      refusedParameters.get(error.failure.code) ??
      inUse.filter((name) => mentions(error.failure.details, name))
    for (const name of named) if (inUse.includes(name)) wrong.set(name, 'refused')
  }
  return wrong
}

function mentions(details: string, name: string): boolean {
  return details.split(/[^a-z_]+/i).includes(name)
}
