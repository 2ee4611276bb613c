import { countText } from '../count-text.ts'

/** "25,000 transactions": a count of rows, which is no amount. */
export function countOf(rows: number): string {
  return `${countText(rows)} ${rows === 1 ? 'transaction' : 'transactions'}`
}
