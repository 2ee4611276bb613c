/** What a link asks a statement for, as holdings and days. */
import { type DayNumber, type DayRange, dayNumber } from '../../api/dates/day.ts'
import type { HoldingId } from '../../url/holding-id.ts'
import type { ListView } from '../../url/list-view.ts'
import {
  neighbourOf,
  type Period,
  periodAround,
  readAssets,
  readPeriod,
  readVaults,
  type VaultChoice,
} from '../../url/statements.ts'
import type { Ledger } from './ledger.ts'
import type { StatementScope } from './statement.ts'
import { nothing } from './words.ts'

/** What a statement is asked for. */
export interface Asked {
  /** Null for all of them. */
  readonly vaults: VaultChoice | null
  readonly assets: readonly HoldingId[] | null
  readonly period: Period
}

const narrowing = ['vaults', 'assets', 'period'] as const

/** Why a link has no statement, as a title and a sentence; null where it has one. */
export function refusalOf(
  { invalid }: Pick<ListView<never, never>, 'invalid'>,
  { period }: Asked,
  today: DayNumber,
): { readonly title: string; readonly text: string } | null {
  const unusable = narrowing.filter((name) =>
    invalid.some((each) => each.name === name && (each.reason === 'unusable' || each.reason === 'empty')),
  )
  if (unusable.length > 0) return { title: nothing.link, text: nothing.ofLink(unusable) }
  return stageOf(daysOf(period), today, 'utc') === 'to-come'
    ? { title: nothing.toCome, text: nothing.ofToCome }
    : null
}

/** Reads a link's parameters. Without a period it is the last whole month before `today`, given as `YYYY-MM-DD`. */
export function askedBy(
  params: Readonly<Partial<Record<(typeof narrowing)[number], string | undefined>>>,
  today: string,
): Asked {
  const period = params.period === undefined ? null : readPeriod(params.period)
  return {
    vaults: params.vaults === undefined ? null : readVaults(params.vaults),
    assets: params.assets === undefined ? null : readAssets(params.assets),
    period: period ?? neighbourOf(periodAround('month', today), -1),
  }
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

function daysOf({ first, last }: Period): DayRange {
  return { first: dayNumber(first) ?? 0, last: dayNumber(last) ?? 0 }
}

/**
 * Whether a period is over on a day, given in UTC, still open, or has not begun. An open one closes with the balances of that moment.
 * Where days are the service's own, its yesterday may go on.
 */
export function stageOf(
  { first, last }: DayRange,
  today: DayNumber,
  whose: Ledger['whose'],
): 'over' | 'open' | 'to-come' {
  if (first > today) return 'to-come'
  return last < (whose === 'service' ? today - 1 : today) ? 'over' : 'open'
}
