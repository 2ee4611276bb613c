import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Waiting } from '../../api/patience.ts'
import { type ComparedNow, compareNow } from '../../export/compare-now.ts'
import type { ExportAsked } from '../../export/export-job.ts'
import type { OpenExport } from '../../export/open-export.ts'
import { UnreadableFile } from '../../export/unreadable-file.ts'
import { announce } from '../../ui/LiveRegion.tsx'

/** How far a comparison is. */
export type Comparing =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading'; readonly rows: number; readonly waiting: Waiting | null }
  | { readonly phase: 'failed'; readonly error: ApiError | string }
  | { readonly phase: 'compared'; readonly result: ComparedNow }

/** Compares an export with the service when the reader asks for it. It ends when the page is left. */
export function useComparison(opened: OpenExport, asked: ExportAsked) {
  const [comparing, setComparing] = useState<Comparing>({ phase: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const soFar = { phase: 'reading' as const, rows: 0, waiting: null }
    setComparing(soFar)
    try {
      const result = await compareNow(opened, asked, {
        signal,
        patience: 5,
        onProgress: (rows) => setComparing({ ...soFar, rows }),
        onWait: (waiting) =>
          setComparing((now) => ({ ...soFar, rows: now.phase === 'reading' ? now.rows : 0, waiting })),
      })
      announce('Compared.')
      setComparing({ phase: 'compared', result })
    } catch (error) {
      if (signal.aborted) return
      setComparing({ phase: 'failed', error: failureOf(error) })
    }
  }
  return {
    comparing,
    start: () => void start(),
    cancel: () => {
      running.current?.abort()
      setComparing({ phase: 'idle' })
      announce('Cancelled.')
    },
  }
}

function failureOf(error: unknown): ApiError | string {
  if (error instanceof ApiError) return error
  return error instanceof UnreadableFile
    ? error.message
    : 'The browser cannot read the file any more: it was moved or changed after it was chosen.'
}
