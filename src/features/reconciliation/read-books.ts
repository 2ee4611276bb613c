import type { Holding, Vault } from '../../api/records.ts'
import { balanceList, vaultList } from '../../api/walk/lists.ts'
import type { RetryOptions } from '../../api/walk/retries.ts'
import { provedWhole, walkList } from '../../api/walk/walk.ts'
import type { WholeList } from '../../api/walk/whole-list.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type BalanceType, balanceTypes } from '../../contract/enumerations.ts'
import type { Books } from './books.ts'

/** The lists that the books are made of, in the order in which they are read. */
export type BooksList = BalanceType | 'vaults'

/** How far reading is: so many rows of this list. */
export interface BooksProgress {
  readonly list: BooksList
  readonly rows: number
}

/** What is told while books are read, and how that is held up and stopped. */
export interface ReadBooksOptions extends RetryOptions {
  /** The mark of the only session in which they are read. */
  readonly session?: string
  readonly onProgress: (progress: BooksProgress) => void
}

/** Reads every page of the three balance lists and of the vaults, one request after the other. Throws as `walkList` does. */
export async function readBooks(asked: Filter<'balances'>, options: ReadBooksOptions): Promise<Books> {
  const { onProgress, session, ...retrying } = options
  const read = async <R>(list: BooksList, whole: WholeList<R>) => {
    onProgress({ list, rows: 0 })
    return provedWhole(
      await walkList(whole, { ...retrying, onProgress: ({ met }) => onProgress({ list, rows: met }) }),
    )
  }
  const all = await read('all', balanceList('all', asked, session))
  const cold = await read('cold', balanceList('cold', asked, session))
  const warm = await read('warm', balanceList('warm', asked, session))
  const vaults = await read('vaults', vaultList(asked, session))
  return narrowed({ balances: { all, cold, warm }, vaults }, asked)
}

/**
 * Books about what was asked for alone: the service shows each vault with all that it holds, but sums only what was asked for. A
 * service that answers with other assets has not filtered, and then everything that it gave is looked at.
 */
export function narrowed(books: Books, asked: Filter<'balances'>): Books {
  const isAsked = ({ asset_id, network_id }: Holding) =>
    (asked.asset_id === undefined || asset_id === asked.asset_id) &&
    (asked.network_id === undefined || network_id === asked.network_id)
  if (!balanceTypes.every((type) => books.balances[type].records.every(isAsked))) return books
  const narrow = (vault: Vault): Vault => ({ ...vault, assets: vault.assets.filter(isAsked) })
  return { ...books, vaults: { ...books.vaults, records: books.vaults.records.map(narrow) } }
}
