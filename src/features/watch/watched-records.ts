/** What watching asks the books. It rests on the dates that they know: it has none found. */
import type { Books } from '../../books/books.ts'
import { eachRow } from '../../books/transaction-table.ts'
import { isOpen, type WatchedRecord, type WatchedRecords } from './watching.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    watched: typeof watchedRecords
  }
}

/** Those of the ids, and where `isTimed`, all in flight. */
export function watchedRecords(
  { transactions: { table, completeness, days }, ended }: Books,
  { ids, isTimed }: { readonly ids: readonly string[]; readonly isTimed: boolean },
): WatchedRecords {
  const wanted = new Set<string | null>(ids)
  const records: WatchedRecord[] = []
  // Days of a service may end half a day after those of UTC.
  const margin = days.whose === 'service' ? 43_200_000 : 0
  eachRow(table, (row, _, { before }) => {
    if (wanted.has(row.transaction_id) || (isTimed && isOpen(row.status)))
      records.push({ transaction: row.whole(), before: before + margin })
  })
  return { at: Date.parse(ended), ids, isWhole: completeness === 'complete', records }
}
