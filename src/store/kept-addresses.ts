/**
 * Addresses that only a reading of every transaction finds, kept in memory while the records stay as they are: the review asks for them, and
 * then each counterparty that somebody opens.
 */
import { type FormerDestination, mostAddresses, type OwnAddress } from '../contract/addresses.ts'
import type { Queries } from '../database/database.ts'
import { areSameVersions, type RecordsVersion, recordsVersion } from './account-row.ts'
import { hasNoOlderRule } from './kept-sums.ts'
import { formerDestinations, vaultAddresses } from './queries/own-addresses.ts'

type Read<Row> = (queries: Queries, account: string) => Promise<readonly Row[]>

/** All that it asks has to be of one moment. */
export class KeptAddresses {
  /** By account and question, in the order in which they were read. */
  readonly #kept = new Map<
    string,
    { readonly account: string; readonly version: RecordsVersion; readonly rows: readonly unknown[] }
  >()
  readonly #mostRows: number

  /** `mostRows`: of some hundred bytes each, of all accounts together. */
  constructor(mostRows = 6 * mostAddresses) {
    this.#mostRows = mostRows
  }

  vaultAddresses(queries: Queries, account: string): Promise<readonly OwnAddress[]> {
    return this.#find('vaults', queries, account, vaultAddresses)
  }

  /** Those that were paid most often. */
  formerDestinations(queries: Queries, account: string): Promise<readonly FormerDestination[]> {
    const read = async () => (await formerDestinations(queries, account, mostAddresses)).rows
    return this.#find('destinations', queries, account, read)
  }

  forget(account: string): void {
    for (const [name, kept] of this.#kept) if (kept.account === account) this.#kept.delete(name)
  }

  async #find<Row>(
    question: 'vaults' | 'destinations',
    queries: Queries,
    account: string,
    read: Read<Row>,
  ): Promise<readonly Row[]> {
    const name = `${question} ${account}`
    const version = await recordsVersion({ database: queries, account })
    const before = this.#kept.get(name)
    if (before && version && areSameVersions(before.version, version)) return before.rows as readonly Row[]
    const isRenewed = await hasNoOlderRule(queries, account)
    const rows = await read(queries, account)
    this.#kept.delete(name)
    if (isRenewed && version !== null) this.#kept.set(name, { account, version, rows })
    let all = 0
    for (const kept of this.#kept.values()) all += kept.rows.length
    for (const [oldest, kept] of this.#kept) {
      if (all <= this.#mostRows) break
      all -= kept.rows.length
      this.#kept.delete(oldest)
    }
    return rows
  }
}
