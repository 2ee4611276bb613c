/** What the finder asks the books: what their transactions name, and which of them a text means. */
import type { Books } from '../../books/books.ts'
import { transactionsListed } from '../../books/listed.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { type BooksNames, type Known, knownFrom, type ListedRows, namesIn, noRows } from './known.ts'
import { meaningsOf } from './meanings.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    names: typeof booksNames
    search: typeof searchBooks
  }
}

const named = new WeakMap<Books, BooksNames>()

/** Made once for each books, because it goes through all rows. */
export function booksNames(books: Books): BooksNames {
  const names = named.get(books) ?? namesAnew(books)
  named.set(books, names)
  return names
}

function namesAnew({ transactions: { table } }: Books): BooksNames {
  const naming: BookedTransaction[] = []
  const seen = Array.from({ length: 6 }, () => new Set<string | null>([null, '']))
  eachRow(table, (row) => {
    const { asset_id, network_id, source, destination } = row
    const names = [
      asset_id,
      network_id,
      source.source_id,
      source.source_address,
      destination.destination_id,
      destination.destination_address,
    ]
    const added = names.filter((name, place) => seen[place]?.has(name) === false && seen[place].add(name))
    if (added.length > 0) naming.push(row.whole())
  })
  return { ...namesIn(naming), rows: table.rows }
}

export interface BooksFound {
  readonly text: string
  readonly listed: ListedRows
  readonly transactions: readonly BookedTransaction[]
}

/** All transactions that are looked for to find out what a text means. */
export function searchBooks(books: Books, text: string): BooksFound {
  const found = new Map<number, BookedTransaction>()
  const find = (isMeant: (row: BookedTransaction) => boolean, most: number) => {
    const fitting: BookedTransaction[] = []
    let place = 0
    eachRow(books.transactions.table, (row) => {
      if (fitting.length < most && isMeant(row)) {
        const whole = row.whole()
        fitting.push(whole)
        found.set(place, whole)
      }
      place += 1
    })
    return fitting
  }
  let listed = noRows
  const list = (words: string) => {
    listed = rowsWith(books, words)
    return listed
  }
  meaningsOf(text, { ...knownInBooks(books), books: { ...booksNames(books), find, listed: list } })
  return { text, listed, transactions: [...found.values()] }
}

function rowsWith(books: Books, text: string): ListedRows {
  const rows = transactionsListed(books, {
    ...{ filter: new Map([['text', text]]), several: new Map(), period: {} },
  })
  return { total: rows.total, transactions: rows.rows(mostListed, 0).map((row) => row.whole()) }
}

const mostListed = 5

const known = new WeakMap<Books, Known>()

function knownInBooks(books: Books): Known {
  const empty = { vaults: [], whitelists: [], holdings: [], areAllWhitelists: true, waiting: [], failed: [] }
  const none = { ...booksNames(books), find: () => [], listed: () => noRows }
  const made = known.get(books) ?? knownFrom(empty, [], new Date(0), none)
  known.set(books, made)
  return made
}
