import { counted } from '../../contract/count-text.ts'

/** "25,000 transactions": a count of rows, which is no amount. */
export function countOf(rows: number): string {
  return counted(rows, 'transaction')
}
