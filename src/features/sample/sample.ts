/** Transactions for an auditor to test: drawn by a seed so that anybody can draw them again, the largest, and those around a day. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Books } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { type BookedTransaction, type BookRow, eachRow } from '../../books/transaction-table.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { dayNumber, dayText } from '../../contract/day.ts'
import { compare, type Decimal, readDecimal } from '../../contract/decimal.ts'
import { RequestFault } from '../../contract/query.ts'
import type { Report, ReportTable } from '../../contract/report.ts'
import { zoneDayOf, zoneDayStart } from '../../contract/time-zone.ts'
import { daysById } from '../../files/list-alone.ts'
import { transactionsOfFilter } from '../../files/run.ts'
import { datesOffTexts } from '../../records/dates.ts'
import { fileColumns, recordColumns, recordRow } from '../../reports/columns.ts'
import { eachDay } from '../../settlement/edges.ts'
import { groupBy } from '../../settlement/group-by.ts'
import { filterTexts, serviceParameters, setFilters } from '../../url/list-view.ts'
import { type SampleQuery, sampleHref, sampleParameters } from '../../url/samples.ts'
import type { ViewControl } from '../../work/views.ts'
import { basisOf } from '../report/report.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    sample: typeof sampleAnswer
  }
}

export interface SampleAsked {
  readonly query: SampleQuery
  /** Dates take a while, so they are asked for after the sample is shown. */
  readonly isDated: boolean
}

export type SampleAnswer =
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'sample'; readonly report: Report }

export async function sampleAnswer(
  books: Books,
  { query, isDated }: SampleAsked,
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<SampleAnswer> {
  try {
    const filter = setFilters(query.filter)
    const { books: divided, listed } = await transactionsOfFilter(books, filter, divide)
    const rows = new Map<string, BookRow>()
    let unnamed = 0
    listed.each((row) => {
      if (row.transaction_id === null) unnamed += 1
      else rows.set(row.transaction_id, row)
    })
    const population = { rows, unnamed, repeated: listed.total - unnamed - rows.size }
    const answer =
      query.cutoff === null
        ? await drawn(divided, population, query, isDated ? divide : null)
        : await around(divided, population, query, divide)
    if (typeof answer === 'string') return { kind: 'refused', text: answer }
    return {
      kind: 'sample',
      report: {
        ...{ name: 'sample', ...answer },
        basis: basisOf(books, ['transactions']),
        parameters: { ...filterTexts(filter), ...sampleParameters(query) },
        link: sampleHref(query),
      },
    }
  } catch (error) {
    if (error instanceof RequestFault) return { kind: 'refused', text: error.details }
    throw error
  }
}

/** The transactions of a filter, by id. One without an id can be neither drawn nor traced. */
interface Population {
  readonly rows: ReadonlyMap<string, BookRow>
  readonly unnamed: number
  /** Those whose id another one of the filter has. */
  readonly repeated: number
}

type Found = Pick<Report, 'title' | 'headline' | 'tables' | 'remarks'>

async function drawn(
  books: Books,
  population: Population,
  query: SampleQuery,
  divide: ViewControl['divide'] | null,
): Promise<Found> {
  const { filter, size, largest, seed } = query
  const digests = new Map([...population.rows.keys()].map((id) => [id, drawDigest(seed, id)]))
  const rankOf = ({ transaction_id }: BookedTransaction) => digests.get(transaction_id ?? '') ?? ''
  const rows = [...population.rows.values()]
  const byRank = rows.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1)).slice(0, size)
  const most = largestOf(rows, largest)
  const wanted = new Set([...byRank, ...most].map(({ transaction_id }) => transaction_id ?? ''))
  const { failure } = books.transactions.days
  const dated =
    divide && failure === null ? await divide(allDays(books, serviceParameters(filter)), wanted) : books
  const days = daysById(dated.transactions.table, dated.transactions.days)
  const table = (name: string, title: string, of: readonly BookRow[]): ReportTable => ({
    ...{ name, title, empty: 'None.' },
    columns: [...recordColumns, ...sampleColumns, ...fileColumns('text', 'draw_sha256')],
    rows: of.map((row, index) => {
      const { cells, ...common } = recordRow(row, days.get(row.transaction_id) ?? null, index)
      return { ...common, cells: { ...cells, draw_sha256: rankOf(row) } }
    }),
  })
  return {
    title: 'Sample',
    headline: headlineOf(byRank.length, population, 'drawn'),
    tables: [
      table('drawn', 'Drawn at random', byRank),
      ...(largest > 0 ? [table('largest', 'Largest of each asset', most)] : []),
    ],
    remarks: [
      'The sample is the transactions with the lowest digests. A digest is the SHA-256, in hexadecimal, of the seed, a colon and the transaction id as UTF-8 text.',
      `To draw it again, put the ids of all transactions of the filter into ids.txt, one per line, and run in a shell: ${drawCommand(seed, size)}`,
      ...(largest > 0
        ? [
            'The largest are taken by amount for each asset on each network, whether drawn or not. Different assets are not compared.',
          ]
        : []),
      ...uncountedTexts(population),
      ...(failure === null ? [] : [datesOffTexts[failure]]),
      ...(divide === null ? ['The dates are not found yet.'] : []),
    ],
  }
}

