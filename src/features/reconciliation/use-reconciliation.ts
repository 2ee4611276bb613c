import { ApiError } from '../../api/api-error.ts'
import { readHoldings } from '../../books/read-books.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { readerOf } from '../../contract/session.ts'
import type { ReadingControl } from '../../list/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../list/reading/use-reading.ts'
import { narrowed } from './books.ts'
import { lastReconciliationOf } from './last-reconciliation.ts'
import { readMovements } from './read-movements.ts'
import { reconcile } from './reconcile.ts'
import { type AgainstTransactions, reconcileMovements } from './reconcile-movements.ts'
import { asOf, headlineOf, type Reported, standingOfAll } from './report.ts'
import type { ReconciliationProgress } from './words.ts'

/** A reconciliation of what the filter asks for, made when the reader asks for it. */
export function useReconciliation(filter: Filter<'balances'>): UseReading<ReconciliationProgress, Reported> {
  return useReading({
    queryKey: ['reconciliation', filter],
    beginning,
    read: (control) => read(filter, control),
    sentence: headlineOf,
  })
}

async function read(
  filter: Filter<'balances'>,
  control: ReadingControl<ReconciliationProgress>,
): Promise<Reported> {
  const { session, onProgress, ...retrying } = control
  const { mark, service, account } = session
  const result = await reconcile(async (reading) =>
    narrowed(
      await readHoldings({
        ...retrying,
        session: mark,
        filter,
        onProgress: (read) => onProgress({ ...read, reading }),
      }),
      filter,
    ),
  )
  const against = await readAgainst(filter, control)
  const reported = { result, against, service, account, filter }
  // What the overview tells is about the whole books.
  if (Object.keys(filter).length === 0)
    lastReconciliationOf(readerOf(session)).save({
      sentence: headlineOf(reported),
      standing: standingOfAll(reported),
      asOf: asOf(reported),
      session: mark,
    })
  return reported
}

/** Transactions are many: where they cannot be read, or the reader does not wait for them, what was found before stands. */
async function readAgainst(
  filter: Filter<'balances'>,
  { session, onProgress, signal, stop, ...retrying }: ReadingControl<ReconciliationProgress>,
): Promise<AgainstTransactions> {
  try {
    const compared = await reconcileMovements(filter, (reading) =>
      readMovements(filter, {
        ...retrying,
        onFailure: undefined,
        signal: AbortSignal.any([signal, stop]),
        session: session.mark,
        onProgress: (read) => onProgress({ ...read, reading }),
      }),
    )
    return { state: 'compared', ...compared }
  } catch (error) {
    signal.throwIfAborted()
    if (stop.aborted) return { state: 'skipped' }
    if (error instanceof ApiError && error.remedy !== 'begin-again') return { state: 'failed', error }
    throw error
  }
}

const beginning: ReconciliationProgress = { list: 'all', rows: 0, reading: 0 }
