import { heldBooks } from '../../books/books.ts'
import type { TaskControl } from '../task.ts'

/** Of a task that nobody cancels or watches. It holds what it is given, and finds no books. */
export function taskControl(): TaskControl {
  const { signal } = new AbortController()
  return {
    ...{ signal, onProgress: () => {}, opened: null },
    hold: (books) => heldBooks('held', books),
    onBooks: () => {},
    find() {
      throw new Error('There are no books.')
    },
    divide: () => Promise.reject(new Error('There are no books.')),
  }
}