function drawDigest(seed: string, id: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${seed}:${id}`)))
}

export function drawCommand(seed: string, size: number): string {
  const quoted = seed.replaceAll("'", "'\\''")
  return `while read -r id; do printf '%s %s\\n' "$(printf '%s:%s' '${quoted}' "$id" | sha256sum | cut -c1-64)" "$id"; done < ids.txt | LC_ALL=C sort | head -n ${size}`
}

/** By asset and network, then by amount. Amounts that cannot be read are left out. */
function largestOf(rows: readonly BookRow[], most: number): readonly BookRow[] {
  if (most === 0) return []
  const byAsset = groupBy(rows, ({ asset_id, network_id }) => JSON.stringify([asset_id, network_id]))
  return [...byAsset]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, members]) =>
      members
        .flatMap((row): readonly { readonly row: BookRow; readonly amount: Decimal }[] => {
          const amount = readDecimal(row.amount)
          return amount ? [{ row, amount }] : []
        })
        .sort((one, other) => compare(other.amount, one.amount))
        .slice(0, most)
        .map(({ row }) => row),
    )
}

async function around(
  books: Books,
  population: Population,
  { cutoff, zone, size }: SampleQuery,
  divide: ViewControl['divide'],
): Promise<Found | string> {
  const { failure, form, whose } = books.transactions.days
  if (failure !== null) return datesOffTexts[failure]
  if (zone && form !== 'instant')
    return 'This service filters by whole days only. Choose UTC to cut off by its own days.'
  const cut = dayNumber(cutoff ?? '') ?? 0
  const sides = await sidesOf(books, population, { cut, zone, size }, divide)
  if (sides === null)
    return `Not all transactions around the end of ${cutoff} are within ten years of it. Choose another day, or fewer transactions.`
  const { before, after, undated } = sides
  const table = (name: string, title: string, rows: readonly DatedRow[]): ReportTable => ({
    ...{ name, title, empty: 'None.' },
    columns: [...recordColumns, ...sampleColumns],
    rows: rows.map(({ row, day }, index) => recordRow(row, dayText(day), index)),
  })
  const whoseDays = zone ?? (whose === 'service' ? 'the service’s own days' : 'UTC')
  return {
    title: 'Cut-off',
    headline: headlineOf(before.length + after.length, population, `around the end of ${cutoff}`),
    tables: [
      table('before', `Last ${countText(before.length)} before the end of ${cutoff}`, before),
      table('after', `First ${countText(after.length)} after the end of ${cutoff}`, after),
    ],
    remarks: [
      `Sorted by the day for which the service’s date filter lists each transaction, in ${whoseDays}. Within a day, they keep the service’s order: the time is not known.`,
      ...(undated > 0
        ? [
            `${counted(undated, 'transaction has', 'transactions have')} no date, so they may belong to either side.`,
          ]
        : []),
      ...uncountedTexts(population),
    ],
  }
}

interface DatedRow {
  readonly row: BookRow
  readonly day: number
}

/** Looks for dates near the cut-off first, and further away while there are too few. Null where the others are out of reach. */
async function sidesOf(
  books: Books,
  { rows: listed }: Population,
  { cut, zone, size }: { readonly cut: number; readonly zone: string | null; readonly size: number },
  divide: ViewControl['divide'],
) {
  const today = zoneDayOf(Date.parse(books.ended), zone ?? 'UTC')
  // Nothing lies between today and a cut-off in the future.
  const anchor = Math.min(cut, today)
  for (let reach = 4; ; reach *= 4) {
    const [first, last] = [anchor - reach + 1, Math.min(anchor + reach, today)]
    const edges = eachDay({ first, last })
    const dated = await divide(zone ? edges.map(({ day }) => ({ day, at: zoneDayStart(day, zone) })) : edges)
    const rows: DatedRow[] = []
    const beyond = { earlier: 0, later: 0, undated: 0 }
    eachRow(dated.transactions.table, (row, day) => {
      if (row.transaction_id === null || !listed.has(row.transaction_id)) return
      if (day === null) beyond.undated += 1
      else if (day < first) beyond.earlier += 1
      else if (day > last && last < today) beyond.later += 1
      else rows.push({ row, day })
    })
    const isOldestFirst = (rows[0]?.day ?? 0) < (rows.at(-1)?.day ?? 0)
    const inOrder = (isOldestFirst ? rows : rows.toReversed()).toSorted((one, other) => one.day - other.day)
    const before = inOrder.filter(({ day }) => day <= cut)
    const after = inOrder.filter(({ day }) => day > cut)
    const isEnough =
      (before.length >= size || beyond.earlier === 0) && (after.length >= size || beyond.later === 0)
    if (isEnough) return { before: before.slice(-size), after: after.slice(0, size), undated: beyond.undated }
    if (reach > furthestReach) return null
  }
}

/** Ten years. */
const furthestReach = 3660

/** On paper, the id is how a sample is traced. */
const sampleColumns = [{ name: 'transaction_id', label: 'Transaction', kind: 'transaction' }] as const

function headlineOf(count: number, { rows, unnamed }: Population, how: string): Report['headline'] {
  if (rows.size === 0) {
    const text =
      unnamed === 0
        ? 'No transactions match this filter'
        : `None of ${counted(unnamed, 'transaction')} has an id`
    return { text, tone: 'neutral' }
  }
  return { text: `${countText(count)} of ${counted(rows.size, 'transaction')} ${how}`, tone: 'neutral' }
}

function uncountedTexts({ unnamed, repeated }: Population): readonly string[] {
  return [
    ...(unnamed > 0
      ? [`${counted(unnamed, 'transaction has', 'transactions have')} no id, and cannot be drawn.`]
      : []),
    ...(repeated > 0
      ? [
          repeated === 1
            ? '1 transaction has the id of another, and is not counted.'
            : `${countText(repeated)} transactions have the id of another, and are not counted.`,
        ]
      : []),
  ]
}
