/** What a pack will hold, as far as the books tell before everything is read anew for it. */
import type { Books } from '../../books/books.ts'
import { filterEdges } from '../../books/edges.ts'
import { eachRow } from '../../books/transaction-table.ts'
import type { VaultChoice } from '../../url/holdings.ts'
import type { ViewControl } from '../../work/views.ts'
import { type PackPeriod, packRows, packScope } from './pack-scope.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    'pack-contents': typeof packContents
  }
}

export interface PackContents {
  /** "All vaults and assets", or the names of the vaults that were chosen. */
  readonly scope: string
  /** Null until their days are found, and where the service tells none. */
  readonly transactions: number | null
}

export async function packContents(
  books: Books,
  asked: Pick<PackPeriod, 'first' | 'last'> & {
    readonly vaults: VaultChoice | null
    readonly isDated: boolean
  },
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<PackContents> {
  const scope = packScope(books, asked.vaults)
  if (!asked.isDated || books.transactions.days.failure !== null)
    return { scope: scope.text, transactions: null }
  const dates = { start_date: asked.first, end_date: asked.last }
  const { transactions } = await divide(filterEdges(books, dates))
  const isOfPeriod = packRows(asked, scope)
  let count = 0
  eachRow(transactions.table, (row, day) => {
    if (day !== null && isOfPeriod(row, day)) count += 1
  })
  return { scope: scope.text, transactions: count }
}

/** Bytes and seconds, from what packs took that were measured: what a service adds by its pace is not in them. */
export function packSize(records: number): { readonly bytes: number; readonly seconds: number } {
  return { bytes: 100_000 + records * 400, seconds: 5 + records / 1000 }
}
