/** Counts of rows and exact sums of amounts, by asset, status and the like. */
import { add, type Decimal, readDecimal, zero } from '../../contract/decimal.ts'
import type { FileRow } from '../../files/list-export.ts'

interface TotalsGroup {
  readonly values: readonly (string | null)[]
  readonly rows: number
  readonly sums: readonly Sum[]
}

/** `sum` is exact; cells that are not decimals are counted instead. */
export interface Sum {
  readonly sum: Decimal
  readonly unreadable: number
}

/** Throws a `RangeError` above 100,000 groups: no real count has more. */
export class Totals {
  readonly #by: readonly string[]
  readonly #sums: readonly string[]
  readonly #groups = new Map<string, OpenGroup>()

  constructor(by: readonly string[], sums: readonly string[]) {
    this.#by = by
    this.#sums = sums
  }

  add(row: FileRow): void {
    const values = this.#by.map((name) => row[name] ?? null)
    const key = JSON.stringify(values)
    let group = this.#groups.get(key)
    if (!group) {
      if (this.#groups.size >= mostGroups) throw new RangeError(`more than ${mostGroups} groups`)
      group = { values, rows: 0, sums: this.#sums.map(() => ({ sum: zero, unreadable: 0 })) }
      this.#groups.set(key, group)
    }
    group.rows += 1
    for (const [index, own] of group.sums.entries()) {
      const amount = readDecimal(row[this.#sums[index] ?? ''] ?? null)
      if (amount) own.sum = add(own.sum, amount)
      else own.unreadable += 1
    }
  }

  groups(): readonly TotalsGroup[] {
    return [...this.#groups.values()]
  }
}

interface OpenGroup extends TotalsGroup {
  rows: number
  readonly sums: { sum: Decimal; unreadable: number }[]
}

const mostGroups = 100_000
