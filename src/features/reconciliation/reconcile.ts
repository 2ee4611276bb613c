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
  compareHoldings,
  compareTransactions,
  type FigurePair,
  type FigurePlace,
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
export type Reconcilable = Books | HoldingsAlone
export interface HoldingsAlone extends Pick<Books, 'service' | 'account' | 'holdings'> {
  readonly transactions: null
}

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
  const isAsked = (one: { readonly asset_id?: string; readonly network_id?: string }) =>
    (asked.asset_id === undefined || one.asset_id === asked.asset_id) &&
    (asked.network_id === undefined || one.network_id === asked.network_id)
  const readings = source.holdings.slice(-2)
  const held = findingsOf(readings.map((reading) => compareHoldings(reading).filter(isAsked)))
  const proved =
    source.transactions &&
    compareTransactions(settleBooks(source).settlement)
      .filter(isAsked)
      .map((pair) => ({ verdict: pair.verdict, pair, before: null }))
  return {
    findings: inOrder([...held, ...(proved ?? [])]),
    problems: readings
      .slice(-1)
      .flatMap(problemsOf)
      .filter((problem) => isAsked('asset_id' in problem ? problem : {})),
    assets: countsOf(held, ({ asset_id, network_id }) => JSON.stringify([asset_id, network_id])),
    proofs: proved && countsOf(proved, (pair) => JSON.stringify(identityOf(pair))),
    doubts: source.transactions?.doubts ?? [],
  }
}

/** How all of it stands. */
export type Standing = 'agrees' | 'differs' | 'uncertain'

/** The worst of what is true. */
export function standingOf({ assets, proofs, problems, doubts }: Reconciliation): Standing {
  const wrong = (counts: VerdictCounts | null) =>
    counts === null ? 0 : counts.differs + counts['one-sided'] + counts.parts
  if (wrong(assets) + wrong(proofs) + problems.length > 0) return 'differs'
  const isAll = (counts: VerdictCounts | null) => counts === null || counts.agrees === counts.all
  return isAll(assets) && isAll(proofs) && doubts.length === 0 ? 'agrees' : 'uncertain'
}

/** What all of it came to, without its full stop: the worst first. */
export function headlineOf(result: Reconciliation): string {
  const { proofs, assets, problems, doubts } = result
  const held = assetsSentence(assets, problems.length)
  const transactions = proofsSentence(proofs, doubts.length > 0)
  const isProvedWell = proofs === null || (proofs.agrees === proofs.all && doubts.length === 0)
  const isHeldWell = assets.agrees === assets.all && problems.length === 0
  return isHeldWell && !isProvedWell ? `${transactions}. ${held}` : `${held}. ${transactions}`
}

function assetsSentence(assets: VerdictCounts, problems: number): string {
  const { all, agrees, differs, unreadable, changed, parts } = assets
  const others = [
    differs > 0 && counted(differs, 'differs', 'differ'),
    assets['one-sided'] > 0 && `${counted(assets['one-sided'], 'is', 'are')} on one side only`,
    unreadable > 0 && `${countText(unreadable)} cannot be compared`,
    changed > 0 && `${countText(changed)} changed while being read`,
    parts > 0 && `${counted(parts, 'has', 'have')} a total that is not the sum of its parts`,
  ].filter((part) => part !== false)
  const sentence =
    all === 0
      ? 'There is nothing to compare: the service lists neither balances nor holdings'
      : agrees < all
        ? `${countText(agrees)} of ${counted(all, 'asset')} ${agrees === 1 ? 'agrees' : 'agree'}, ${listed(others)}`
        : all === 1
          ? 'The one asset agrees'
          : `All ${countText(all)} assets agree`
  if (problems === 0) return sentence
  const found = `The records have ${counted(problems, 'problem')}`
  return agrees === all
    ? `${found}, although ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
    : `${sentence}. ${found}`
}

function proofsSentence(proofs: VerdictCounts | null, isPartial: boolean): string {
  if (proofs === null) return 'Holdings are not yet compared with transactions'
  const { all, agrees, differs, unreadable, changed } = proofs
  if (all === 0) return 'No vault holds anything to compare with transactions'
  const others = [
    differs > 0 && counted(differs, 'differs', 'differ'),
    unreadable > 0 && `${countText(unreadable)} cannot be compared`,
    changed > 0 && `${countText(changed)} changed while being read`,
  ].filter((part) => part !== false)
  const sentence =
    agrees < all
      ? `${countText(agrees)} of ${counted(all, 'holding')} ${agrees === 1 ? 'agrees' : 'agree'} with transactions, ${listed(others)}`
      : all === 1
        ? 'The one holding agrees with its transactions'
        : `All ${countText(all)} holdings agree with their transactions`
  return isPartial
    ? `Transactions may be missing: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
    : sentence
}

