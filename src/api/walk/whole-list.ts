import type { Records } from '../endpoints.ts'

/** A list that can be read whole. */
export interface WholeList<R> {
  readonly read: (
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<Records<R>>
  /** What tells a record from all others of the list; null where it carries nothing of the kind. */
  identity(record: R): string | null
  /** Other filters that tell whether the service held records back, the best first. */
  readonly crossFilters: readonly CrossFilter<R>[]
  /** Asks for the list without its filter; only of a list that has one. */
  readonly unfiltered?: WholeList<R>['read']
  /** The same list from a day on; only of a list that can have a start and has none. */
  readonly since?: (start_date: string) => WholeList<R>
}

/** A filter that cuts a list into parts, beside the filter that the list was read with. */
export interface CrossFilter<R> {
  /** The filter's name for the reader: "status". */
  readonly name: string
  /** All values that the filter takes; null where only those that were met can be asked for. */
  readonly values: readonly string[] | null
  /** The values of a record by which the filter should find it. */
  valuesOf(record: R): readonly string[]
  /** True of a filter by what a record contains. Services read it in different ways, so only a record that was not met shows more. */
  readonly isOfContents?: boolean
  /** Asks for the records with this value. */
  readonly read: (
    value: string,
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<Records<R>>
}
