/** What lists look up in the books. It is fetched once there are some. */
import type { DayNumber } from '../api/dates/day.ts'
import type { Books } from '../books/books.ts'
import { type BookedTransaction, eachRow } from '../books/transaction-table.ts'
import type { BookedDays } from '../records/dates/dates-store.ts'
import type { SearchedBooks } from './find/known.ts'

/** The days that the books have for these transactions; null where they have none for any. */
export function bookedDays({ transactions }: Books, ids: readonly string[]): BookedDays | null {
  const { failure, whose, formOfLinks } = transactions.days
  if (failure !== null) return null
  const wanted = new Set(ids)
  const days = new Map<string, DayNumber>()
  eachRow(transactions.table, ({ transaction_id: id }, day) => {
    if (day !== null && id !== null && wanted.has(id)) days.set(id, day)
  })
  return { days, whose, formOfLinks }
}

/** The books as they are searched, made once for each. */
export function searchedBooks(books: Books): SearchedBooks {
  const made = searched.get(books) ?? {
    rows: books.transactions.table.rows,
    naming: namingIn(books),
    ...finderIn(books),
  }
  searched.set(books, made)
  return made
}

const searched = new WeakMap<Books, SearchedBooks>()

function finderIn({ transactions: { table } }: Books): Pick<SearchedBooks, 'find'> {
  return {
    find(isMeant, most) {
      const found: BookedTransaction[] = []
      eachRow(table, (row) => {
        if (found.length < most && isMeant(row)) found.push(row.whole())
      })
      return found
    },
  }
}

/** A few transactions that together name everything: whatever repeats adds none. */
function namingIn({ transactions: { table } }: Books): readonly BookedTransaction[] {
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
    let isNew = false
    for (const [place, name] of names.entries()) {
      const before = seen[place]
      if (!before || before.has(name)) continue
      before.add(name)
      isNew = true
    }
    if (isNew) naming.push(row.whole())
  })
  return naming
}
