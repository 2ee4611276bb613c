/** What the page of statements shows beside its reports: the chart of a balance, and what can be chosen. */

import { type DayNumber, type DayRange, monthEnd } from '../../contract/day.ts'
import { add, type Decimal, sumOfAll, writeDecimal, zero } from '../../contract/decimal.ts'
import type { BalanceChart, BalanceSeries, StatementChoices } from '../../contract/statement-figures.ts'
import { assetKey, netOf } from '../../ledger/movement-ledger.ts'
import type { HoldingProof } from '../../ledger/prove-balances.ts'
import type { StatementQuery } from '../../url/statements.ts'
import { figureEntry } from '../entry.ts'
import { balanceAt, linesOf, sharedHoldings } from './holding-lines.ts'
import {
  type Division,
  holdingOf,
  parseLedger,
  parseStatement,
  quarterDays,
  readScope,
  refusedHolding,
  refusedScope,
  statementEdges,
} from './scope.ts'

interface ChartQuery extends StatementQuery {
  /** Of this holding alone, as a link spells it. */
  readonly holding?: string
}

/** A question of its own, so that the statement does not wait for the dates between its ends. */
export const chartFigure = figureEntry<ChartQuery, BalanceChart>({
  name: 'balance-chart',
  lists: ['vaults', 'transactions'],
  parse: (parameters, now) =>
    parameters.has('holding') ? parseLedger(parameters, now) : parseStatement(parameters, now),
  edges: (query, account) => statementEdges(query, account, divisionOf(query)),
  async make(records, query) {
    const refused = await refusedScope(records, query.vaults, null)
    if (refused) return refused
    const scope = await readScope(records, query, divisionOf(query))
    const one = query.holding === undefined ? null : holdingOf(scope, query.holding)
    if (query.holding !== undefined && one === null) return refusedHolding(query)
    const held = one ? [one] : sharedHoldings(linesOf(scope))
    const { first, last } = scope.days
    const isDaily = last - first < (one ? yearDays : quarterDays)
    return {
      asset: held[0]?.key.asset_id ?? null,
      vaults: held.length,
      period: scope.days,
      series: balanceSeries(held, scope.days, scope.today, isDaily),
    }
  },
})

const yearDays = 366

function divisionOf({ holding }: ChartQuery): Division {
  return holding === undefined ? 'points' : 'days'
}

/** The sum of these holdings over a period until today, by day or at the ends of months. Null if the latest balance of one is not known, or the period has not begun. */
export function balanceSeries(
  holdings: readonly HoldingProof[],
  period: DayRange,
  today: DayNumber,
  isDaily: boolean,
): BalanceSeries | null {
  const { first } = period
  const last = Math.min(period.last, today)
  const opening = sumOfAll(holdings.map((holding) => balanceAt(holding, first - 1)))
  if (opening === null || last < first) return null
  const nets = new Map<DayNumber | null, Decimal>()
  for (const { day, entries } of holdings.flatMap(({ days }) => days))
    nets.set(day, add(nets.get(day) ?? zero, netOf(entries)))
  const points: { readonly day: DayNumber; readonly balance: string }[] = []
  for (let day = first, balance = opening; day <= last; day++) {
    balance = add(balance, nets.get(day) ?? zero)
    if (isDaily || day === last || day === monthEnd(day)) points.push({ day, balance: writeDecimal(balance) })
  }
  return { unit: isDaily ? 'day' : 'month', points }
}

export const choicesFigure = figureEntry<object, StatementChoices>({
  name: 'statement-choices',
  lists: ['vaults', 'transactions'],
  parse: () => ({}),
  edges: () => [],
  async make(records) {
    const { balances, balanceProof } = await records.book()
    const assets = new Map(
      balanceProof.holdings.map(({ key: { vault_id: _, ...asset } }) => [assetKey(asset), asset]),
    )
    return {
      vaults: balances.vaults.map(({ vault_id, label }) => ({ vault_id, label })),
      assets: [...assets.values()],
    }
  },
})
