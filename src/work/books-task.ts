/** Reads the books and opens those that are kept, in a worker. */
import { ApiError } from '../api/api-error.ts'
import type { Books } from '../books/books.ts'
import { type BooksProgress, type BooksStage, readBooks } from '../books/read-books.ts'
import { counted } from '../contract/count-text.ts'
import { keepBooks, keptBooks } from './kept-books.ts'
import type { ReadBooks, RunTask, TaskOutcome } from './task.ts'

/** Whose books are read, and what is known already. */
export interface BooksRequest extends Pick<Books, 'service' | 'account'> {
  readonly session: string
  /** Brought up to date; null to read everything. */
  readonly before: Books | null
}

/** Reads them, and keeps them for other tabs. */
export const booksTask: RunTask<BooksRequest> = async ({ before, session, ...whose }, control) => {
  const books = await readBooks(before, {
    ...control,
    ...whose,
    session,
    onProgress: (progress) =>
      control.onProgress({
        text: progressText(progress),
        part: progress.part,
        hasBegun: progress.rows > 0 || progress.stage !== 'holdings',
        cuts: [],
      }),
  })
  return outcomeOf({ books, kept: await keepBooks(books, session) })
}

/** Opens those that this browser keeps; gives none where it keeps none that this session can read. */
export const keptBooksTask: RunTask<{ readonly session: string; readonly kept: string }> = async ({
  session,
  kept,
}) => {
  try {
    return outcomeOf({ books: await keptBooks(kept, session), kept })
  } catch (error) {
    if (error instanceof ApiError) throw error
    return outcomeOf(null)
  }
}

function outcomeOf(read: ReadBooks | null): TaskOutcome {
  return {
    tone: 'good',
    title: 'Read',
    short: read ? counted(read.books.transactions.table.rows, 'transaction') : 'None',
    text: '',
    reasons: [],
    remarks: [],
    files: [],
    ended: null,
    value: read,
  }
}

function progressText({ stage, rows, reading }: BooksProgress): string {
  const [doing, row] = stages[stage]
  const again = reading > 0 ? 'A balance changed meanwhile, so it is read once more. ' : ''
  return `${again}${doing}: ${counted(rows, row)}`
}

/** What is done, and what is counted meanwhile. */
const stages: Readonly<Record<BooksStage, readonly [doing: string, row: string]>> = {
  holdings: ['Reading vaults and balances', 'row'],
  whitelists: ['Reading whitelists', 'whitelist'],
  dates: ['Finding dates', 'transaction'],
  transactions: ['Reading transactions', 'transaction'],
  'holdings-again': ['Reading vaults and balances again', 'row'],
}
