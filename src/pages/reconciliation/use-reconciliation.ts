import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { failureOf } from '../../api/failure.ts'
import { useSession } from '../../api/hooks.ts'
import type { Waiting } from '../../api/patience.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { writeLastResult } from '../../reconciliation/last-result.ts'
import { type BooksProgress, readBooks } from '../../reconciliation/read-books.ts'
import { reconcile, sentenceOf } from '../../reconciliation/reconcile.ts'
import { asOf, type Reported } from '../../reconciliation/report.ts'
import { announce } from '../../ui/LiveRegion.tsx'

/** How far a reconciliation is. */
export interface Progress extends BooksProgress {
  /** 0, and 1 while what did not agree is read again. */
  readonly reading: number
  /** Why nothing comes at present. */
  readonly waiting: Waiting | null
}

/** A reconciliation that is made when the reader asks for it. */
export interface UseReconciliation {
  /** The one made last with this filter. */
  readonly reported: Reported | undefined
  /** Null while none is being made. */
  readonly progress: Progress | null
  readonly failure: ApiError | null
  readonly start: () => void
  readonly cancel: () => void
}

/** The reconciliation of what the filter asks for. It ends when the page is left; what it came to is kept for an hour. */
export function useReconciliation(filter: Filter<'balances'>): UseReconciliation {
  const client = useQueryClient()
  const session = useSession().data
  const [progress, setProgress] = useState<Progress>(beginning)
  const queryKey = ['reconciliation', filter] as const
  const query = useQuery({
    queryKey,
    enabled: false,
    retry: false,
    gcTime: 60 * 60_000,
    // Thousands of findings: comparing each with the one before would only take time.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<Reported> => {
      setProgress(beginning)
      const result = await reconcile((reading) =>
        readBooks(filter, {
          signal,
          onProgress: (read) => setProgress({ ...read, reading, waiting: null }),
          onWait: (waiting) => setProgress((now) => ({ ...now, waiting })),
        }),
      )
      const service = session?.service.address ?? ''
      const account = session?.accountId ?? null
      const sentence = sentenceOf(result.counts)
      // What the overview tells is about the whole books.
      if (Object.keys(filter).length === 0)
        writeLastResult({ sentence, counts: result.counts, asOf: asOf(result), service, account })
      announce(`${sentence}.`)
      return { result, service, account, filter }
    },
  })
  return {
    reported: query.data,
    progress: query.isFetching ? progress : null,
    failure: query.isFetching ? null : failureOf(query),
    start: () => void query.refetch(),
    cancel: () => {
      announce('Cancelled.')
      void client.cancelQueries({ queryKey })
    },
  }
}

const beginning: Progress = { list: 'all', rows: 0, reading: 0, waiting: null }
