import { beforeFirstPage, type WalkProgress } from '../../api/walk/walk.ts'
import { counted } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { ReadingControl } from '../../list/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { type Tally, tallyTransactions } from './tally.ts'

/** How many transactions a filter has, with exact totals; counted when the reader asks for it. */
export function useTally(filter: Filter<'transactions'>): UseReading<WalkProgress, Tally> {
  return useReading({
    queryKey: ['tally', filter],
    beginning: beforeFirstPage,
    read: (control) => read(filter, control),
    sentence: ({ completeness, rows }) =>
      `${completeness === 'partial' ? 'Partial' : 'Counted'}: ${countOf(rows)}`,
  })
}

function read(
  filter: Filter<'transactions'>,
  { session, ...control }: ReadingControl<WalkProgress>,
): Promise<Tally> {
  return tallyTransactions(filter, { ...control, session: session.mark })
}

/** "25,000 transactions": a count of rows, which is no amount. */
export function countOf(rows: number): string {
  return counted(rows, 'transaction')
}
