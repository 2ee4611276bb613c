import { profileOfSession } from '../../api/service-profile.ts'
import type { Books } from '../../books/books.ts'
import { dividedBooks } from '../../books/edges.ts'
import type { AboutFile } from '../about-file.ts'
import {
  columnsFor,
  type ExportControl,
  type ExportFormat,
  type ExportRequest,
  type ListFilter,
  transactionsExport,
} from '../list-export.ts'
import { runExport } from '../run.ts'

interface Asked {
  readonly filter?: ListFilter
  readonly columns?: readonly string[]
  readonly account?: NonNullable<ExportRequest['account']>
  /** What is known of the date filter is known for a session. */
  readonly session?: string
  /** Those of the session. By default there are none. */
  readonly books?: Books
}

export function exportRequest(
  format: ExportFormat,
  {
    filter = {},
    columns = columnsFor(transactionsExport, 'all'),
    session = 'mark-of-a',
    account,
    books,
  }: Asked,
): ExportRequest {
  return {
    ...{ title: 'Transactions', list: 'transactions', filter, format, columns, session },
    books: books ? 'books' : null,
    ...(account && { account }),
  }
}

export function exportControl(books?: Books): ExportControl {
  const find = () => {
    if (!books) throw new Error('There are no books.')
    return books
  }
  return {
    signal: new AbortController().signal,
    sleep: async () => {},
    find,
    divide: async (_, edges) => dividedBooks(find(), edges),
  }
}

export async function exportRun(format: ExportFormat, asked: Asked, control: Partial<ExportControl>) {
  profileOfSession(exportRequest(format, asked).session)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const written = await runExport(
    exportRequest(format, asked),
    { write: (bytes) => void pieces.push(new Uint8Array(bytes)) },
    { ...exportControl(asked.books), ...control },
  )
  const file = new Blob(pieces)
  return { written, file, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.bytes()) }
}

export const someAbout: AboutFile = {
  fileName: 'transactions',
  parameters: { status: 'completed' },
  begun: '2026-11-21T15:03:12.000Z',
  ended: '2026-11-21T15:03:22.123Z',
  days: null,
  completeness: 'complete',
  reasons: [],
  remarks: [],
}
