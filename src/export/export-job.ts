import type { ListName } from '../url/lists.ts'
import type { ExportFormat } from './facts.ts'
import type { ListFilter } from './list-export.ts'

/** What is asked of which list. */
export interface ExportAsked {
  readonly list: ListName
  readonly filter: ListFilter
}

/** One export, as plain data that a worker can be handed. */
export interface ExportJob {
  readonly asked: ExportAsked
  readonly format: ExportFormat
  /** The file's columns, from `columnsFor`. JSON has none and holds whole records. */
  readonly columns: readonly string[]
  /** The view of the console that shows the same, as a path with its query. */
  readonly link: string
  /** The mark of the session in which it is read, and in no other. */
  readonly session: string
  readonly service: { readonly address: string; readonly account: string | null }
}
