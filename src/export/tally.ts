import { listTransactions } from '../api/endpoints.ts'
import { askPatiently } from '../api/patience.ts'
import type { Transaction } from '../api/records.ts'
import { type Walk, type WalkEnd, walkPages } from '../api/walk.ts'
import type { Filter } from '../contract/endpoints.ts'
import { pinEndDate } from './pinned.ts'
import { type ControlTotals, collectTotals } from './totals.ts'

/** How many transactions a filter has and what they add up to, and whether that is proved to be all of them. */
export interface Tally extends WalkEnd {
  /** By asset, network, type and status: sums of amount and fee. */
  readonly totals: ControlTotals
  /** The `end_date` that was set, so that nothing newer entered; null where the filter has one, or none could be set. */
  readonly pinnedEndDate: string | null
}

/** Who is told what while transactions are counted. `stop` ends it with what was counted, which then is a part. */
export interface TallyOptions extends Omit<Walk<Transaction>, 'identity'> {
  readonly stop: AbortSignal
  /** The mark of the only session in which they are read. */
  readonly session?: string
}

/**
 * Reads every transaction of a filter, keeps none, and adds up exactly: to the present, where the filter has no end and one can be
 * set. Throws as `walkPages` does.
 */
export async function tallyTransactions(
  filter: Filter<'transactions'>,
  { stop, session, ...options }: TallyOptions,
): Promise<Tally> {
  const now = options.now ?? Date.now
  const begun = new Date(now()).toISOString()
  const signal = AbortSignal.any([options.signal, stop])
  const collector = collectTotals({
    by: ['asset_id', 'network_id', 'transaction_type', 'status'],
    sums: ['amount', 'fee'],
  })
  let read = 0
  let asked = 0
  let repairs = 0
  let pinnedEndDate: string | null = null
  try {
    const pinned = await pinEndDate(
      filter,
      (newest) => listTransactions({ ...newest, limit: 1, offset: 0 }, signal, session),
      { ask: (request) => askPatiently(request, { ...options, signal }), now },
    )
    pinnedEndDate = pinned.endDate
    const pages = walkPages((page) => listTransactions({ ...pinned.filter, ...page }, signal, session), {
      ...options,
      signal,
      identity: ({ transaction_id }) => transaction_id,
      onProgress: (rows, pageCount, repairCount) => {
        asked = pageCount
        repairs = repairCount
        options.onProgress?.(rows, pageCount, repairCount)
      },
    })
    for (;;) {
      const page = await pages.next()
      if (page.done) return { ...page.value, totals: collector.totals(), pinnedEndDate }
      for (const { asset_id, network_id, transaction_type, status, amount, fee } of page.value) {
        collector.add({ asset_id, network_id, transaction_type, status, amount, fee })
        read += 1
      }
    }
  } catch (error) {
    const doubt = whyEnded(error, stop.aborted && !options.signal.aborted)
    if (doubt === null) throw error
    return {
      isWhole: false,
      doubts: [doubt],
      rows: read,
      pages: asked,
      repairs,
      arrived: 0,
      begun,
      ended: new Date(now()).toISOString(),
      totals: collector.totals(),
      pinnedEndDate,
    }
  }
}

function whyEnded(error: unknown, isStopped: boolean): string | null {
  if (isStopped) return 'It was stopped before the end.'
  if (error instanceof RangeError)
    return 'There are too many assets, networks, types and statuses to count by.'
  return null
}
