import { severalNames, type TransactionFilter } from '../contract/console-api.ts'
import { isTimeZone, readZone } from '../contract/time-zone.ts'
import { transactionsCodec } from './lists.ts'
import { ListCodec } from './page-state.ts'
import { isDay } from './periods.ts'

/**
 * Of the transactions of a filter: `size` drawn by `seed`, and the `largest` of each asset; or, with `cutoff`, the last `size` recorded by the
 * end of that day in `zone` and the first after it.
 */
export const sampleCodec = new ListCodec({
  filters: transactionsCodec.filters,
  several: severalNames('transactions'),
  params: ['size', 'largest', 'seed', 'cutoff', 'zone'],
  isPaged: false,
  isUsable: (name, value) => readers[name](value),
})

const isCount = (text: string) => /^\d{1,4}$/.test(text)

const readers = {
  size: (text: string) => isCount(text) && Number(text) > 0,
  largest: isCount,
  seed: (text: string) => text.length <= 200,
  cutoff: isDay,
  zone: isTimeZone,
}

export interface SampleQuery {
  readonly filter: TransactionFilter
  readonly size: number
  readonly largest: number
  readonly seed: string
  /** `YYYY-MM-DD`; null for a sample at random. */
  readonly cutoff: string | null
  readonly zone: string | null
}

export function readSampleQuery({
  filter,
  params: { size, largest = '0', seed = '', cutoff, zone = 'UTC' },
}: Pick<ReturnType<typeof sampleCodec.parse>, 'filter' | 'params'>): SampleQuery {
  return {
    ...{ filter, seed, cutoff: cutoff ?? null, largest: Number(largest) },
    size: Number(size ?? (cutoff ? 10 : 25)),
    zone: zone === 'UTC' ? null : readZone(zone),
  }
}

export function sampleParameters({ size, largest, seed, cutoff, zone }: SampleQuery) {
  return cutoff === null
    ? { size: String(size), ...(largest > 0 && { largest: String(largest) }), seed }
    : { size: String(size), cutoff, ...(zone && { zone }) }
}

export function sampleHref(query: SampleQuery): string {
  return sampleCodec.href('/sample', query.filter, sampleParameters(query))
}
