/** What the finder asks the books: everything that a text can mean among their transactions. */
import type { Books } from '../../books/books.ts'
import { findTransactions } from '../../books/find-transactions.ts'
import { type BookedTransaction, eachRow } from '../../books/transaction-table.ts'
import { meaningsOf, type SearchedTransactions } from './meanings.ts'
import { type Names, namesIn } from './names.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    search: typeof searchBooks
  }
}

/** `now` in milliseconds; `rows`: how many transactions were searched. */
export function searchBooks(books: Books, { text, now }: { readonly text: string; readonly now: number }) {
  const names = namesOf.get(books) ?? namesInBooks(books)
  namesOf.set(books, names)
  const { table } = books.transactions
  const meanings = meaningsOf(text, names, transactionsIn(books), new Date(now))
  return { text, meanings, assets: names.assets, rows: table.rows }
}

/** Made once for each books, because it goes through all rows. */
const namesOf = new WeakMap<Books, Names>()

function namesInBooks({ transactions: { table }, holdings, whitelists }: Books): Names {
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
  const latest = holdings.at(-1)
  return namesIn(
    {
      vaults: latest?.vaults.records ?? [],
      whitelists: whitelists.records,
      holdings: latest?.balances.all.records ?? [],
    },
    naming,
  )
}

function transactionsIn(books: Books): SearchedTransactions {
  return {
    areAll: true,
    find(isMatch, most) {
      const matches: BookedTransaction[] = []
      eachRow(books.transactions.table, (row) => {
        if (matches.length < most && isMatch(row)) matches.push(row.whole())
      })
      return matches
    },
    containing(text, most) {
      const { total, rows } = findTransactions(books, {
        ...{ filter: new Map([['text', text]]), several: new Map(), period: {} },
      })
      return { total, first: rows(most, 0).map((row) => row.whole()) }
    },
  }
}
