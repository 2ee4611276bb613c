/** Reading what a service recorded in one period. */
import { type DateForm, type DayRange, dateParameters } from '../../api/dates/day.ts'
import type { Records } from '../../api/endpoints.ts'
import type { Transaction } from '../../api/records.ts'
import { limitRange } from '../../contract/endpoints.ts'
import type { Parameters } from '../../contract/request-path.ts'
import { addUp, type Figure, type Side, type Source } from './figures.ts'

/** Asks for a page of transactions. */
export type Ask = (parameters: Parameters<'transactions'>) => Promise<Records<Transaction>>

/** Reads periods of one service whole, one after the other or several at once. */
export interface PeriodReader {
  read(sources: readonly Source[], range: DayRange, form: DateForm, signal: AbortSignal): Promise<Figure>
}

/**
 * Reads each list page after page. A page that is shorter than was asked for is the last one, unless no page before was longer: some
 * services give fewer rows than they are asked for.
 */
export function periodReader(askIn: (signal: AbortSignal) => Ask): PeriodReader {
  let longest = 0

  /** The transactions of one list, each once, and whether they are all of it. */
  async function readList(ask: Ask, asked: Parameters<'transactions'>) {
    const taken: Transaction[] = []
    const ids = new Set<string>()
    let isPart = false
    let readAt = ''
    for (let offset = 0, page = 0; ; page++) {
      if (page === mostPages) return { taken, ids, isPart: true, readAt }
      const { records, receivedAt, excess } = await ask({ ...asked, limit: limitRange.max, offset })
      readAt = receivedAt
      const fresh = records.filter(({ transaction_id: id }) => !id || !ids.has(id))
      taken.push(...fresh)
      for (const { transaction_id: id } of fresh) if (id) ids.add(id)
      // The list moved while it was read, or the service does not turn pages.
      if (excess || fresh.length < records.length) isPart = true
      if (fresh.length === 0 || records.length < longest) return { taken, ids, isPart, readAt }
      longest = Math.min(records.length, limitRange.max)
      offset += records.length
    }
  }

  return {
    async read(sources, range, form, signal) {
      const ask = askIn(signal)
      const dates = dateParameters(range, form, 'utc')
      const sided: [Side, Transaction][] = []
      const ids: string[] = []
      let isPart = false
      let readAt = ''
      for (const { filter, sideOf } of sources) {
        const list = await readList(ask, { ...filter, ...dates })
        for (const transaction of list.taken) {
          const side = sideOf(transaction)
          if (side) sided.push([side, transaction])
        }
        ids.push(...[...list.ids].slice(0, limitRange.max))
        isPart ||= list.isPart
        readAt = list.readAt
      }
      return { ...addUp(sided), ids, isPart, readAt }
    },
  }
}

/** So many pages of one list are read: beyond them what was read is a part. */
const mostPages = 10
