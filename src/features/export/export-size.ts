import type { Books } from '../../books/books.ts'
import { RequestFault } from '../../contract/query.ts'
import { endInBooks } from '../../files/about-file.ts'
import { bookedExport, type ExportRequest } from '../../files/list-export.ts'
import { selectedInBooks } from '../../files/run.ts'
import type { ViewControl } from '../../work/views.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    'export-size': typeof exportSize
  }
}

export interface ExportSize {
  readonly rows: number
  /** The file is made of the books. Otherwise its list is read again. */
  readonly isOfBooks: boolean
}

/** Null where the books do not know the list. */
export async function exportSize(
  books: Books,
  asked: Pick<ExportRequest, 'list' | 'filter' | 'account'>,
  { divide }: ViewControl,
): Promise<ExportSize | null> {
  const { of, rowsOf } = bookedExport(asked.list)
  try {
    const { records } = await selectedInBooks(books, asked, divide)
    const { completeness } = endInBooks(books, of.endpoint, Date.now())
    return {
      rows:
        asked.list === 'transactions'
          ? records.length
          : records.reduce<number>((sum, record) => sum + rowsOf(record).length, 0),
      isOfBooks: completeness === 'complete',
    }
  } catch (error) {
    if (error instanceof RequestFault) return null
    throw error
  }
}
