import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { failureOf } from '../../api/failure.ts'
import { useSession } from '../../api/hooks.ts'
import type { Waiting } from '../../api/patience.ts'
import { type ReviewProgress, readReview } from '../../hygiene/read.ts'
import type { Reported } from '../../hygiene/report.ts'
import { sentenceOf } from '../../hygiene/words.ts'
import { announce } from '../../ui/LiveRegion.tsx'

/** How far a review is. */
export interface Progress extends ReviewProgress {
  /** Why nothing comes at present. */
  readonly waiting: Waiting | null
}

/** A review of the whitelists that is made when the reader asks for it. */
export interface UseHygiene {
  /** The one made last. */
  readonly reported: Reported | undefined
  /** Null while none is being made. */
  readonly progress: Progress | null
  readonly failure: ApiError | null
  readonly start: () => void
  readonly cancel: () => void
}

/** The review. It ends when the page is left; what it came to is kept for an hour, so that one comes back to it from its links. */
export function useHygiene(): UseHygiene {
  const client = useQueryClient()
  const session = useSession().data
  const [progress, setProgress] = useState<Progress>(beginning)
  const query = useQuery({
    queryKey,
    enabled: false,
    retry: false,
    gcTime: 60 * 60_000,
    // Comparing each finding with the one before would only take time.
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<Reported> => {
      setProgress(beginning)
      const review = await readReview({
        signal,
        onProgress: (read) => setProgress({ ...read, waiting: null }),
        onWait: (waiting) => setProgress((now) => ({ ...now, waiting })),
      })
      announce(`${sentenceOf(review)}.`)
      return { review, service: session?.service.address ?? '', account: session?.accountId ?? null }
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

const queryKey = ['hygiene'] as const
const beginning: Progress = { list: 'whitelists', rows: 0, pages: 0, waiting: null }
