/** A SQL condition under construction, with the parameters that it needs. */
export class Filter {
  readonly #conditions: string[] = []
  readonly #parameters: string[] = []

  /** Adds a value to the parameters and returns its placeholder, such as `$3`. */
  parameter(value: string | number): string {
    this.#parameters.push(String(value))
    return `$${this.#parameters.length}`
  }

  /** Adds a condition, joined to the others by AND. */
  and(condition: string): void {
    this.#conditions.push(condition)
  }

  /** Adds `column = value`, unless there is no value. */
  equal(column: string, value: string | undefined): void {
    if (value !== undefined) this.and(`${column} = ${this.parameter(value)}`)
  }

  /** All conditions as one; `true` where there are none. */
  get sql(): string {
    return this.#conditions.length === 0 ? 'true' : this.#conditions.join(' and ')
  }

  get parameters(): readonly string[] {
    return this.#parameters
  }
}

/**
 * Adds the filters asset_id and network_id of a record that holds several assets: one and the same entry (`e` of `entries`, which
 * `belongs` to the record) must fit both.
 */
export function andHolds(
  filter: Filter,
  { filter: given }: { readonly filter: ReadonlyMap<string, string> },
  entries: string,
  belongs: string,
): void {
  const named = ['asset_id', 'network_id'].flatMap((name) => {
    const value = given.get(name)
    return value === undefined ? [] : [`e.${name} = ${filter.parameter(value)}`]
  })
  if (named.length > 0)
    filter.and(`exists (select 1 from ${entries} where ${[belongs, ...named].join(' and ')})`)
}
