/** Which transactions of the books a filter of the service lists, as far as the books can tell. */
import { type DayNumber, dayStart, rangeOf } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import type { BookRow } from '../../books/transaction-table.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { changePoolAlias, transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'

/** Whether the service lists a row; null where services differ, as for an id in capitals. */
export type BooksFilter = (row: BookRow, day: DayNumber | null) => boolean | null

/** Null where the filter cannot be applied to these books. */
export function booksFilter(filter: Filter<'transactions'>, books: Books): BooksFilter | null {
  const { start_date, end_date, ...others } = filter
  const terms = Object.entries(others).map(([name, value]) => termOf(name, value))
  if (start_date !== undefined || end_date !== undefined) terms.push(dateTerm(filter, books))
  const all = terms.filter((term) => term !== null)
  if (all.length < terms.length) return null
  return (row, day) => {
    let isSure = true
    for (const term of all) {
      const fits = term(row, day)
      if (fits === false) return false
      if (fits === null) isSure = false
    }
    return isSure || null
  }
}

/** Some services forgive case and gaps, and some do not: the books do not decide about texts that are only alike. */
function termOf(name: string, value: string): BooksFilter | null {
  const cellOf = cells[name]
  if (cellOf === undefined || (name.endsWith('_address') && hasOtherForms.test(value))) return null
  const wanted = name === 'transaction_type' && value === changePoolAlias ? 'change pool' : value
  // The service refuses the value.
  if (enumerated[name]?.includes(wanted) === false) return null
  const isAlike = name.endsWith('_address') ? isLikeAddress : isLikeText
  return (row) => {
    const cell = cellOf(row)
    if (cell === wanted) return true
    return cell && isAlike(cell, wanted) ? null : false
  }
}

function isLikeAddress(one: string, other: string): boolean {
  const [small, otherSmall] = [one.toLowerCase(), other.toLowerCase()]
  return small.includes(otherSmall) || otherSmall.includes(small)
}

function isLikeText(one: string, other: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '')
  return bare(one) === bare(other)
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

/** Addresses with a memo in them (XRP Ledger, Stellar) and those of TON: a service may find the same account in another form. */
const hasOtherForms =
  /^(?:X[1-9A-HJ-NP-Za-km-z]{46}|M[A-Z2-7]{68}|[EUk0][Qf][\w+/-]{46}|-?\d+:[0-9a-f]{64})$/i

/** By the days of the service's filter. The books do not decide about a day that the range cuts in two, or a row without a day. */
function dateTerm(
  filter: Filter<'transactions'>,
  { ended, transactions: { days } }: Books,
): BooksFilter | null {
  const { start_date = '', end_date = '' } = filter
  const isOfDays = !`${start_date}${end_date}`.includes('T')
  const isSameZone =
    days.whose === 'utc' ? !isOfDays || days.formOfLinks === 'day' : isOfDays && days.form === 'day'
  if (days.failure !== null || !isSameZone) return null
  const range = rangeOf(filter, Date.parse(ended))
  if (range === null || (end_date !== '' && range.first > range.last)) return null
  const last = end_date === '' ? Number.POSITIVE_INFINITY : range.last
  const cutDays = [range.first, range.last].filter((day) => {
    const { from, to } = range.partOf(day)
    return from > dayStart(day, 'utc') || (end_date !== '' && to < dayStart(day + 1, 'utc') - 1)
  })
  return (_, day) => {
    if (day === null) return null
    if (day < range.first || day > last) return false
    return cutDays.includes(day) ? null : true
  }
}
