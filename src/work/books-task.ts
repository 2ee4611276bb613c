/** Reads the books, in a worker. */
import type { Books } from '../books/books.ts'
import { type BooksProgress, type BooksStage, readBooks } from '../books/read-books.ts'
import { counted } from '../contract/count-text.ts'
import type { RunTask, TaskOutcome } from './task.ts'

/** Whose books are read, and what is known already. */
export interface BooksRequest extends Pick<Books, 'service' | 'account'> {
  readonly session: string
  /** Brought up to date; null to read everything. */
  readonly before: Books | null
}

export const booksTask: RunTask<BooksRequest> = async ({ before, ...request }, control) => {
  const books = await readBooks(before, {
    ...control,
    ...request,
    onProgress: (progress) =>
      control.onProgress({
        text: progressText(progress),
        part: progress.part,
        hasBegun: progress.rows > 0 || progress.stage !== 'holdings',
        cuts: [],
      }),
  })
  return booksOutcome(books)
}

function booksOutcome(books: Books): TaskOutcome {
  return {
    tone: 'good',
    title: 'Read',
    short: counted(books.transactions.table.rows, 'transaction'),
    text: '',
    reasons: [],
    remarks: [],
    files: [],
    ended: null,
    books,
  }
}

function progressText({ stage, rows, reading }: BooksProgress): string {
  const [doing, row] = stages[stage]
  const again = reading > 0 ? ' A balance changed meanwhile, so it is read once more.' : ''
  return `${doing}: ${counted(rows, row)} so far.${again}`
}

/** What is done, and what is counted meanwhile. */
const stages: Readonly<Record<BooksStage, readonly [doing: string, row: string]>> = {
  holdings: ['Reading vaults and balances', 'row'],
  whitelists: ['Reading whitelists', 'whitelist'],
  dates: ['Finding dates', 'transaction'],
  transactions: ['Reading transactions', 'transaction'],
  'holdings-again': ['Reading vaults and balances again', 'row'],
}
