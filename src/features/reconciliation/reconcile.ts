/**
 * Reconciliation of what a service says while it goes on working: what does not agree is called a difference only where two readings have
 * the same figures.
 */
import type { Books, HoldingsReading } from '../../books/books.ts'
import { settleBooks } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { readDecimal, writeDecimal } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import {
  type AssetOnNetwork,
  compareHoldings,
  compareTransactions,
  type FigurePair,
  lowered,
  type PairVerdict,
  problemsOf,
  type RecordProblem,
} from './compare.ts'

/** Two figures as they were read last, and as they were before, where they are to be compared with that. */
export interface PairFinding {
  readonly verdict: PairVerdict
  readonly pair: FigurePair
  readonly before: FigurePair | null
}

/** What is reconciled: books, or what is held alone, which has no transactions. */
export type Reconcilable = Books | (Pick<Books, 'service' | 'account' | 'holdings'> & { transactions: null })

/** What a reconciliation found. */
export interface Reconciliation {
  /** What differs first, then what cannot be said or has changed, then what agrees. */
  readonly findings: readonly PairFinding[]
  /** What is wrong with records by themselves, as they were read last. */
  readonly problems: readonly RecordProblem[]
  /** Assets on networks, each counted once, by the gravest thing that the lists of what is held say about it. */
  readonly assets: VerdictCounts
  /** Holdings against their transactions; null without the books. */
  readonly proofs: VerdictCounts | null
  /** Why not all transactions may be there, in sentences. */
  readonly doubts: readonly string[]
}

/** How many there are of each verdict. Of an asset with a total that is not its parts, while all else agrees, `parts` is said. */
export type VerdictCounts = Readonly<Record<PairVerdict | 'parts', number>> & { readonly all: number }

/** Reads what is held, and, where anything is not as it should be, once more. */
export async function readToReconcile(
  read: () => Promise<HoldingsReading>,
): Promise<readonly [HoldingsReading, ...HoldingsReading[]]> {
  const first = await read()
  const isWell =
    compareHoldings(first).every(({ verdict }) => verdict === 'agrees') && problemsOf(first).length === 0
  return isWell ? [first] : [first, await read()]
}

/** Compares everything that is asked for: of one asset, on one network, or all of it. */
export function reconcile(source: Reconcilable, asked: Filter<'balances'> = {}): Reconciliation {
  const isAsked = (one: Partial<AssetOnNetwork>) =>
    (asked.asset_id === undefined || one.asset_id === asked.asset_id) &&
    (asked.network_id === undefined || one.network_id === asked.network_id)
  const readings = source.holdings.slice(-2)
  const held = findingsOf(readings.map((reading) => compareHoldings(reading).filter(isAsked)))
  const proved =
    source.transactions && findingsOf([compareTransactions(settleBooks(source).settlement).filter(isAsked)])
  return {
    findings: inOrder([...held, ...(proved ?? [])]),
    problems: readings.slice(-1).flatMap(problemsOf).filter(isAsked),
    assets: countsOf(held, ({ asset_id, network_id }) => JSON.stringify([asset_id, network_id])),
    proofs: proved && countsOf(proved, identityOf),
    doubts: source.transactions?.doubts ?? [],
  }
}

/** How all of it stands. */
export type Standing = 'agrees' | 'differs' | 'uncertain'

/** The worst of what is true. */
export function standingOf({ assets, proofs, problems, doubts }: Reconciliation): Standing {
  const all = [assets, ...(proofs ? [proofs] : [])]
  const wrong = all.reduce((sum, { differs, parts, ...one }) => sum + differs + parts + one['one-sided'], 0)
  if (wrong + problems.length > 0) return 'differs'
  return doubts.length === 0 && all.every((one) => one.agrees === one.all) ? 'agrees' : 'uncertain'
}

/** What all of it came to, without its full stop: the worst first. */
export function headlineOf({ proofs, assets, problems, doubts }: Reconciliation): string {
  const held = assetsSentence(assets, problems.length)
  const transactions = proofsSentence(proofs, doubts.length > 0)
  const isProvedWell = proofs === null || (proofs.agrees === proofs.all && doubts.length === 0)
  const isHeldWell = assets.agrees === assets.all && problems.length === 0
  return isHeldWell && !isProvedWell ? `${transactions}. ${held}` : `${held}. ${transactions}`
}

function assetsSentence(assets: VerdictCounts, problems: number): string {
  const sentence =
    assets.all === 0
      ? 'There is nothing to compare: the service lists neither balances nor holdings'
      : countsSentence(assets, 'asset', '')
  if (problems === 0) return sentence
  const found = `The records have ${counted(problems, 'problem')}`
  return assets.agrees === assets.all ? `${found}, although ${lowered(sentence)}` : `${sentence}. ${found}`
}

