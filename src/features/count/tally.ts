import { listTransactions } from '../../api/endpoints.ts'
import type { Transaction } from '../../api/records.ts'
import { transactionList } from '../../api/walk/lists.ts'
import { askWithRetries } from '../../api/walk/retries.ts'
import { readWhole, type Walk, type WalkEnd } from '../../api/walk/walk.ts'
import type { Filter } from '../../contract/endpoints.ts'
import {
  type ControlTotals,
  collectTotals,
  findMisfits,
  loadCanonical,
  pinEndDate,
  transactionsExport,
  withMisfits,
} from '../export/index.ts'

/** How many transactions a filter has and what they add up to, and whether that is proved to be all of them. */
export interface Tally extends WalkEnd {
  /** By asset, network, type and status: sums of amount and fee. */
  readonly totals: ControlTotals
  /** The `end_date` that was set, so that nothing newer entered; null where the filter has one, or none could be set. */
  readonly pinnedEndDate: string | null
}

/** Who is told what while transactions are counted. `stop` ends it with what was counted, which then is a part. */
export interface TallyOptions extends Omit<Walk<Transaction>, 'onPage'> {
  readonly stop: AbortSignal
  /** The mark of the only session in which they are read. */
  readonly session?: string
}

/**
 * Reads every transaction of a filter, keeps none, and adds up exactly: to the present, where the filter has no end and one can be
 * set. Throws as `readWhole` does.
 */
export async function tallyTransactions(
  filter: Filter<'transactions'>,
  { session, ...options }: TallyOptions,
): Promise<Tally> {
  const tooMany = new AbortController()
  const stop = AbortSignal.any([options.stop, tooMany.signal])
  const signal = AbortSignal.any([options.signal, stop])
  const collector = collectTotals({
    by: ['asset_id', 'network_id', 'transaction_type', 'status'],
    sums: ['amount', 'fee'],
  })
  const pinned = await pinEndDate(
    filter,
    (newest) => listTransactions({ ...newest, limit: 1, offset: 0 }, signal, session),
    {
      ask: (request) => askWithRetries(request, { ...options, signal }),
      ...(options.now && { now: options.now }),
    },
  ).catch((error: unknown) => {
    if (stop.aborted && !options.signal.aborted) return { filter, endDate: null }
    throw error
  })
  const misfits = findMisfits(
    { asked: { parameters: filter } },
    transactionsExport,
    () => true,
    (cell) => cell,
    await loadCanonical(filter),
  )
  const end = await readWhole(transactionList(pinned.filter, session), {
    ...options,
    stop,
    onPage: (records) => {
      for (const row of records.flatMap(transactionsExport.rowsOf)) {
        misfits.add(row)
        try {
          collector.add(row)
        } catch {
          tooMany.abort(tooManyGroups)
        }
      }
    },
  })
  return {
    ...withMisfits(end, misfits.found()),
    totals: collector.totals(),
    pinnedEndDate: pinned.endDate,
  }
}

const tooManyGroups = 'There are too many assets, networks, types and statuses to count by.'
