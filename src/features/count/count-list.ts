/** Counts a filtered list of the service, in a worker: reads it whole, keeps nothing of it, and adds up. */
import type { RetryOptions } from '../../api/walk/retries.ts'
import { beforeFirstPage, type WalkProgress } from '../../api/walk/walk.ts'
import { counted } from '../../contract/count-text.ts'
import { endpointPath, type Filter } from '../../contract/endpoints.ts'
import { feeAssetOf } from '../../contract/fee-asset.ts'
import { openFilteredList, readFilteredList } from '../../files/filtered-list.ts'
import { type RunTask, valueOutcome } from '../../work/task.ts'
import { type Count, countOfTotals, countTotals } from './count.ts'

export interface CountRequest {
  readonly filter: Filter<'transactions'>
  /** The mark of the only session in which it is read. */
  readonly session?: string
  readonly service: string
  readonly account: string | null
}

/** `stop` ends it with what was counted so far. */
interface CountControl extends RetryOptions {
  readonly stop: AbortSignal
  readonly onProgress?: (progress: WalkProgress) => void
}

export const countTask: RunTask<CountRequest> = async (request, { cut, onProgress, ...control }) => {
  onProgress(shownProgress(beforeFirstPage))
  const count = await countList(request, {
    ...control,
    stop: cut.finish,
    onProgress: (progress) => onProgress(shownProgress(progress)),
  })
  const outcome = valueOutcome('Counted', counted(count.rows, 'transaction'), count)
  return count.basis.doubts.length === 0 ? outcome : { ...outcome, tone: 'warning', title: 'Partial' }
}

/** Counts to the present where the filter has no end and one can be set. Throws as `readWhole` does. */
export async function countList(
  { filter, session, service, account }: CountRequest,
  { onProgress, ...options }: CountControl,
): Promise<Count> {
  const tooMany = new AbortController()
  const control = { ...options, session, stop: AbortSignal.any([options.stop, tooMany.signal]) }
  const totals = countTotals()
  const source = await openFilteredList({ list: 'transactions', filter }, control)
  const { rows, pages, begun, ended, doubts } = await readFilteredList(source, {
    ...control,
    ...(onProgress && { onProgress }),
    days: null,
    onPage(records, see) {
      for (const record of records) {
        const own = source.list.rowsOf(record)
        see(own)
        try {
          for (const row of own) totals.add(row)
        } catch {
          tooMany.abort('There are too many assets, networks, types and statuses. Use a narrower filter.')
        }
      }
    },
  })
  return {
    ...countOfTotals(totals, (_, networkId) => feeAssetOf(networkId)),
    basis: {
      ...{ service, account, begun, ended, doubts },
      endpoints: [endpointPath('transactions')],
      read: { records: rows, pages },
    },
    form: 'day',
    remarks: source.pinnedEndDate === null ? [] : [`Recorded up to ${source.pinnedEndDate}.`],
  }
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
