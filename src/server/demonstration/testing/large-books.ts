import { generateBooks } from '../generate.ts'

/** The end that is asked for; the history ends at the midnight before. */
export const until = new Date('2026-11-21T12:34:56.789Z')

/** Books of 25,000 transactions with their rows. Made once for all test files of a process, since that takes a second or more. */
export function largeBooks(): ReturnType<typeof make> {
  made ??= make()
  return made
}

let made: ReturnType<typeof make> | undefined

function make() {
  const books = generateBooks({ transactions: 25_000, seed: 1, until })
  return { books, rows: [...books.transactions] }
}
