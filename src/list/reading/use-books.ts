import type { Books } from '../../books/books.ts'
import { type BooksProgress, type BooksStage, readBooks } from '../../books/read-books.ts'
import { counted } from '../../contract/count-text.ts'
import { type UseReading, useReading } from './use-reading.ts'

/** The books of the session that is open, read when the reader asks for them. Every page that uses them has the same. */
export function useBooks(): UseReading<BooksProgress, Books> {
  return useReading<BooksProgress, Books>({
    queryKey: ['books'],
    beginning: { stage: 'holdings', rows: 0, part: null, reading: 0 },
    read: ({ session: { mark, service, account }, stop: _, ...control }) =>
      readBooks(null, { ...control, session: mark, service, account }),
    sentence: ({ transactions }) => `Read: ${counted(transactions.table.rows, 'transaction')}`,
  })
}

/** Where reading is, in words. */
export function booksProgressWords({ stage, rows, reading }: BooksProgress) {
  const [doing, row] = stages[stage]
  return {
    doing,
    count: counted(rows, row),
    lists: { done: Object.keys(stages).indexOf(stage), of: Object.keys(stages).length },
    note:
      reading > 0
        ? 'A balance changed while transactions were read, so everything is read once more.'
        : 'Reads today’s balances, whitelists, the date of every transaction, every transaction, and the balances again.',
  }
}

/** In the order in which they are read: what is done, and what is counted meanwhile. */
const stages: Readonly<Record<BooksStage, readonly [doing: string, row: string]>> = {
  holdings: ['Reading vaults and balances', 'row'],
  whitelists: ['Reading whitelists', 'whitelist'],
  dates: ['Finding dates', 'transaction'],
  transactions: ['Reading transactions', 'transaction'],
  'holdings-again': ['Reading vaults and balances again', 'row'],
}
