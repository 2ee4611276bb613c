/** The transactions of books that match a filter, in the order asked for. */

import { sameAccount } from '../chains/index.ts'
import type { DayNumber } from '../contract/day.ts'
import { compare, readDecimal } from '../contract/decimal.ts'
import { transactionSortTexts } from '../contract/normal-records.ts'
import { type ReadQuery, RequestFault } from '../contract/query.ts'
import { compareSortKeys, plainSortText } from '../contract/sort-key.ts'
import type { Books } from './books.ts'
import {
  type BookRow,
  type OpenBlock,
  openBlocks,
  type TimeSpan,
  type TransactionTable,
  transactionFields,
} from './transaction-table.ts'

export type TransactionQuestion = Pick<ReadQuery, 'filter' | 'several' | 'period'>

export interface TransactionMatches {
  readonly total: number
  /** Transactions that may be in the period and are not among the rows. */
  readonly undecided: number
  rows(limit: number, offset: number): readonly BookRow[]
  page(limit: number, offset: number): readonly { readonly row: BookRow; readonly span: TimeSpan }[]
  each(visit: (row: BookRow, day: DayNumber | null, span: TimeSpan) => void): void
}

/** Throws a `RequestFault`, also where some rows are undecided. */
export function findTransactions(books: Books, question: TransactionQuestion): TransactionMatches {
  const matches = matchTransactions(books, question)
  if (matches.undecided === 0) return matches
  const hasNone = books.transactions.days.failure !== null
  throw new RequestFault('TXN-03', hasNone ? 'These records have no dates.' : noTimes)
}

/** Throws a `RequestFault`. The latest questions are kept, so that turning pages neither filters nor sorts again. */
export function matchTransactions(books: Books, question: TransactionQuestion): TransactionMatches {
  const { filter, several, period } = question
  const name = JSON.stringify([...filter, ...several, String(period.from), String(period.before)])
  const cached = latest.get(books) ?? new Map<string, TransactionMatches>()
  latest.set(books, cached)
  const matches = cached.get(name) ?? matchesOf(books, question)
  cached.delete(name)
  cached.set(name, matches)
  for (const oldest of [...cached.keys()].slice(0, -mostKept)) cached.delete(oldest)
  return matches
}

const latest = new WeakMap<Books, Map<string, TransactionMatches>>()
const mostKept = 4

function matchesOf(books: Books, question: TransactionQuestion): TransactionMatches {
  const blocks = openBlocks(books.transactions.table)
  const matches = matchingRows(books, question)
  const sort = question.filter.get('sort')
  const rows =
    sort === undefined ? matches.rows : sortedRows(books.transactions.table, matches.rows, readSort(sort))
  const page: TransactionMatches['page'] = (limit, offset) =>
    Array.from(rows.subarray(offset, offset + limit)).flatMap((place) => {
      const block = blocks.findLast(({ first }) => first <= place)
      return block ? [{ row: block.rowAt(place - block.first), span: block.spanAt(place - block.first) }] : []
    })
  return {
    total: rows.length,
    undecided: matches.undecided,
    page,
    rows: (limit, offset) => page(limit, offset).map(({ row }) => row),
    each(visit) {
      let block: OpenBlock | undefined
      for (const place of rows) {
        const isWithin = block && place >= block.first && place < block.first + block.rows
        if (!isWithin) block = blocks.findLast(({ first }) => first <= place)
        const row = place - (block?.first ?? 0)
        if (block) visit(block.rowAt(row), block.dayAt(row), block.spanAt(row))
      }
    },
  }
}

function matchingRows(
  { transactions: { table } }: Books,
  { filter, several, period }: TransactionQuestion,
): Pick<TransactionMatches, 'undecided'> & { readonly rows: Uint32Array } {
  const [from, before] = [milliseconds(period.from, -Infinity), milliseconds(period.before, Infinity)]
  const isDated = from > -Infinity || before < Infinity
  const terms = [...filter].flatMap(
    ([name, value]) => termMakers[name]?.(several.get(name) ?? [value], name) ?? [],
  )
  const rows = new Uint32Array(table.rows)
  let count = 0
  let undecided = 0
  for (const block of openBlocks(table)) {
    const tests = terms.map((term) => term(block))
    for (let row = 0; row < block.rows; row += 1) {
      if (!tests.every((isMet) => isMet(row))) continue
      if (isDated) {
        const span = block.spanAt(row)
        if (span.before <= from || span.from >= before) continue
        if (span.from < from || span.before > before) {
          undecided += 1
          continue
        }
      }
      rows[count] = block.first + row
      count += 1
    }
  }
  return { rows: rows.slice(0, count), undecided }
}