function listed(parts: readonly string[]): string {
  const [last = '', ...before] = [...parts].reverse()
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`
}

/** The findings of one reading, or of two: what does not agree in both by the same figures differs. */
function findingsOf(readings: readonly (readonly FigurePair[])[]): readonly PairFinding[] {
  const byIdentity = new Map<string, FigurePair[]>()
  for (const pairs of readings) {
    const met = new Map<string, number>()
    for (const pair of pairs) {
      const identity = JSON.stringify(identityOf(pair))
      // The same holding may stand twice in one list: the first with the first, the second with the second.
      const times = met.get(identity) ?? 0
      met.set(identity, times + 1)
      const key = `${identity}#${times}`
      byIdentity.set(key, [...(byIdentity.get(key) ?? []), pair])
    }
  }
  return [...byIdentity.values()].flatMap((pairs): PairFinding[] => {
    const [pair, before = null] = [...pairs].reverse()
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

function identityOf({ check, asset_id, network_id, component, left, right }: FigurePair): unknown {
  return [check, asset_id, network_id, component, identityOfPlace(left.place), identityOfPlace(right.place)]
}

/** Without what may change between readings: how many vaults there are, what one is called. */
function identityOfPlace(place: FigurePlace): unknown {
  switch (place.kind) {
    case 'balance':
    case 'vaults':
      return [place.kind, place.type]
    case 'balances':
      return [place.kind, ...place.types]
    case 'vault':
      return [place.kind, place.id ?? place.name]
    case 'transactions':
    case 'parts':
      return [place.kind, identityOfPlace(place.of)]
  }
}

/** Whether it is shown for information alone: no specification promises that a total is its parts. */
export function isInformation({ check }: FigurePair): boolean {
  return check === 'total-and-parts'
}

/** From the gravest to what is well. */
const gravest: readonly (PairVerdict | 'parts')[] = [
  'differs',
  'one-sided',
  'unreadable',
  'changed',
  'parts',
  'agrees',
]

function inOrder(findings: readonly PairFinding[]): readonly PairFinding[] {
  const rank = ({ verdict, pair }: PairFinding) =>
    verdict === 'agrees'
      ? 2 * gravest.length
      : gravest.indexOf(verdict) + (isInformation(pair) ? gravest.length : 0)
  return [...findings].sort((one, other) => rank(one) - rank(other))
}

function countsOf(findings: readonly PairFinding[], keyOf: (pair: FigurePair) => string): VerdictCounts {
  const byKey = new Map<string, PairVerdict | 'parts'>()
  for (const finding of findings) {
    const { verdict, pair } = finding
    const key = keyOf(pair)
    const said = isInformation(pair) && verdict === 'differs' ? 'parts' : verdict
    const known = byKey.get(key) ?? 'agrees'
    byKey.set(key, gravest.indexOf(said) < gravest.indexOf(known) ? said : known)
  }
  const counts = { agrees: 0, differs: 0, 'one-sided': 0, unreadable: 0, changed: 0, parts: 0 }
  for (const verdict of byKey.values()) counts[verdict] += 1
  return { ...counts, all: byKey.size }
}
