import type { Filter } from '../../contract/endpoints.ts'
import { type Tally, tallyTransactions } from '../../export/tally.ts'
import type { ReadingControl } from '../reading/read-in-session.ts'
import { type UseReading, useReading } from '../reading/use-reading.ts'
import { countOf } from './words.ts'

/** How far counting is. */
export interface TallyProgress {
  readonly rows: number
  readonly pages: number
}

/** How many transactions a filter has, with exact totals; counted when the reader asks for it. */
export function useTally(filter: Filter<'transactions'>): UseReading<TallyProgress, Tally> {
  return useReading({
    queryKey: ['tally', filter],
    beginning,
    read: (control) => read(filter, control),
    sentence: ({ isWhole, rows }) => `${isWhole ? 'Counted' : 'Partial'}: ${countOf(rows)}`,
  })
}

function read(
  filter: Filter<'transactions'>,
  { session, onProgress, ...control }: ReadingControl<TallyProgress>,
): Promise<Tally> {
  return tallyTransactions(filter, {
    ...control,
    session: session.mark,
    onProgress: (rows, pages) => onProgress({ rows, pages }),
  })
}

const beginning: TallyProgress = { rows: 0, pages: 0 }
