/** Counts a filtered list, in a worker. */
import { beforeFirstPage, type WalkProgress } from '../../api/walk/walk.ts'
import { counted } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type RunTask, valueOutcome } from '../../work/task.ts'
import { type Count, countList } from './count.ts'

/** What is counted, and in which session. */
export interface CountRequest {
  readonly filter: Filter<'transactions'>
  readonly session: string
  readonly service: string
  readonly account: string | null
}

/** A count as data. */
export type ListCount = Omit<Count, 'feeAsset'>

export const countTask: RunTask<CountRequest> = async ({ filter, ...session }, control) => {
  const { cut, onProgress, ...rest } = control
  onProgress(shownProgress(beforeFirstPage))
  const { feeAsset: _, ...value } = await countList(filter, {
    ...rest,
    ...session,
    stop: cut.finish,
    onProgress: (progress) => onProgress(shownProgress(progress)),
  })
  const outcome = valueOutcome('Counted', counted(value.rows, 'transaction'), value)
  return value.basis.doubts.length === 0 ? outcome : { ...outcome, tone: 'warning', title: 'Partial' }
}

function shownProgress({ pass, met, rows }: WalkProgress) {
  const label = pass === 1 ? 'Stop' : 'Skip the second reading'
  return {
    text: `${pass === 1 ? 'Counting' : 'Reading again to check'}: ${counted(met, 'transaction')}`,
    part: pass > 1 && rows > 0 ? Math.min(1, met / rows) : null,
    hasBegun: met > 0,
    cuts: [{ name: 'finish', label, reason: 'It was stopped before the end.' }],
  } as const
}
