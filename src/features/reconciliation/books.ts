import type { Amounts, Holding, Vault } from '../../api/records.ts'
import type { BalanceType } from '../../contract/enumerations.ts'

/** Everything that the read API says about what is held, with the time of each reading. */
export interface Books {
  readonly balances: Readonly<Record<BalanceType, Reading<Holding>>>
  readonly vaults: Reading<Vault>
}

/** One list, read to its end. */
export interface Reading<R> {
  readonly records: readonly R[]
  /** When reading began and ended: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
  /** How many records there were, and how many pages were asked for. */
  readonly rows: number
  readonly pages: number
}

/** Which holding a figure is about: one asset on one network. */
export interface HoldingKey {
  readonly asset_id: string
  readonly network_id: string
}

/** A component of a holding. */
export type Component = keyof Amounts
