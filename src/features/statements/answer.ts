/** Answers the statements page's questions from the books. */

import { type Books, settleBooks } from '../../books/books.ts'
import type { DayRange } from '../../contract/day.ts'
import type { Valuation } from '../../contract/prices.ts'
import type { LinkRefusal, Report } from '../../contract/report.ts'
import type { VaultName } from '../../settlement/balances.ts'
import type { HoldingKey } from '../../settlement/day-book.ts'
import {
  type ConfirmationQuery,
  confirmationHref,
  isEndOfDay,
  readConfirmationQuery,
  readStatementQuery,
  type StatementQuery,
  statementHref,
  type statementsView,
} from '../../url/statements.ts'
import type { ViewControl } from '../../work/views.ts'
import { type BalanceSeries, balanceSeries } from './balance-series.ts'
import { confirmation, confirmationEdge, momentRefusal } from './confirmation.ts'
import {
  type Division,
  holdingOf,
  linesOf,
  quarterDays,
  scopeOf,
  sharedHoldings,
  statementEdges,
  unknownVaults,
} from './holding-lines.ts'
import { holdingLedger } from './ledger.ts'
import { statementOf } from './statement.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    statement: typeof statementAnswer
    'statement-chart': typeof statementChart
    'statement-choices': typeof statementChoices
  }
}

export interface StatementAsked {
  readonly query: StatementQuery
  /** The holding whose ledger the link asks for, as the link spells it. */
  readonly holding: string | null
  readonly confirmed: ConfirmationQuery | null
  readonly valuation: Valuation | null
}

export type StatementAnswer =
  | { readonly refusal: LinkRefusal }
  | { readonly report: Report; readonly hasChart: boolean }

type Dividing = Pick<ViewControl, 'divide'>

export async function statementAnswer(
  books: Books,
  { query, holding, confirmed, valuation }: StatementAsked,
  control: Dividing,
): Promise<StatementAnswer> {
  const { vaults, zone } = confirmed ?? query
  const unknown = unknownVaults(books, vaults)
  if (unknown.length > 0) return { refusal: vaultRefusal(unknown) }
  const isWithinDay = zone !== null || (confirmed !== null && !isEndOfDay(confirmed.at))
  // Only a filter by instants can separate times and days of another zone.
  if (isWithinDay && books.transactions.days.form !== 'instant')
    return { refusal: wholeDaysRefusal(query, confirmed) }
  const severalMoments = confirmed && momentRefusal(confirmed)
  if (severalMoments) return { refusal: severalMoments }
  if (confirmed) {
    const divided = await control.divide([confirmationEdge(confirmed)])
    return { report: confirmation(divided, confirmed, valuation), hasChart: false }
  }
  if (holding !== null) {
    const scope = await dividedScope(books, query, 'days', control)
    const held = holdingOf(scope, holding)
    return held ? { report: holdingLedger(scope, held), hasChart: true } : { refusal: holdingRefusal(query) }
  }
  const scope = await dividedScope(books, query, 'ends', control)
  const assets = linesOf(scope)
  return { report: statementOf(scope, assets, valuation), hasChart: sharedHoldings(assets).length > 0 }
}

async function dividedScope(books: Books, query: StatementQuery, division: Division, { divide }: Dividing) {
  return scopeOf(await divide(statementEdges(books, query, division)), query)
}

export function vaultRefusal(unknown: readonly string[]): LinkRefusal {
  return {
    title: 'No such vault',
    text: `The service lists no vault with the id ${unknown.join(' or ')}, and no transaction names one. Choose other vaults.`,
  }
}

function wholeDaysRefusal(query: StatementQuery, confirmed: ConfirmationQuery | null): LinkRefusal {
  const href = confirmed
    ? confirmationHref({ ...confirmed, zone: null, at: { ...confirmed.at, time: null, offset: null } })
    : statementHref({ ...query, zone: null })
  return {
    title: 'This service filters by whole days only',
    text: 'It cannot filter by a time of day, or by days of another time zone.',
    links: [{ label: 'Use its own days', href }],
  }
}

function holdingRefusal(query: StatementQuery): LinkRefusal {
  return {
    title: 'No such holding',
    text: 'The service lists no such asset in this vault, and no transaction that moved it.',
    links: [{ label: 'Back to the statement', href: statementHref(query) }],
  }
}

/** The report of a link. Null where the link is not valid, or has none. */
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
  const answer = await statementAnswer(books, { query, holding, confirmed, valuation }, { divide })
  return 'report' in answer ? answer.report : null
}

/** The balance of an asset, of one vault or of several together. */
export interface ChartData {
  readonly asset: string | null
  readonly vaults: number
  readonly period: DayRange
  /** Null where today's balance is not known. */
  readonly series: BalanceSeries | null
}

/** A question of its own, so that the statement does not wait for the dates between its ends. */
export async function statementChart(
  books: Books,
  { query, holding }: Pick<StatementAsked, 'query' | 'holding'>,
  control: Dividing,
): Promise<ChartData> {
  const scope = await dividedScope(books, query, holding === null ? 'points' : 'days', control)
  const { days, today } = scope
  const held = holding === null ? sharedHoldings(linesOf(scope)) : [holdingOf(scope, holding) ?? []].flat()
  const isDaily = days.last - days.first < (holding === null ? quarterDays : yearDays)
  return {
    asset: held[0]?.key.asset_id ?? null,
    vaults: held.length,
    period: days,
    series: balanceSeries(held, days, today, isDaily),
  }
}

const yearDays = 366

export interface StatementChoices {
  readonly vaults: readonly VaultName[]
  readonly assets: readonly Omit<HoldingKey, 'vault_id'>[]
}

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
