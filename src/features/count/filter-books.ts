/** Which transactions of the books a filter of the service lists, as far as the books can tell. */
import { type DayNumber, dayStart, rangeOf } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import type { BookRow } from '../../books/transaction-table.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { changePoolAlias, transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'

/** Whether the service lists it; null where services differ, as of an id in capitals. */
export type BooksFilter = (row: BookRow, day: DayNumber | null) => boolean | null

/** The filter by the specification's meaning; null where it cannot be applied to these books. */
export function booksFilter(filter: Filter<'transactions'>, books: Books): BooksFilter | null {
  const { start_date, end_date, ...others } = filter
  const terms: (BooksFilter | null)[] = Object.entries(others).map(([name, value]) => termOf(name, value))
  if (start_date !== undefined || end_date !== undefined) terms.push(dateTerm(filter, books))
  const known = terms.filter((term) => term !== null)
  if (known.length < terms.length) return null
  return (row, day) => {
    let isSure = true
    for (const term of known) {
      const fits = term(row, day)
      if (fits === false) return false
      if (fits === null) isSure = false
    }
    return isSure || null
  }
}

/** Services compare texts exactly, and some forgive case and gaps: what only looks alike is not for the books to decide. */
function termOf(name: string, value: string): BooksFilter | null {
  const cellOf = cells[name]
  if (cellOf === undefined) return null
  const small = value.toLowerCase()
  if (name.endsWith('_address')) {
    if (hasOtherForms.test(value)) return null
    return (row) => {
      const cell = cellOf(row)
      if (cell === value) return true
      const other = cell?.toLowerCase()
      return other && (other.includes(small) || small.includes(other)) ? null : false
    }
  }
  const wanted = name === 'transaction_type' && value === changePoolAlias ? 'change pool' : value
  // The service refuses the value.
  if (enumerated[name]?.includes(wanted) === false) return null
  const bare = bareText(wanted)
  return (row) => {
    const cell = cellOf(row)
    if (cell === wanted) return true
    return cell !== null && bareText(cell) === bare ? null : false
  }
}

const enumerated: Readonly<Record<string, readonly string[]>> = {
  status: transactionStatuses,
  transaction_type: transactionTypes,
}

const cells: Readonly<Record<string, (row: BookRow) => string | null>> = {
  transaction_id: ({ transaction_id }) => transaction_id,
  source_id: ({ source }) => source.source_id,
  source_address: ({ source }) => source.source_address,
  destination_id: ({ destination }) => destination.destination_id,
  destination_address: ({ destination }) => destination.destination_address,
  asset_id: ({ asset_id }) => asset_id,
  network_id: ({ network_id }) => network_id,
  transaction_type: ({ transaction_type }) => transaction_type,
  status: ({ status }) => status,
}

function bareText(text: string): string {
  const known = bare.get(text)
  if (known !== undefined) return known
  const made = text.toLowerCase().replace(/[\s_-]+/g, '')
  if (bare.size > 10_000) bare.clear()
  bare.set(text, made)
  return made
}

/** Assets, statuses and vaults are few, and asked for in every row. */
const bare = new Map<string, string>()

/** Addresses with a memo in them (XRP Ledger, Stellar) and those of TON: a service may find the same account in another form. */
const hasOtherForms =
  /^(?:X[1-9A-HJ-NP-Za-km-z]{46}|M[A-Z2-7]{68}|[EUk0][Qf][\w+/-]{46}|-?\d+:[0-9a-f]{64})$/i

/** Days are those of the service's filter. A day that the range cuts in two, and a row without a day, are not for the books to decide. */
function dateTerm(
  filter: Filter<'transactions'>,
  { ended, transactions: { days } }: Books,
): BooksFilter | null {
  const { start_date = '', end_date = '' } = filter
  const isOfDays = !`${start_date}${end_date}`.includes('T')
  const isMeant =
    days.whose === 'utc' ? !isOfDays || days.formOfLinks === 'day' : isOfDays && days.form === 'day'
  if (days.failure !== null || !isMeant) return null
  const range = rangeOf(filter, Date.parse(ended))
  if (range === null || (end_date !== '' && range.first > range.last)) return null
  const last = end_date === '' ? Number.POSITIVE_INFINITY : range.last
  const ends = [range.first, range.last].filter((day) => {
    const { from, to } = range.partOf(day)
    return from > dayStart(day, 'utc') || (end_date !== '' && to < dayStart(day + 1, 'utc') - 1)
  })
  return (_, day) => {
    if (day === null) return null
    if (day < range.first || day > last) return false
    return ends.includes(day) ? null : true
  }
}
