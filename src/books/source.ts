/** Serves pages from books instead of the service. */

import { type Day, dayText } from '../api/dates/day.ts'
import type { DaysRead } from '../api/dates/windows.ts'
import type { PackLabel, PackSource } from '../api/pack-source.ts'
import { answerFromBooks } from './answer.ts'
import type { Books } from './books.ts'
import { eachRow } from './transaction-table.ts'

export function daysOfBooks({ transactions: { table, days } }: Books): DaysRead {
  const byId = new Map<string | null, Day>()
  eachRow(table, ({ transaction_id: id }, day) => {
    if (day !== null) byId.set(id, dayText(day))
  })
  return { ...days, windows: 0, isCut: false, earlier: undefined, dayOf: (id) => byId.get(id) ?? null }
}

/** `mark` replaces the mark of a session. */
export function booksSource(books: Books, pack: PackLabel, mark: string): PackSource {
  return {
    pack,
    session: {
      service: { name: books.service, address: books.service, embedded: false },
      signedIn: true,
      // There is nobody to sign in or out.
      fixedKey: true,
      demonstrationKey: null,
      provider: null,
      person: { name: 'Reader of a pack', account: books.account ?? books.service, accounts: [] },
      accountId: books.account,
      mark,
      expiresAt: null,
      idleSeconds: null,
    },
    answer: (pathAndQuery) => answerFromBooks(books, pathAndQuery),
  }
}
