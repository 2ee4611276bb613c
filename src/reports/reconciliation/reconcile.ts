/** Compares figures of a service that goes on working: a difference counts only if two readings agree on both figures. */

import { counted, countText } from '../../contract/count-text.ts'
import { withSmallInitial } from '../../contract/initials.ts'
import type { Report } from '../../contract/report.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { assetKey } from '../../ledger/movement-ledger.ts'
import type { BalanceProof } from '../../ledger/prove-balances.ts'
import {
  compareHoldings,
  compareTransactions,
  type FigurePair,
  type HoldingLists,
  listsOf,
  type PairVerdict,
  problemsOf,
  type RecordProblem,
} from './figure-pairs.ts'

export interface ReconciledRecords {
  readonly latest: HoldingLists
  readonly earlier: HoldingLists
  readonly balanceProof: BalanceProof
  /** Why transactions may be missing, in sentences. */
  readonly doubts: readonly string[]
}

/** Two figures as last read. `before` is the same pair in the reading before. */
export interface ComparedPair extends FigurePair {
  readonly before: FigurePair | null
}

export interface Reconciliation {
  /** What differs first, then what changed or cannot be compared, then what agrees. */
  readonly pairs: readonly ComparedPair[]
  /** Holdings in balances and vaults, as they were read last. */
  readonly records: number
  readonly problems: readonly RecordProblem[]
  /** Assets on networks, each counted by the gravest thing that vaults and balances say about it. */
  readonly assets: VerdictCounts
  readonly proofs: VerdictCounts
  /** Why transactions may be missing, in sentences. */
  readonly doubts: readonly string[]
}

/** `parts` are assets with a total that is not its parts, while all else agrees. */
export type VerdictCounts = Readonly<Record<PairVerdict | 'parts' | 'all', number>>

export function reconcile({ latest, earlier, balanceProof, doubts }: ReconciledRecords): Reconciliation {
  const held = comparedIn([earlier, latest].map(compareHoldings))
  const proved = comparedIn([compareTransactions(balanceProof)])
  return {
    pairs: [...held, ...proved].toSorted((one, other) => rankOf(one) - rankOf(other)),
    records: listsOf(latest).flatMap(({ holdings }) => holdings).length,
    problems: problemsOf(latest),
    assets: countsOf(held, assetKey),
    proofs: countsOf(proved, identityOf),
    doubts,
  }
}

/** The worst of what is true. */
export function headlineOf(result: Reconciliation): Report['headline'] {
  const { pairs, proofs, assets, problems, doubts } = result
  const held = assetsSentence(assets, problems.length)
  const transactions = proofsSentence(proofs, doubts.length > 0)
  const isHeldWell = assets.agrees === assets.all && problems.length === 0
  const isProvedWell = proofs.agrees === proofs.all && doubts.length === 0
  const isWrong = problems.length > 0 || pairs.some((pair) => severityOf(pair) === 'bad')
  const best = assets.all + proofs.all === 0 ? 'neutral' : 'good'
  return {
    text: isHeldWell && !isProvedWell ? `${transactions}. ${held}.` : `${held}. ${transactions}.`,
    tone: isWrong ? 'bad' : isHeldWell && isProvedWell ? best : 'warning',
  }
}

/** Only a promise that is broken is bad. What was never promised, or cannot be judged, is a warning. */
export function severityOf(pair: FigurePair): 'good' | 'warning' | 'bad' {
  if (pair.verdict === 'agrees') return 'good'
  return !isInformation(pair) && (pair.verdict === 'differs' || pair.verdict === 'one-sided')
    ? 'bad'
    : 'warning'
}

/**
 * Differences by cause: pairs of an asset that differ by the same amount share one. The gravest come first, and within a cause the most
 * telling pair: the holding that its transactions do not explain.
 */
export function causesOf(pairs: readonly ComparedPair[]): readonly (readonly ComparedPair[])[] {
  const differing = pairs.filter(({ verdict }) => verdict !== 'agrees')
  const causes = groupBy(differing, ({ asset_id, network_id, verdict, difference }) =>
    JSON.stringify([asset_id, network_id, verdict, difference?.replace('-', '') ?? null]),
  )
  const isOfHolding = ({ check }: FigurePair) => Number(check === 'transactions-and-holding')
  return [...causes.values()].map((cause) =>
    cause.toSorted((one, other) => isOfHolding(other) - isOfHolding(one)),
  )
}

