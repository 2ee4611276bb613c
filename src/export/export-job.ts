import type { Filter } from '../contract/endpoints.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import type { ExportFormat } from './facts.ts'

/** What is asked of which list. */
export type ExportAsked =
  | { readonly list: 'transactions'; readonly filter: Filter<'transactions'> }
  | { readonly list: 'vaults'; readonly filter: Filter<'vaults'> }
  | { readonly list: 'whitelists'; readonly filter: Filter<'whitelists'> }
  | { readonly list: 'balances'; readonly filter: Filter<'balances'>; readonly type: BalanceType }

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
