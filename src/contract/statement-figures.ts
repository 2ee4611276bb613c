/** What the page of statements shows beside its reports. */
import type { DayNumber, DayRange } from './day.ts'

/** The balance of an asset, of one vault or of several together. */
export interface BalanceChart {
  readonly asset: string | null
  readonly vaults: number
  readonly period: DayRange
  /** Null where today's balance is not known, and of a period that has not begun. */
  readonly series: BalanceSeries | null
}

export interface BalanceSeries {
  /** Each point is at the end of one. The last point may be at the end of any day. */
  readonly unit: 'day' | 'month'
  readonly points: readonly BalancePoint[]
}

export interface BalancePoint {
  readonly day: DayNumber
  /** Exact decimal text. */
  readonly balance: string
}

export interface StatementChoices {
  readonly vaults: readonly { readonly vault_id: string | null; readonly label: string }[]
  readonly assets: readonly { readonly asset_id: string | null; readonly network_id: string | null }[]
}
