/** Which transactions of the books a filter of the service lists, as far as the books can tell. */

import type { Books } from '../../books/books.ts'
import { amountTest, sameAmount, searchedFields } from '../../books/find-transactions.ts'
import type { BookRow, TimeSpan } from '../../books/transaction-table.ts'
import { sameAccount } from '../../chains/index.ts'
import { rangeOf } from '../../contract/day.ts'
import type { FilterValue, TransactionFilter } from '../../contract/endpoints.ts'
import { changePoolAlias, transactionStatuses, transactionTypes } from '../../contract/enumerations.ts'
import { dateReasons } from '../../files/about-file.ts'

/** Whether the service lists a row; a sentence where the books cannot tell. */
export type BooksFilter = (row: BookRow, span: TimeSpan) => boolean | string

/** A sentence where the filter cannot be applied to these books. */
export function booksFilter(filter: TransactionFilter, books: Books): BooksFilter | string {
  const { start_date, end_date, ...others } = filter
  const terms = Object.entries(others).map(([name, value]) => anyTermOf(name, value))
  if (start_date !== undefined || end_date !== undefined) terms.push(dateTerm(filter, books))
  const all = terms.filter((term) => typeof term !== 'string')
  const doubt = terms.find((term) => typeof term === 'string')
  if (doubt !== undefined) return doubt
  return (row, span) => {
    let isListed: boolean | string = true
    for (const term of all) {
      const fits = term(row, span)
      if (fits === false) return false
      if (fits !== true) isListed = fits
    }
    return isListed
  }
}

/** Of several values any may match. */
function anyTermOf(name: string, value: FilterValue): BooksFilter | string {
  const terms = [value].flat().map((each) => termOf(name, each))
  const [doubt] = terms.filter((term) => typeof term === 'string')
  const tests = terms.filter((term) => typeof term !== 'string')
  if (doubt !== undefined) return doubt
  return (row, span) => {
    const fits = tests.map((test) => test(row, span))
    return fits.includes(true) || (fits.find((one) => typeof one === 'string') ?? false)
  }
}

/** Some services forgive case and gaps, and some do not: the books do not decide about texts that are only alike. */
function termOf(name: string, value: string): BooksFilter | string {
  const ends = addressEnds[name]
  if (ends) return addressTerm(ends, value)
  if (name === 'amount_from' || name === 'amount_to') {
    const isWithin = amountTest(name, value)
    return isWithin ? ({ amount }) => isWithin(amount) : `${name} is no amount.`
  }
  if (name === 'text') return wordsTerm(value)
  const cellOf = cells[name]
  if (cellOf === undefined) return `The books cannot filter by ${name}.`
  const wanted = name === 'transaction_type' && value === changePoolAlias ? 'change pool' : value
  if (enumerated[name]?.includes(wanted) === false) return `The specification has no such ${name}.`
  const doubt = `The books have other spellings of this ${name}, and services differ in whether they list those. Use the exact text.`
  return (row) => {
    const cell = cellOf(row)
    if (cell === wanted) return true
    return cell && isLikeText(cell, wanted) ? doubt : false
  }
}

/** The ends at which a filter looks for an address: there it is meant in every spelling. */
const addressEnds: Readonly<Record<string, readonly ('source' | 'destination')[]>> = {
  address: ['source', 'destination'],
  source_address: ['source'],
  destination_address: ['destination'],
}

function addressTerm(ends: readonly ('source' | 'destination')[], value: string): BooksFilter {
  const isSame = sameAccount(value)
  return (row) => ends.some((end) => isSame(addressAt(row, end), row.network_id))
}

function addressAt({ source, destination }: BookRow, end: 'source' | 'destination'): string | null {
  return end === 'source' ? source.source_address : destination.destination_address
}

function wordsTerm(value: string): BooksFilter {
  const words = value.toLowerCase().split(/\s+/)
  return (row) => {
    const texts = searchedFields.flatMap((field) => row.textOf(field)?.toLowerCase() ?? [])
    return words.every((word) => sameAmount(word)(row.amount) || texts.some((text) => text.includes(word)))
  }
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
  destination_id: ({ destination }) => destination.destination_id,
  asset_id: ({ asset_id }) => asset_id,
  network_id: ({ network_id }) => network_id,
  transaction_type: ({ transaction_type }) => transaction_type,
  status: ({ status }) => status,
}

/** By the service's own filter. The books do not decide about a transaction that may be on either side of a date. */
function dateTerm(filter: TransactionFilter, { ended, transactions: { days } }: Books): BooksFilter | string {
  const { start_date = '', end_date = '' } = filter
  if (days.failure !== null) return dateReasons(days.failure, 0).join(' ')
  const isOfDays = !`${start_date}${end_date}`.includes('T')
  const isSameZone =
    days.whose === 'utc' ? !isOfDays || days.formOfLinks === 'day' : isOfDays && days.form === 'day'
  if (!isSameZone) return 'The days of the books and the dates of the filter may be in different time zones.'
  const range = rangeOf(filter, Date.parse(ended))
  if (range === null) return 'The filter has a date in a form that this console cannot read.'
  if (end_date !== '' && range.first > range.last) return 'The filter ends before it starts.'
  const { from } = start_date === '' ? { from: Number.NEGATIVE_INFINITY } : range.partOf(range.first)
  const { to } = end_date === '' ? { to: Number.POSITIVE_INFINITY } : range.partOf(range.last)
  return (_, span) => {
    if (span.before <= from || span.from > to) return false
    return span.from >= from && span.before - 1 <= to
      ? true
      : 'The service lists some transactions on no date that it was asked for, so the dates of the filter cannot be applied.'
  }
}