/** From a moment on, or before it: what spans tell apart are whole milliseconds. */
function milliseconds(microseconds: bigint | undefined, otherwise: number): number {
  return microseconds === undefined ? otherwise : Number((microseconds + 999n) / 1000n)
}

const noTimes =
  'These records do not say on which side of these times each transaction was recorded. Use whole UTC days within their period.'

type Term = (block: OpenBlock) => (row: number) => boolean
type TermMaker = (values: readonly string[], name: string) => Term

const termMakers: Readonly<Record<string, TermMaker>> = {
  transaction_id: anyValue,
  source_id: anyValue,
  source_address: anyEnd('source_address'),
  asset_id: anyValue,
  network_id: anyValue,
  transaction_type: anyValue,
  destination_id: anyValue,
  destination_address: anyEnd('destination_address'),
  status: anyValue,
  address: anyEnd('source_address', 'destination_address'),
  vault_id: (ids) => (block) => {
    const isOf = (end: 'source' | 'destination') => {
      const isVault = block.where(`${end}_type`, (text) => text === 'vault')
      const isNamed = block.where(`${end}_id`, (text) => ids.includes(text ?? ''))
      return (row: number) => isVault(row) && isNamed(row)
    }
    const [isSource, isDestination] = [isOf('source'), isOf('destination')]
    return (row) => isSource(row) || isDestination(row)
  },
  amount_from: amountTerm,
  amount_over: amountTerm,
  amount_to: amountTerm,
  amount_under: amountTerm,
  fee_over: amountTerm,
  text: ([text = '']) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    return (block) => {
      const tests = words.map((word) => [
        block.where('amount', sameAmount(word)),
        ...searchedFields.map((field) => block.containing(field, word)),
      ])
      return (row) => tests.every((fields) => fields.some((isIn) => isIn(row)))
    }
  },
}

/** An amount as a word: all of it, with its thousands grouped or not. A part of a number is another number. */
function sameAmount(word: string): (amount: string | null) => boolean {
  const wanted = readDecimal(word.replaceAll(',', ''))
  return (text) => {
    const amount = wanted && readDecimal(text)
    return amount !== null && wanted !== null && compare(amount, wanted) === 0
  }
}

/** What a reader remembers of a transaction: other columns have filters of their own. */
const searchedFields = [
  ...(['note', 'memo', 'txn_hash', 'transaction_id', 'source_id', 'destination_id'] as const),
  ...(['source_name', 'source_address', 'destination_name', 'destination_address'] as const),
]

function anyValue(values: readonly string[], name: string): Term {
  const field = transactionFields.find((one) => one === name)
  return (block) => (field ? block.where(field, (text) => values.includes(text ?? '')) : () => false)
}

/** An account in every spelling. Its network decides what a spelling is. */
function anyEnd(...ends: readonly ('source_address' | 'destination_address')[]): TermMaker {
  return (values) => {
    const tests = values.map(sameAccount)
    return (block) => (row) =>
      ends.some((end) => {
        const [address, network] = [block.textAt(end, row), block.textAt('network_id', row)]
        return tests.some((isSame) => isSame(address, network))
      })
  }
}

function amountTerm([value = '']: readonly string[], name: string): Term {
  const isWithin = amountTest(name, value)
  if (!isWithin)
    throw new RequestFault('ERR-00', `${name} must be a decimal number without commas, such as 1250.5.`)
  return (block) => block.where(name === 'fee_over' ? 'fee' : 'amount', isWithin)
}

const boundTests: Readonly<Record<string, (order: number) => boolean>> = {
  amount_from: (order) => order >= 0,
  amount_over: (order) => order > 0,
  amount_to: (order) => order <= 0,
  amount_under: (order) => order < 0,
  fee_over: (order) => order > 0,
}

/** What is no decimal is in no range. Null where the bound is none. */
function amountTest(name: string, value: string): ((amount: string | null) => boolean) | null {
  const bound = readDecimal(value.trim())
  if (bound === null) return null
  return (text) => {
    const amount = readDecimal(text)
    if (amount === null) return false
    const order = compare(amount, bound)
    return boundTests[name]?.(order) ?? false
  }
}

interface Sort {
  readonly column: string
  readonly isDescending: boolean
}

