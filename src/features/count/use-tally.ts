import { useRef } from 'react'
import { counted } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { beforeCounting, type Tally, type TallyProgress, tallyTransactions } from './tally.ts'

/** A count that is made when the reader asks for it, with days or without. */
export interface UseTally extends Omit<UseReading<TallyProgress, Tally>, 'start'> {
  readonly start: (withDates: boolean) => void
}

/** How many transactions a filter has, with exact totals; counted when the reader asks for it. */
export function useTally(filter: Filter<'transactions'>): UseTally {
  const withDates = useRef(false)
  const { start, ...reading } = useReading<TallyProgress, Tally>({
    queryKey: ['tally', filter],
    beginning: beforeCounting,
    read: ({ session, ...control }) =>
      tallyTransactions(filter, { ...control, session: session.mark, withDates: withDates.current }),
    sentence: ({ completeness, rows }) =>
      `${completeness === 'partial' ? 'Partial' : 'Counted'}: ${countOf(rows)}`,
  })
  return {
    ...reading,
    start: (are) => {
      withDates.current = are
      start()
    },
  }
}

/** "25,000 transactions": a count of rows, which is no amount. */
export function countOf(rows: number): string {
  return counted(rows, 'transaction')
}
