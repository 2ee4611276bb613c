/** What the worker is asked for to make the file of a list. */
import type { RunOptions } from '../api/retries.ts'
import type { Books } from '../books/books.ts'
import type { Edge } from '../books/transaction-table.ts'
import type { ExportFormat } from './formats.ts'
import type { ListFilter, ListQuery } from './list-export.ts'

/** Plain data for a worker. */
export interface ExportRequest extends ListQuery {
  readonly title: string
  readonly format: ExportFormat
  /** From `columnsFor`. JSON holds whole records, with dates if the date column is here. */
  readonly columns: readonly string[]
  /** The list is read in this session only. */
  readonly session: string
  /** The id of this session's books; null where there are none. */
  readonly books: string | null
  /** For a filter by address: what to ask for instead. */
  readonly account?: {
    readonly requests: readonly ListFilter[]
    readonly spellings: readonly string[]
    /** Why not every spelling is among them: a sentence. */
    readonly doubt: string | null
  }
}

export interface ExportProgress {
  readonly text: string
  /** From 0 to 1; null if unknown. */
  readonly part: number | null
  /** False until something is read. */
  readonly hasBegun: boolean
}

/** `signal` cancels the export. */
export interface ExportControl extends RunOptions {
  readonly onProgress?: (progress: ExportProgress) => void
  /** Books by their id. */
  readonly find: (books: string) => Books
  /** The same, once the service was asked on which side of these edges it recorded the transactions with these ids. */
  readonly divide: (books: string, edges: readonly Edge[], wanted?: ReadonlySet<string>) => Promise<Books>
}
