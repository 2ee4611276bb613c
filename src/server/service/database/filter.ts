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
    if (value === undefined) return
    // PostgreSQL's text cannot hold U+0000, not even in a question: nothing equals it.
    this.and(value.includes('\u0000') ? 'false' : `${column} = ${this.parameter(value)}`)
  }

  /** All conditions as one; `true` where there are none. */
  get sql(): string {
    return this.#conditions.length === 0 ? 'true' : this.#conditions.join(' and ')
  }

  get parameters(): readonly string[] {
    return this.#parameters
  }
}