function assetsSentence(assets: VerdictCounts, problems: number): string {
  const sentence =
    assets.all === 0
      ? 'There is nothing to compare: the service lists neither balances nor holdings'
      : countsSentence(assets, 'asset', '')
  if (problems === 0) return sentence
  const found = `The records have ${counted(problems, 'problem')}`
  return assets.agrees === assets.all
    ? `${found}, although ${withSmallInitial(sentence)}`
    : `${sentence}. ${found}`
}

function proofsSentence(proofs: VerdictCounts, isPartial: boolean): string {
  if (proofs.all === 0) return 'No vault holds anything to compare with transactions'
  const sentence = countsSentence(proofs, 'holding', ' with transactions')
  return isPartial ? `Transactions may be missing: ${withSmallInitial(sentence)}` : sentence
}

/** "All 24 assets agree", "23 of 24 assets agree, 1 differs". */
function countsSentence(counts: VerdictCounts, what: string, withWhat: string): string {
  const { all, agrees } = counts
  if (agrees === all && all > 1) return `All ${countText(all)} ${what}s agree${withWhat}`
  const verb = agrees === 1 ? 'agrees' : 'agree'
  return [`${countText(agrees)} of ${counted(all, what)} ${verb}${withWhat}`, ...disagreements(counts)].join(
    ', ',
  )
}

/** "2 differ", "1 changed while being read": the gravest first. */
export function disagreements(counts: Partial<VerdictCounts>): readonly string[] {
  return gravest.flatMap((verdict) => {
    const count = counts[verdict] ?? 0
    return verdict === 'agrees' || count === 0 ? [] : [countedVerdicts[verdict](count)]
  })
}

const countedVerdicts: Readonly<Record<Exclude<PairVerdict, 'agrees'> | 'parts', (count: number) => string>> =
  {
    differs: (count) => counted(count, 'differs', 'differ'),
    'one-sided': (count) => `${counted(count, 'is', 'are')} on one side only`,
    unreadable: (count) => `${countText(count)} cannot be compared`,
    changed: (count) => `${countText(count)} changed while being read`,
    parts: (count) => `${counted(count, 'has', 'have')} a total that is not the sum of its parts`,
  }

/** Of one reading or two. A pair that differs, but not by the same figures in both, has changed. */
function comparedIn(readings: readonly (readonly FigurePair[])[]): readonly ComparedPair[] {
  const byIdentity = new Map<string, FigurePair[]>()
  for (const pairs of readings) {
    const met = new Map<string, number>()
    for (const pair of pairs) {
      const identity = identityOf(pair)
      // A list may have the same holding twice: the first is compared with the first, the second with the second.
      const times = met.get(identity) ?? 0
      met.set(identity, times + 1)
      const key = `${identity}#${times}`
      byIdentity.set(key, [...(byIdentity.get(key) ?? []), pair])
    }
  }
  return [...byIdentity.values()].flatMap((pairs): ComparedPair[] => {
    const [pair, before = null] = pairs.toReversed()
    if (!pair) return []
    const agrees = pairs.every(({ verdict }) => verdict === 'agrees')
    const isSame = before === null || figuresOf(pair) === figuresOf(before)
    const isSettled = agrees || (pairs.length === readings.length && isSame)
    return [{ ...pair, verdict: isSettled ? pair.verdict : 'changed', before }]
  })
}

function figuresOf({ left, right, verdict }: FigurePair): string {
  return JSON.stringify([verdict, left.value, right.value])
}

function identityOf({ check, asset_id, network_id, component, left, right }: FigurePair): string {
  return JSON.stringify([check, asset_id, network_id, component, left.name, right.name])
}

function isInformation({ check }: FigurePair): boolean {
  return check === 'total-and-parts'
}

const gravest = ['differs', 'one-sided', 'unreadable', 'changed', 'parts', 'agrees'] as const

function rankOf(pair: ComparedPair): number {
  if (pair.verdict === 'agrees') return 2 * gravest.length
  return gravest.indexOf(pair.verdict) + (isInformation(pair) ? gravest.length : 0)
}

function countsOf(pairs: readonly ComparedPair[], keyOf: (pair: FigurePair) => string): VerdictCounts {
  const byKey = new Map<string, PairVerdict | 'parts'>()
  for (const pair of pairs) {
    const verdict = isInformation(pair) && pair.verdict === 'differs' ? 'parts' : pair.verdict
    const worst = byKey.get(keyOf(pair)) ?? 'agrees'
    byKey.set(keyOf(pair), gravest.indexOf(verdict) < gravest.indexOf(worst) ? verdict : worst)
  }
  const counts = { agrees: 0, differs: 0, 'one-sided': 0, unreadable: 0, changed: 0, parts: 0 }
  for (const verdict of byKey.values()) counts[verdict] += 1
  return { ...counts, all: byKey.size }
}
