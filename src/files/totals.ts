/** Control totals: counts of rows and exact sums of amounts, by asset, status and the like. */
import { add, type Decimal, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import type { CoreFacts } from './facts.ts'
import type { Cell, FileRow } from './list-export.ts'

export type ControlTotals = CoreFacts['totals']

interface TotalsGroup {
  readonly values: readonly Cell[]
  readonly rows: number
  readonly sums: readonly Sum[]
}

/** `sum` is exact; cells that are not decimals are counted instead. */
export interface Sum {
  readonly sum: Decimal
  readonly unreadable: number
}

/** Throws a `RangeError` above 100,000 groups: no real file has more. */
export class Totals {
  readonly #by: readonly string[]
  readonly #sums: readonly string[]
  readonly #groups = new Map<string, OpenGroup>()

  constructor({ by, sums }: Pick<ControlTotals, 'by' | 'sums'>) {
    this.#by = by
    this.#sums = sums
  }

  add(row: FileRow): void {
    this.#addGroup({
      values: this.#by.map((name) => row[name] ?? null),
      rows: 1,
      sums: this.#sums.map((name) => {
        const sum = readDecimal(row[name] ?? null)
        return sum ? { sum, unreadable: 0 } : { sum: zero, unreadable: 1 }
      }),
    })
  }

  groups(): readonly TotalsGroup[] {
    return [...this.#groups.values()]
  }

  written(): ControlTotals {
    const groups = this.groups().map(({ sums, ...group }) => ({
      ...group,
      sums: sums.map(({ sum, unreadable }) => ({ sum: writeDecimal(sum), unreadable })),
    }))
    return { by: this.#by, sums: this.#sums, groups }
  }

  /** Regroups totals by fewer columns and sums. `spelling` writes a value as the file format does. */
  static regrouped(
    totals: ControlTotals,
    by: readonly string[],
    sums: readonly string[] = totals.sums,
    spelling: (value: Cell) => Cell = (value) => value,
  ): ControlTotals {
    const coarse = new Totals({ by, sums })
    for (const { values, rows, sums: all } of totals.groups)
      coarse.#addGroup({
        values: by.map((name) => spelling(values[totals.by.indexOf(name)] ?? null)),
        rows,
        sums: sums.map((name) => {
          const { sum = '0', unreadable = 0 } = all[totals.sums.indexOf(name)] ?? {}
          return { sum: readDecimal(sum) ?? zero, unreadable }
        }),
      })
    return coarse.written()
  }

  #addGroup({ values, rows, sums }: TotalsGroup): void {
    const key = JSON.stringify(values)
    const group = this.#groups.get(key)
    if (!group) {
      if (this.#groups.size >= mostGroups) throw new RangeError(`more than ${mostGroups} groups`)
      this.#groups.set(key, { values, rows, sums: sums.map((sum) => ({ ...sum })) })
      return
    }
    group.rows += rows
    for (const [index, own] of group.sums.entries()) {
      const more = sums[index]
      if (!more) continue
      own.sum = add(own.sum, more.sum)
      own.unreadable += more.unreadable
    }
  }
}

interface OpenGroup extends TotalsGroup {
  rows: number
  readonly sums: { sum: Decimal; unreadable: number }[]
}

const mostGroups = 100_000
