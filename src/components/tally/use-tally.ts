import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { failureOf } from '../../api/failure.ts'
import type { Waiting } from '../../api/patience.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type Tally, tallyTransactions } from '../../export/tally.ts'
import { announce } from '../../ui/LiveRegion.tsx'
import { countOf } from './words.ts'

/** How far counting is. */
export interface TallyProgress {
  readonly rows: number
  readonly pages: number
  /** Why nothing comes at present; it goes on by itself. */
  readonly waiting: Waiting | null
  /** A failure that does not pass by itself: what was counted is kept until the reader goes on or stops. */
  readonly failure: { readonly error: ApiError; readonly goOn: () => void } | null
}

/** A count that is made when the reader asks for it. */
export interface UseTally {
  /** The one made last of this filter. */
  readonly tally: Tally | undefined
  /** Null while nothing is counted. */
  readonly progress: TallyProgress | null
  readonly failure: ApiError | null
  readonly start: () => void
  /** Ends it with what was counted so far. */
  readonly stop: () => void
}

/** How many transactions a filter has, with exact totals. Counting ends when the page is left; the result is kept for an hour. */
export function useTally(filter: Filter<'transactions'>): UseTally {
  const [progress, setProgress] = useState<TallyProgress>(beginning)
  const stopper = useRef<AbortController>(null)
  const query = useQuery({
    queryKey: ['tally', filter] as const,
    enabled: false,
    retry: false,
    gcTime: 60 * 60_000,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<Tally> => {
      const controller = new AbortController()
      stopper.current = controller
      setProgress(beginning)
      const askReader = (error: ApiError) =>
        new Promise<void>((resolve) => {
          const goOn = () => {
            setProgress((now) => ({ ...now, failure: null }))
            resolve()
          }
          setProgress((now) => ({ ...now, failure: { error, goOn } }))
        })
      const tally = await tallyTransactions(filter, {
        signal,
        stop: controller.signal,
        patience: 5,
        onProgress: (rows, pages) => setProgress((now) => ({ ...now, rows, pages })),
        onWait: (waiting) => setProgress((now) => ({ ...now, waiting })),
        onFailure: askReader,
        onSignInNeeded: askReader,
      })
      announce(`${tally.isWhole ? 'Counted' : 'Partial'}: ${countOf(tally.rows)}.`)
      return tally
    },
  })
  return {
    tally: query.data,
    progress: query.isFetching ? progress : null,
    failure: query.isFetching ? null : failureOf(query),
    start: () => void query.refetch(),
    stop: () => stopper.current?.abort(),
  }
}

const beginning: TallyProgress = { rows: 0, pages: 0, waiting: null, failure: null }
