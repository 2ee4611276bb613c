/**
 * Control totals: how many rows there are and what their amounts add up to, exactly, by asset, status and the like. They take
 * memory by the number of groups alone, however many rows pass.
 */
import { add, type Decimal, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import type { Cell, FileRow } from './list-export.ts'

/** Totals as they stand in the facts of an export. */
export interface ControlTotals {
  /** The columns that rows are counted by, such as asset_id and status. */
  readonly by: readonly string[]
  /** The columns that are added up. */
  readonly sums: readonly string[]
  /** In the order in which they first occurred. */
  readonly groups: readonly TotalsGroup[]
}

/** All rows with the same values in the columns that they are counted by. */
export interface TotalsGroup {
  /** One value for each column of `by`; null where the rows have none. */
  readonly values: readonly Cell[]
  readonly rows: number
  /** One sum for each column of `sums`. */
  readonly sums: readonly ControlSum[]
}

/** The exact sum of a column, and how many of its cells are no decimals and so not in it. */
export interface ControlSum {
  readonly sum: string
  readonly unreadable: number
}

/** Adds up while rows pass. */
export interface TotalsCollector {
  add(row: FileRow): void
  totals(): ControlTotals
}

/** No real export has more groups; a file that does must not fill memory. */
const mostGroups = 100_000

/** Collects the totals of rows. Throws a `RangeError` where there are more than 100,000 groups. */
export function collectTotals({
  by,
  sums,
}: {
  readonly by: readonly string[]
  readonly sums: readonly string[]
}): TotalsCollector {
  const groups = new Map<string, Group>()
  return {
    add(row) {
      const group = groupOf(
        groups,
        by.map((name) => row[name] ?? null),
        sums.length,
      )
      group.rows += 1
      for (const [index, name] of sums.entries()) {
        const sum = group.sums[index]
        if (!sum) continue
        const amount = readDecimal(row[name] ?? null)
        if (amount) sum.sum = add(sum.sum, amount)
        else sum.unreadable += 1
      }
    },
    totals: () => written(by, sums, groups),
  }
}

/** The same totals counted by fewer columns, with fewer sums: "per asset" from "per asset, type and status". */
export function regroup(
  totals: ControlTotals,
  by: readonly string[],
  sums: readonly string[] = totals.sums,
  /** How a value is written, where a file cannot hold it as it is. */
  spelling: (value: Cell) => Cell = (value) => value,
): ControlTotals {
  const groups = new Map<string, Group>()
  const kept = by.map((name) => totals.by.indexOf(name))
  const keptSums = sums.map((name) => totals.sums.indexOf(name))
  for (const each of totals.groups) {
    const group = groupOf(
      groups,
      kept.map((index) => spelling(each.values[index] ?? null)),
      sums.length,
    )
    group.rows += each.rows
    for (const [index, from] of keptSums.entries()) {
      const sum = group.sums[index]
      const more = each.sums[from]
      if (!sum || !more) continue
      sum.sum = add(sum.sum, readDecimal(more.sum) ?? zero)
      sum.unreadable += more.unreadable
    }
  }
  return written(by, sums, groups)
}

interface Group {
  readonly values: readonly Cell[]
  rows: number
  readonly sums: { sum: Decimal; unreadable: number }[]
}

/** The group of these values. By JSON, in which no value can pass for another, nor for a property of something. */
function groupOf(groups: Map<string, Group>, values: readonly Cell[], sums: number): Group {
  const key = JSON.stringify(values)
  const known = groups.get(key)
  if (known) return known
  if (groups.size >= mostGroups) throw new RangeError(`more than ${mostGroups} groups`)
  const group = { values, rows: 0, sums: Array.from({ length: sums }, () => ({ sum: zero, unreadable: 0 })) }
  groups.set(key, group)
  return group
}

function written(
  by: readonly string[],
  sums: readonly string[],
  groups: ReadonlyMap<string, Group>,
): ControlTotals {
  return {
    by,
    sums,
    groups: [...groups.values()].map((group) => ({
      values: group.values,
      rows: group.rows,
      sums: group.sums.map(({ sum, unreadable }) => ({ sum: writeDecimal(sum), unreadable })),
    })),
  }
}
