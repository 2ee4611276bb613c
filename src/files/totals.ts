/**
 * Control totals: how many rows there are and what their amounts add up to, exactly, by asset, status and the like. They take
 * memory by the number of groups alone, however many rows pass.
 */
import { add, type Decimal, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import type { Cell, FileRow } from './list-export.ts'

/** Totals as they are written in the facts of an export. */
export interface ControlTotals {
  /** The columns that rows are counted by, such as asset_id and status. */
  readonly by: readonly string[]
  /** The columns that are added up. */
  readonly sums: readonly string[]
  /** In the order in which they first occurred. */
  readonly groups: readonly TotalsGroup<string>[]
}

/** All rows with the same values in the columns that they are counted by. */
export interface TotalsGroup<Amount> {
  /** One value for each column of `by`; null where the rows have none. */
  readonly values: readonly Cell[]
  readonly rows: number
  /** One for each column of `sums`: the exact sum, and how many cells are no decimals and so not in it. */
  readonly sums: readonly Sum<Amount>[]
}

interface Sum<Amount> {
  readonly sum: Amount
  readonly unreadable: number
}

/** Adds up while rows pass. `add` throws a `RangeError` where there are more than 100,000 groups: no real file has more. */
export class Totals {
  readonly #by: readonly string[]
  readonly #sums: readonly string[]
  readonly #groups: OpenGroup[] = []
  readonly #root: Branch = { next: new Map(), group: null }
  /** Fees and round amounts come again and again. */
  readonly #decimals = new Map<Cell, Sum<Decimal>>()

  constructor({ by, sums }: Pick<ControlTotals, 'by' | 'sums'>) {
    this.#by = by
    this.#sums = sums
  }

  add(row: FileRow): void {
    const group = this.#groupOf(this.#by.map((name) => row[name] ?? null))
    this.#addTo(
      group,
      1,
      this.#sums.map((name) => this.#readOnce(row[name] ?? null)),
    )
  }

  /** As they are so far. */
  groups(): readonly TotalsGroup<Decimal>[] {
    return this.#groups
  }

  written(): ControlTotals {
    const groups = this.#groups.map(({ values, rows, sums }) => ({
      values,
      rows,
      sums: sums.map(({ sum, unreadable }) => ({ sum: writeDecimal(sum), unreadable })),
    }))
    return { by: this.#by, sums: this.#sums, groups }
  }

  /**
   * The same totals counted by fewer columns, with fewer sums: "per asset" from "per asset, type and status". `spelling` writes a value where
   * a file cannot hold it as it is.
   */
  static regrouped(
    totals: ControlTotals,
    by: readonly string[],
    sums: readonly string[] = totals.sums,
    spelling: (value: Cell) => Cell = (value) => value,
  ): ControlTotals {
    const coarse = new Totals({ by, sums })
    const kept = by.map((name) => totals.by.indexOf(name))
    const keptSums = sums.map((name) => totals.sums.indexOf(name))
    for (const { values, rows, sums: all } of totals.groups) {
      const group = coarse.#groupOf(kept.map((index) => spelling(values[index] ?? null)))
      const more = keptSums.map((index) => {
        const { sum = '0', unreadable = 0 } = all[index] ?? {}
        return { sum: readDecimal(sum) ?? zero, unreadable }
      })
      coarse.#addTo(group, rows, more)
    }
    return coarse.written()
  }

  /** The group of these values, by one after the other: a key of text for each row would take twice the time. */
  #groupOf(values: readonly Cell[]): OpenGroup {
    let branch = this.#root
    for (const value of values) {
      const next = branch.next.get(value) ?? { next: new Map(), group: null }
      branch.next.set(value, next)
      branch = next
    }
    if (branch.group) return branch.group
    if (this.#groups.length >= mostGroups) throw new RangeError(`more than ${mostGroups} groups`)
    branch.group = { values, rows: 0, sums: this.#sums.map(() => ({ ...nothing })) }
    this.#groups.push(branch.group)
    return branch.group
  }

  #addTo(group: OpenGroup, rows: number, more: readonly Sum<Decimal>[]): void {
    group.rows += rows
    for (const [index, each] of group.sums.entries()) {
      const { sum, unreadable } = more[index] ?? nothing
      each.sum = add(each.sum, sum)
      each.unreadable += unreadable
    }
  }

  #readOnce(cell: Cell): Sum<Decimal> {
    const known = this.#decimals.get(cell)
    if (known) return known
    const amount = readDecimal(cell)
    const read = amount ? { sum: amount, unreadable: 0 } : { sum: zero, unreadable: 1 }
    if (this.#decimals.size < mostDecimals) this.#decimals.set(cell, read)
    return read
  }
}

interface OpenGroup extends TotalsGroup<Decimal> {
  rows: number
  readonly sums: { sum: Decimal; unreadable: number }[]
}

/** What is counted under some values, and further values. */
interface Branch {
  readonly next: Map<Cell, Branch>
  group: OpenGroup | null
}

const nothing: Sum<Decimal> = { sum: zero, unreadable: 0 }
const mostGroups = 100_000
const mostDecimals = 10_000