function proofsSentence(proofs: VerdictCounts | null, isPartial: boolean): string {
  if (proofs === null) return 'Holdings are not yet compared with transactions'
  if (proofs.all === 0) return 'No vault holds anything to compare with transactions'
  const isOne = proofs.all === 1 && proofs.agrees === 1
  const whose = proofs.agrees < proofs.all ? '' : isOne ? ' its' : ' their'
  const sentence = countsSentence(proofs, 'holding', ` with${whose} transactions`)
  return isPartial ? `Transactions may be missing: ${lowered(sentence)}` : sentence
}

/** "All 24 assets agree", "23 of 24 assets agree, 1 differs". */
function countsSentence(counts: VerdictCounts, what: string, withWhat: string): string {
  const { all, agrees, differs, unreadable, changed, parts } = counts
  if (agrees === all)
    return all === 1 ? `The one ${what} agrees${withWhat}` : `All ${countText(all)} ${what}s agree${withWhat}`
  const others = [
    differs > 0 && counted(differs, 'differs', 'differ'),
    counts['one-sided'] > 0 && `${counted(counts['one-sided'], 'is', 'are')} on one side only`,
    unreadable > 0 && `${countText(unreadable)} cannot be compared`,
    changed > 0 && `${countText(changed)} changed while being read`,
    parts > 0 && `${counted(parts, 'has', 'have')} a total that is not the sum of its parts`,
  ].filter((part) => part !== false)
  const last = others.pop() ?? ''
  const listed = others.length === 0 ? last : `${others.join(', ')} and ${last}`
  return `${countText(agrees)} of ${counted(all, what)} ${agrees === 1 ? 'agrees' : 'agree'}${withWhat}, ${listed}`
}

/** The findings of one reading, or of two: what does not agree in both by the same figures differs. */
function findingsOf(readings: readonly (readonly FigurePair[])[]): readonly PairFinding[] {
  const byIdentity = new Map<string, FigurePair[]>()
  for (const pairs of readings) {
    const met = new Map<string, number>()
    for (const pair of pairs) {
      const identity = identityOf(pair)
      // One list may have the same holding twice: the first is compared with the first, the second with the second.
      const times = met.get(identity) ?? 0
      met.set(identity, times + 1)
      const key = `${identity}#${times}`
      byIdentity.set(key, [...(byIdentity.get(key) ?? []), pair])
    }
  }
  return [...byIdentity.values()].flatMap((pairs): PairFinding[] => {
    const [pair, before = null] = pairs.toReversed()
    if (!pair) return []
    const isAgreed = pairs.every(({ verdict }) => verdict === 'agrees')
    const isSame = before === null || figuresOf(pair) === figuresOf(before)
    const stands = isAgreed || (pairs.length === readings.length && isSame)
    return [{ verdict: stands ? pair.verdict : 'changed', pair, before }]
  })
}

/** So that 1.0 and 1.00 are the same figure. */
function figuresOf({ left, right, verdict }: FigurePair): string {
  const plain = (value: string | null) => {
    const decimal = readDecimal(value)
    return decimal ? writeDecimal(decimal) : value
  }
  return JSON.stringify([verdict, plain(left.value), plain(right.value)])
}

function identityOf({ check, asset_id, network_id, component, left, right }: FigurePair): string {
  return JSON.stringify([check, asset_id, network_id, component, left.place.id, right.place.id])
}

/** Whether it is shown for information alone: no specification promises that a total is its parts. */
export function isInformation({ check }: FigurePair): boolean {
  return check === 'total-and-parts'
}

/** From the gravest to what is well. */
const gravest: readonly (PairVerdict | 'parts')[] = [
  ...(['differs', 'one-sided', 'unreadable', 'changed', 'parts', 'agrees'] as const),
]

function inOrder(findings: readonly PairFinding[]): readonly PairFinding[] {
  const rank = ({ verdict, pair }: PairFinding) =>
    verdict === 'agrees'
      ? 2 * gravest.length
      : gravest.indexOf(verdict) + (isInformation(pair) ? gravest.length : 0)
  return findings.toSorted((one, other) => rank(one) - rank(other))
}

function countsOf(findings: readonly PairFinding[], keyOf: (pair: FigurePair) => string): VerdictCounts {
  const byKey = new Map<string, PairVerdict | 'parts'>()
  for (const { verdict, pair } of findings) {
    const found = isInformation(pair) && verdict === 'differs' ? 'parts' : verdict
    const known = byKey.get(keyOf(pair)) ?? 'agrees'
    byKey.set(keyOf(pair), gravest.indexOf(found) < gravest.indexOf(known) ? found : known)
  }
  const counts = { agrees: 0, differs: 0, 'one-sided': 0, unreadable: 0, changed: 0, parts: 0 }
  for (const verdict of byKey.values()) counts[verdict] += 1
  return { ...counts, all: byKey.size }
}
