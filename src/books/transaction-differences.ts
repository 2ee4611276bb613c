/** Which transactions of two tables differ. */
import type { DayNumber } from '../contract/day.ts'
import {
  type BookedTransaction,
  dayWithin,
  type OpenBlock,
  openBlocks,
  type TimeSpan,
  type TransactionField,
  type TransactionTable,
} from './transaction-table.ts'

/** The day is null where it may be another one. */
export interface DatedTransaction {
  readonly transaction: BookedTransaction
  readonly day: DayNumber | null
  readonly span: TimeSpan
}

/** Visits rows that differ, or that only one table has, with null for the other. `left` counts missing and duplicate ids. */
export function eachDifference(
  before: TransactionTable,
  after: TransactionTable,
  compared: readonly TransactionField[],
  visit: (before: DatedTransaction | null, after: DatedTransaction | null) => void,
): { readonly paired: number; readonly left: number } {
  const earlier = openBlocks(before).map((block) => ({ block, met: new Uint8Array(block.rows) }))
  /** Block and row of each id in one number: a hundred thousand objects would cost more than the comparison. */
  const places = new Map<string, number>()
  let paired = 0
  let left = 0
  for (const [index, { block, met }] of earlier.entries())
    for (let row = 0; row < block.rows; row += 1) {
      const id = block.textAt('transaction_id', row)
      if (id && !places.has(id)) places.set(id, index * mostRows + row)
      else {
        left += 1
        met[row] = 1
      }
    }
  const isAt = (place: number, block: OpenBlock, row: number) => {
    const other = earlier[Math.floor(place / mostRows)]
    const at = place % mostRows
    return other?.met[at] === 0 && block.hasSameText('transaction_id', row, other.block, at)
  }
  const added = new Set<string>()
  // Most rows keep their order, so the next place is tried first.
  let next = 0
  for (const block of openBlocks(after)) {
    for (let row = 0; row < block.rows; row += 1) {
      const idOf = () => block.textAt('transaction_id', row) ?? ''
      const place = isAt(next, block, row) ? next : (places.get(idOf()) ?? -1)
      const other = earlier[Math.floor(place / mostRows)]
      const otherRow = place % mostRows
      if (!other) {
        const id = idOf()
        if (!id || added.has(id)) left += 1
        else visit(null, datedAt(block, row))
        if (id) added.add(id)
      } else if (other.met[otherRow] === 1) left += 1
      else {
        paired += 1
        other.met[otherRow] = 1
        next = otherRow + 1 < other.met.length ? place + 1 : place - otherRow + mostRows
        const isAlike =
          block.dayAt(row) === other.block.dayAt(otherRow) &&
          compared.every((field) => block.hasSameText(field, row, other.block, otherRow))
        if (!isAlike) visit(datedAt(other.block, otherRow), datedAt(block, row))
      }
    }
  }
  for (const { block, met } of earlier)
    for (const [row, isMet] of met.entries()) if (isMet === 0) visit(datedAt(block, row), null)
  return { paired, left }
}

const mostRows = 2 ** 20

function datedAt(block: OpenBlock, row: number): DatedTransaction {
  const span = block.spanAt(row)
  return { transaction: block.rowAt(row), day: dayWithin(span), span }
}
