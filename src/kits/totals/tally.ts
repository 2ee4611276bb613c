/** Totals of a filter as shown: completed transactions are one figure, other outcomes are beside it. */
import type { TotalsRow, TransactionFilter } from '../../contract/console-api.ts'
import { counted } from '../../contract/count-text.ts'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import { transactionTypes } from '../../contract/enumerations.ts'
import { type Outcome, otherOutcomes, outcomes, statusOutcome } from '../../contract/outcomes.ts'

export const summaryColumns = ['asset_id', 'network_id', 'transaction_type', 'status'] as const

export interface TotalsSummary {
  readonly completed: number
  /** Outcomes without any are left out. */
  readonly others: readonly { readonly outcome: Outcome; readonly count: number }[]
  readonly assets: readonly AssetLine[]
}

/** Null for what the records do not have. */
export interface SumLine {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly completed: OutcomeSum
  readonly others: readonly (OutcomeSum & { readonly outcome: Outcome })[]
  /** What the others add up to. Null without any, or where nothing of it could be added up. */
  readonly notCompleted: string | null
}

/** One asset on one network, whichever way it moved. */
export interface AssetLine extends SumLine {
  readonly types: readonly AmountLine[]
}

export interface AmountLine extends SumLine {
  readonly transaction_type: string | null
}

export interface OutcomeSum {
  readonly count: number
  /** Exact decimal text. Null where nothing could be added up, and of changes of pool, which move nothing. */
  readonly sum: string | null
  /** Values that are no decimals, and are not in the sum. */
  readonly unreadable: number
}

export function totalsSummaryOf(totals: readonly TotalsRow[]): TotalsSummary {
  const counts = new Map<Outcome, number>()
  for (const { group, count } of totals)
    counts.set(statusOutcome(group.status), (counts.get(statusOutcome(group.status)) ?? 0) + count)
  return {
    completed: counts.get('completed') ?? 0,
    others: otherOutcomes.flatMap((outcome) => {
      const count = counts.get(outcome) ?? 0
      return count > 0 ? [{ outcome, count }] : []
    }),
    assets: assetLines(totals),
  }
}

function assetLines(totals: readonly TotalsRow[]): readonly AssetLine[] {
  return groupsOf(totals, ({ group }) => [group.asset_id, group.network_id])
    .map(({ values: [asset_id = null, network_id = null], rows }) => {
      const asset = { asset_id, network_id }
      const types = groupsOf(rows, ({ group }) => [group.transaction_type])
        .map(({ values: [transaction_type = null], rows: own }) => ({
          ...{ ...asset, transaction_type },
          ...byOutcome(own),
        }))
        .sort(
          (one, other) =>
            typeRank(one.transaction_type) - typeRank(other.transaction_type) ||
            compareTexts(one.transaction_type, other.transaction_type),
        )
      return { ...asset, ...byOutcome(rows), types }
    })
    .sort(
      (one, other) =>
        compareTexts(one.asset_id, other.asset_id) || compareTexts(one.network_id, other.network_id),
    )
}

function groupsOf(
  totals: readonly TotalsRow[],
  valuesOf: (row: TotalsRow) => readonly (string | null | undefined)[],
): readonly { readonly values: readonly (string | null)[]; readonly rows: readonly TotalsRow[] }[] {
  const groups = new Map<string, { values: readonly (string | null)[]; rows: TotalsRow[] }>()
  for (const row of totals) {
    const values = valuesOf(row).map((value) => value ?? null)
    const key = JSON.stringify(values)
    const group = groups.get(key) ?? { values, rows: [] }
    groups.set(key, group)
    group.rows.push(row)
  }
  return [...groups.values()]
}

/** What is moved from pool to pool stays staked. */
function figureOf({ group, amount, amountless }: TotalsRow) {
  return group.transaction_type === 'change pool'
    ? { sum: null, unreadable: 0 }
    : { sum: amount, unreadable: amountless }
}

function byOutcome(rows: readonly TotalsRow[]) {
  const sumOf = (outcome: Outcome): OutcomeSum => {
    const own = rows.filter(({ group }) => statusOutcome(group.status) === outcome)
    const count = own.reduce((sum, row) => sum + row.count, 0)
    const figures = own.map(figureOf)
    const unreadable = figures.reduce((sum, figure) => sum + figure.unreadable, 0)
    const decimals = figures.flatMap(({ sum }) => (sum === null ? [] : [readDecimal(sum) ?? zero]))
    const isKnown = decimals.length > 0 && unreadable < count
    return { count, unreadable, sum: isKnown ? writeDecimal(decimals.reduce(add)) : null }
  }
  const others = otherOutcomes
    .map((outcome) => ({ outcome, ...sumOf(outcome) }))
    .filter(({ count }) => count > 0)
  const sums = others.flatMap(({ sum }) => (sum === null ? [] : [readDecimal(sum) ?? zero]))
  return {
    completed: sumOf('completed'),
    others,
    notCompleted: sums.length > 0 ? writeDecimal(sums.reduce(add)) : null,
  }
}

/** In the order of the specification, then what it does not have. */
function typeRank(type: string | null): number {
  const types: readonly (string | null)[] = transactionTypes
  return types.includes(type) ? types.indexOf(type) : types.length
}

/** By code units, so that the order is the same everywhere; null comes last. */
function compareTexts(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

/** The list of a line and an outcome; null where no list can be asked for just these. */
export function lineFilter(
  {
    asset_id,
    network_id,
    transaction_type,
  }: Pick<SumLine, 'asset_id' | 'network_id'> & { readonly transaction_type?: string | null },
  outcome: Outcome,
  filter: TransactionFilter,
): TransactionFilter | null {
  const narrow = outcomeFilter(outcome, filter)
  if (narrow === null || !asset_id || !network_id || transaction_type === null) return null
  return { ...narrow, asset_id, network_id, ...(transaction_type !== undefined && { transaction_type }) }
}

export function outcomeFilter(outcome: Outcome, filter: TransactionFilter): TransactionFilter | null {
  const { statuses } = outcomes[outcome]
  if (statuses === null) return null
  const asked = filter.status === undefined ? null : [filter.status].flat()
  const own = statuses.filter((status) => asked?.includes(status) ?? true)
  const [only] = own
  return { ...filter, status: only !== undefined && own.length === 1 ? only : own }
}

/** Why the totals may lack something, in a sentence; null where they are whole. */
export function doubtOf({
  undecided,
  completeness,
}: {
  readonly undecided: number
  readonly completeness: 'complete' | 'read-once' | 'partial' | null
}): string | null {
  if (undecided > 0) return `${counted(undecided, 'more transaction')} may be in this period.`
  return completeness === 'partial' ? 'Transactions may be missing from the records.' : null
}
