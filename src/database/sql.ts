/** All rows in one text: PGlite takes twice as long to hand over as many rows, and half as long again for objects. */
export function allRows(columns: readonly string[], order: string): string {
  return `json_agg(array[${columns.join(', ')}] order by ${order})::text as rows`
}

/** Words of our own, such as `('completed', 'failed')`. */
export function wordList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(', ')})`
}

export class Condition {
  readonly #conditions: string[] = []
  readonly #parameters: string[]

  /** `given`: parameters of the statement that come before those of the condition. */
  constructor(given: readonly string[] = []) {
    this.#parameters = [...given]
  }

  /** Returns the placeholder, such as `$3`. */
  parameter(value: string | number): string {
    this.#parameters.push(String(value))
    return `$${this.#parameters.length}`
  }

  and(condition: string): void {
    this.#conditions.push(condition)
  }

  equal(column: string, value: string | undefined): void {
    if (value === undefined) return
    // PostgreSQL's text cannot hold U+0000, not even in a parameter, so nothing equals it.
    this.and(value.includes('\u0000') ? 'false' : `${column} = ${this.parameter(value)}`)
  }

  get sql(): string {
    return this.#conditions.length === 0 ? 'true' : this.#conditions.join(' and ')
  }

  get parameters(): readonly string[] {
    return this.#parameters
  }
}
