/** What a link asks a statement for, as holdings and days. */
import { type DayRange, dayNumber } from '../../api/dates/day.ts'
import type { HoldingId } from '../../url/holding-id.ts'
import {
  neighbourOf,
  type Period,
  periodAround,
  readAssets,
  readPeriod,
  readVaults,
  type VaultChoice,
} from '../../url/statements.ts'
import { isKnownAt } from './read-ledger.ts'
import type { StatementScope } from './statement.ts'

/** The state of the page, read from its link. */
export interface Asked {
  /** Null for all of them. */
  readonly vaults: VaultChoice | null
  readonly assets: readonly HoldingId[] | null
  readonly period: Period
}

/** Reads a link's parameters. Without a period it is the last whole month before `today`, given as `YYYY-MM-DD`. */
export function askedBy(
  params: {
    readonly vaults?: string | undefined
    readonly assets?: string | undefined
    readonly period?: string | undefined
  },
  today: string,
): Asked {
  const period = params.period === undefined ? null : readPeriod(params.period)
  return {
    vaults: params.vaults === undefined ? null : readVaults(params.vaults),
    assets: params.assets === undefined ? null : readAssets(params.assets),
    period: period ?? neighbourOf(periodAround('month', today), -1),
  }
}

/** The only vault that is asked for; null where there may be several. */
export function onlyVault({ vaults }: Asked): string | null {
  if (vaults === null || 'type' in vaults) return null
  const [only, ...others] = new Set(vaults.ids)
  return only !== undefined && others.length === 0 ? only : null
}

/** Whether its days are whole months, the last of them perhaps not over by `today`: then no transaction's day need be known. */
export function isOfWholeMonths({ period }: Asked, today: string): boolean {
  const ledger = { unit: 'month', today: dayNumber(today) ?? 0 } as const
  const { first, last } = daysOf(period)
  return isKnownAt(ledger, first - 1) && isKnownAt(ledger, last)
}

function daysOf({ first, last }: Period): DayRange {
  return { first: dayNumber(first) ?? 0, last: dayNumber(last) ?? 0 }
}

/** What is asked for, as a statement takes it. */
export function scopeOf({ vaults, assets, period }: Asked, isWhole: boolean): StatementScope {
  const ids = vaults && 'ids' in vaults ? new Set(vaults.ids) : null
  return {
    period: daysOf(period),
    isWhole,
    includes: ({ vault_id, asset_id, network_id }, vault) =>
      (ids === null || (vault_id !== null && ids.has(vault_id))) &&
      (vaults === null || !('type' in vaults) || vault?.vault_type === vaults.type) &&
      (assets === null ||
        assets.some((asset) => asset.asset_id === asset_id && asset.network_id === (network_id || null))),
  }
}
