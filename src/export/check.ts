import type { Figure } from './totals-figures.ts'

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
