import type { ControlTotals, TotalsGroup } from '../totals.ts'
import { checkWords, type Figure } from './check-words.ts'

/** What is checked, in the order in which it is said. */
export const checkNames = [
  'form',
  'size',
  'digest',
  'content',
  'signature',
  'facts',
  'name',
  'times',
  'columns',
  'rows',
  'dates',
  'repeated',
  'filter',
  'totals',
  'completeness',
] as const
export type CheckName = (typeof checkNames)[number]

/** One check: what the facts say, and what was found. */
export interface Check {
  readonly name: CheckName
  /** `unchecked` where the file does not hold what it would take; `found` says so. */
  readonly verdict: 'pass' | 'fail' | 'unchecked'
  readonly expected: string
  readonly found: string
  /** Of the totals: every figure that was compared. */
  readonly figures?: readonly Figure[]
}

/** Every figure of two totals that are counted by the same columns. */
export function figuresOf(expected: ControlTotals, found: ControlTotals): readonly Figure[] {
  const groups = new Map<string, { expected: TotalsGroup | null; found: TotalsGroup | null }>()
  for (const group of expected.groups)
    groups.set(JSON.stringify(group.values), { expected: group, found: null })
  for (const group of found.groups) {
    const key = JSON.stringify(group.values)
    groups.set(key, { expected: groups.get(key)?.expected ?? null, found: group })
  }
  return [...groups.values()].flatMap((pair) => {
    const of = (pair.expected ?? pair.found)?.values.map((value) => value || '–').join(' · ') ?? ''
    const figure = (what: string, read: (group: TotalsGroup) => string): Figure => ({
      of,
      what,
      expected: pair.expected && read(pair.expected),
      found: pair.found && read(pair.found),
    })
    return [
      figure(checkWords.rowsFigure, ({ rows }) => String(rows)),
      ...expected.sums.map((name, index) => figure(name, (group) => sumText(group, index))),
    ]
  })
}

function sumText({ sums }: TotalsGroup, index: number): string {
  const sum = sums[index]
  if (!sum) return '–'
  return sum.unreadable === 0 ? sum.sum : checkWords.sumWithout(sum.sum, sum.unreadable)
}