/** Only columns of the contract come here. */
function readSort(text: string): Sort {
  const [column = '', direction] = text.split(':')
  return { column, isDescending: direction === 'desc' }
}

const sortTexts: Readonly<Record<string, (row: BookRow) => string | null>> = {
  ...transactionSortTexts,
  amount: ({ amount }) => decimalText(amount),
  fee: ({ fee }) => decimalText(fee),
}

/** Null for text that is not a decimal: it cannot be ordered among amounts. */
export function decimalText(text: string | null): string | null {
  return readDecimal(text) === null ? null : text
}

/** Equal rows keep the order of the service, and rows without a value come last. */
function sortedRows(table: TransactionTable, rows: Uint32Array, sort: Sort): Uint32Array {
  const { column, isDescending } = sort
  const textOf = sortTexts[column]
  if (!textOf) return datedRows(table, rows, isDescending)
  const ranks = ranksOf(table, column, textOf)
  const last = table.rows + 1
  return ordered(rows, (row) => {
    const rank = ranks[row] ?? 0
    return rank === 0 ? last : isDescending ? last - rank : rank
  })
}

/** Rank and place make one number each, and numbers are sorted without calling a function. */
function ordered(rows: Uint32Array, rankOf: (row: number) => number): Uint32Array {
  const places = Float64Array.from(rows, (row, index) => rankOf(row) * rows.length + index).sort()
  return Uint32Array.from(places, (place) => rows[place % rows.length] ?? 0)
}

/** By column: the place of each row's value among all different ones, counted from 1; 0 without a value. */
const ranked = new WeakMap<TransactionTable, Map<string, Uint32Array>>()

function ranksOf(
  table: TransactionTable,
  column: string,
  textOf: (row: BookRow) => string | null,
): Uint32Array {
  const columns = ranked.get(table) ?? new Map<string, Uint32Array>()
  ranked.set(table, columns)
  const ranks = columns.get(column) ?? ranksAnew(table, textOf)
  columns.set(column, ranks)
  return ranks
}

function ranksAnew(table: TransactionTable, textOf: (row: BookRow) => string | null): Uint32Array {
  const ranks = new Uint32Array(table.rows)
  const numbers = new Map<string, number>([['', 0]])
  let place = 0
  for (const block of openBlocks(table))
    for (let row = 0; row < block.rows; row += 1) {
      const text = textOf(block.rowAt(row)) ?? ''
      const number = numbers.get(text) ?? numbers.size
      numbers.set(text, number)
      ranks[place] = number
      place += 1
    }
  const ranksOfNumbers = new Uint32Array(numbers.size)
  numbers.delete('')
  const [...texts] = numbers.keys()
  for (const [index, rank] of textRanks(texts).entries()) ranksOfNumbers[index + 1] = rank
  return ranks.map((number) => ranksOfNumbers[number] ?? 0)
}

/** From 1, the same for texts that sort alike. */
function textRanks(texts: readonly string[]): readonly number[] {
  const plain = texts.map(plainSortText)
  const isPlain = plain.every((text) => text !== null)
  if (isPlain) {
    const rankOf = new Map([...new Set(plain)].sort().map((text, index) => [text, index + 1]))
    return plain.map((text) => rankOf.get(text) ?? 0)
  }
  const keys = texts.map((text, index) => ({ text, decimal: readDecimal(text), index }))
  keys.sort(compareSortKeys)
  const ranks: number[] = []
  let rank = 0
  for (const [place, key] of keys.entries()) {
    const before = keys[place - 1]
    if (!before || compareSortKeys(before, key) !== 0) rank += 1
    ranks[key.index] = rank
  }
  return ranks
}

/** By the start of the span in which they were recorded. Rows without a date come last. */
function datedRows(table: TransactionTable, rows: Uint32Array, isDescending: boolean): Uint32Array {
  const begun = new Float64Array(table.rows)
  for (const block of openBlocks(table))
    for (let row = 0; row < block.rows; row += 1) begun[block.first + row] = block.spanAt(row).from
  const distinct = [...new Set(begun)].filter(Number.isFinite).sort((one, other) => one - other)
  const rankOf = new Map(distinct.map((from, index) => [from, isDescending ? -index : index]))
  const ranks = Float64Array.from(begun, (from) => (rankOf.get(from) ?? distinct.length) + distinct.length)
  return ordered(rows, (row) => ranks[row] ?? 0)
}
