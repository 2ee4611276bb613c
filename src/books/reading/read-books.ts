import type { Reading } from '../../api/reading.ts'
import type { Books } from '../books.ts'
import { type BooksControl, readEverything } from './read-everything.ts'
import { Contradiction, updateBooks } from './update-books.ts'

/**
 * Reads everything, or updates books of the same account. If the update contradicts them, it reads everything and `reread` says why. Throws
 * an `ApiError` if vaults or balances cannot be read in full.
 */
export function* readBooks(before: Books | null, control: BooksControl): Reading<Books> {
  if (before?.service !== control.service || before.account !== control.account)
    return yield* readEverything(control)
  try {
    return yield* updateBooks(before, control)
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error
    return yield* readEverything(control, error.message)
  }
}
