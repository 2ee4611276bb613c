/** What the page of statements asks the books. */

import type { VaultName } from '../../books/balances.ts'
import { type Books, settleBooks } from '../../books/books.ts'
import type { HoldingKey } from '../../books/day-book.ts'
import type { SettledHolding } from '../../books/settle.ts'
import type { DayRange } from '../../contract/day.ts'
import type { Valuation } from '../../contract/prices.ts'
import { readVaultHolding } from '../../url/holdings.ts'
import {
  type ConfirmationQuery,
  readConfirmationQuery,
  readStatementQuery,
  type StatementQuery,
  type statementsView,
} from '../../url/statements.ts'
import type { ViewControl } from '../../work/views.ts'
import type { Report } from '../report/logic.ts'
import { confirmation, confirmationEdge } from './confirmation.ts'
import { holdingLedger } from './ledger.ts'
import {
  type Division,
  holdingOf,
  isZoneKnown,
  linesOf,
  quarterDays,
  type Scope,
  scopeOf,
  sharedHoldings,
  statementEdges,
  unknownVaults,
} from './scope.ts'
import { type BalanceSeries, balanceSeries } from './series.ts'
import { statementOf } from './statement.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    confirmation: typeof confirmationAnswer
    statement: typeof statementAnswer
    'statement-choices': typeof statementChoices
  }
}

export interface StatementAsked {
  readonly query: StatementQuery
  /** As the link has it; null for the statement. */
  readonly holding: string | null
  readonly valuation: Valuation | null
}

/** Vaults that nobody knows; a holding that nobody has; days that the service cannot tell; the ledger of a holding; or the statement. */
export type StatementAnswer =
  | { readonly kind: 'no-vaults'; readonly unknown: readonly string[] }
  | { readonly kind: 'no-holding' }
  | { readonly kind: 'no-zone' }
  | { readonly kind: 'ledger'; readonly report: Report; readonly chart: ChartData }
  | { readonly kind: 'statement'; readonly report: Report; readonly chart: ChartData | null }

/** The balance of an asset, of one vault or of several together. */
export interface ChartData {
  readonly asset: string | null
  readonly vaults: number
  readonly period: DayRange
  /** Null where today's balance is not known. */
  readonly series: BalanceSeries | null
}

export async function statementAnswer(
  undivided: Books,
  { query, holding, valuation }: StatementAsked,
  { divide }: ViewControl,
): Promise<StatementAnswer> {
  const unknown = unknownVaults(undivided, query)
  if (unknown.length > 0) return { kind: 'no-vaults', unknown }
  if (!isZoneKnown(undivided, query)) return { kind: 'no-zone' }
  const dividedScope = async (division: Division) =>
    scopeOf(await divide(statementEdges(undivided, query, division)), query)
  if (holding !== null) {
    const scope = await dividedScope('days')
    const named = readVaultHolding(holding)
    const found = named && holdingOf(scope, named)
    if (!found) return { kind: 'no-holding' }
    return {
      kind: 'ledger',
      report: holdingLedger(scope.books, query, found),
      chart: chartOf([found], scope, yearDays),
    }
  }
  const scope = await dividedScope('ends')
  const assets = linesOf(scope)
  const report = statementOf(scope, assets, valuation)
  if (sharedHoldings(assets).length === 0) return { kind: 'statement', report, chart: null }
  const finer = await dividedScope('points')
  return {
    kind: 'statement',
    report,
    chart: chartOf(sharedHoldings(linesOf(finer)), finer, quarterDays),
  }
}

/** Vaults that nobody knows, a time that the service cannot tell, or the confirmation. */
export async function confirmationAnswer(
  undivided: Books,
  { query, valuation }: { readonly query: ConfirmationQuery; readonly valuation: Valuation | null },
  { divide }: Pick<ViewControl, 'divide'>,
): Promise<
  | Extract<StatementAnswer, { kind: 'no-vaults' | 'no-zone' }>
  | { readonly kind: 'confirmation'; readonly report: Report }
> {
  const unknown = unknownVaults(undivided, query)
  if (unknown.length > 0) return { kind: 'no-vaults', unknown }
  const { at, zone } = query
  if (!isZoneKnown(undivided, { zone: at.time === null ? zone : (zone ?? 'UTC') })) return { kind: 'no-zone' }
  const divided = await divide([confirmationEdge(query)])
  return { kind: 'confirmation', report: confirmation(divided, query, valuation) }
}

/**
 * The confirmation, statement or ledger of a link. Null where it has no period, and where the books have no such vault or holding, or cannot
 * tell the days.
 */
export async function statementReport(
  books: Books,
  { params, invalid }: ReturnType<typeof statementsView.parse>,
  valuation: Valuation | null,
  divide: ViewControl['divide'],
): Promise<Report | null> {
  const { holding = null, period } = params
  const confirmed = readConfirmationQuery(params)
  if (invalid.length > 0 || (period === undefined && !confirmed)) return null
  const query = readStatementQuery(params, books.ended.slice(0, 10))
  const answer = confirmed
    ? await confirmationAnswer(books, { query: confirmed, valuation }, { divide })
    : await statementAnswer(books, { query, holding, valuation }, { find: () => books, divide })
  return 'report' in answer ? answer.report : null
}

function chartOf(holdings: readonly SettledHolding[], { days, today }: Scope, mostPoints: number): ChartData {
  return {
    asset: holdings[0]?.key.asset_id ?? null,
    vaults: holdings.length,
    period: days,
    series: balanceSeries(holdings, days, today, days.last - days.first < mostPoints),
  }
}

/** A ledger asks for every day, so that its chart can have a point for each. */
const yearDays = 366

export interface StatementChoices {
  readonly vaults: readonly VaultName[]
  readonly assets: readonly Omit<HoldingKey, 'vault_id'>[]
}

/** Which vaults and assets a statement can be of. */
export function statementChoices(books: Books): StatementChoices {
  const { balances, settlement } = settleBooks(books)
  const assets = new Map(
    settlement.holdings.map(({ key: { asset_id, network_id } }) => [
      JSON.stringify([asset_id, network_id]),
      { asset_id, network_id },
    ]),
  )
  return { vaults: balances.vaults, assets: [...assets.values()] }
}
