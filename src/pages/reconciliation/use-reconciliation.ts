import type { ReadingControl } from '../../components/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../components/reading/use-reading.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { writeLastResult } from '../../reconciliation/last-result.ts'
import { type BooksProgress, readBooks } from '../../reconciliation/read-books.ts'
import { reconcile, sentenceOf, standingOf } from '../../reconciliation/reconcile.ts'
import { asOf, type Reported } from '../../reconciliation/report.ts'

/** How far a reconciliation is. */
export interface ReconciliationProgress extends BooksProgress {
  /** 0, and 1 while what did not agree is read again. */
  readonly reading: number
}

/** A reconciliation of what the filter asks for, made when the reader asks for it. */
export function useReconciliation(filter: Filter<'balances'>): UseReading<ReconciliationProgress, Reported> {
  return useReading({
    queryKey: ['reconciliation', filter],
    beginning,
    read: (control) => read(filter, control),
    sentence: ({ result }) => sentenceOf(result),
  })
}

async function read(
  filter: Filter<'balances'>,
  { session, onProgress, ...control }: ReadingControl<ReconciliationProgress>,
): Promise<Reported> {
  const { mark, service, account } = session
  const result = await reconcile((reading) =>
    readBooks(filter, {
      ...control,
      session: mark,
      onProgress: (read) => onProgress({ ...read, reading }),
    }),
  )
  // What the overview tells is about the whole books.
  if (Object.keys(filter).length === 0)
    writeLastResult({
      sentence: sentenceOf(result),
      standing: standingOf(result),
      asOf: asOf(result),
      session: mark,
    })
  return { result, service, account, filter }
}

const beginning: ReconciliationProgress = { list: 'all', rows: 0, reading: 0 }
