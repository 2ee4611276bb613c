import { useId } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import type { Position, ReadingControl } from '../../../list/reading/read-in-session.ts'
import { type UseReading, useReading } from '../../../list/reading/use-reading.ts'
import type { ListQuery } from '../list-export.ts'
import { type ComparedNow, compareNow } from './compare.ts'
import { UnreadableFile } from './file-faults.ts'
import type { OpenExport } from './open-export.ts'
import * as words from './words.ts'

/** What comparing came to; or a sentence that says why the file cannot be read any more. */
export type Compared = ComparedNow | string

/** Compares an export with the service when the reader asks for it. Nothing of it is kept: the file is not either. */
export function useComparison(opened: OpenExport, query: ListQuery): UseReading<Position, Compared> {
  const id = useId()
  return useReading({
    queryKey: ['comparison', id],
    beginning,
    read: (control) => read(opened, query, control),
    sentence: (compared) => (typeof compared === 'string' ? compared.replace(/\.$/, '') : words.compared),
    isForgotten: true,
  })
}

async function read(
  opened: OpenExport,
  query: ListQuery,
  { session, onProgress, ...control }: ReadingControl<Position>,
): Promise<Compared> {
  try {
    return await compareNow(opened, query, {
      ...control,
      session: session.mark,
      onProgress: (rows) => onProgress({ rows }),
    })
  } catch (error) {
    if (error instanceof ApiError || control.signal.aborted) throw error
    return error instanceof UnreadableFile ? error.message : words.unreadable
  }
}

const beginning: Position = { rows: 0 }
