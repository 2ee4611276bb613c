import type { Patience } from '../api/patience.ts'
import { askPatiently } from '../api/patience.ts'
import { readWhole, type WalkEnd } from '../api/walk.ts'
import { beginComparison, type Comparison } from './compare.ts'
import { exportSource } from './export-source.ts'
import type { ExportFacts } from './facts.ts'
import type { ListQuery } from './list-export.ts'
import { listExportAt } from './lists.ts'
import type { OpenExport } from './open-export.ts'

/** A comparison with the service as it is now, and how reading it ended. */
export interface ComparedNow extends Comparison {
  readonly end: WalkEnd
}

/** How comparing is watched and stopped. */
export interface CompareControl extends Patience {
  /** The mark of the only session in which the service is asked. */
  readonly session?: string
  /** So many records were read. */
  readonly onProgress: (rows: number) => void
}

/** Reads what an export was of again, and compares. Throws as `readWhole` and `openExport` do. */
export async function compareNow(
  opened: OpenExport,
  query: ListQuery,
  control: CompareControl,
): Promise<ComparedNow> {
  const { session, onProgress, ...patience } = control
  const { signal } = patience
  const ask = <T>(request: () => Promise<T>) => askPatiently(request, patience)
  const { list, whole } = await exportSource(query, {
    signal,
    ask,
    ...(session !== undefined && { session }),
  })
  const comparison = await beginComparison(opened, list, signal)
  const end = await readWhole(whole, {
    ...patience,
    onPage: comparison.add,
    onProgress: ({ met }) => onProgress(met),
  })
  return { ...(await comparison.end()), end }
}

/** What an export was of, to ask it again; null for a list or a filter that the read API does not have. */
export function queryOf({ asked: { endpoint, parameters }, list: name }: ExportFacts): ListQuery | null {
  const list = listExportAt(endpoint)
  if (list?.name !== name) return null
  // A parameter that would be left out makes another list.
  const isAsked = Object.keys(parameters).every((parameter) => list.of.codec.filters.includes(parameter))
  return isAsked ? { list: list.of.name, filter: parameters } : null
}
