/**
 * Reconciliation of the books of a service that goes on working while it is read: whatever does not agree is read a second time
 * before anything is said about it. Pure but for the reading, which is handed in.
 */

import type { HoldingsReading } from '../../books/books.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { readDecimal, writeDecimal } from '../../contract/decimal.ts'
import { balanceTypes } from '../../contract/enumerations.ts'
import type { Reading } from './books.ts'
import { type Comparison, compareBooks, type Place, type Verdict } from './compare.ts'
import { type Problem, problemsOf } from './problems.ts'

/** What is said of two figures after one or two readings. */
export type FindingVerdict =
  | Verdict
  /** They did not agree in one reading, and in the other they did or were others. */
  | 'changed'

/** Two figures that ought to be the same, as each reading has them. */
export interface Finding {
  readonly verdict: FindingVerdict
  /** For each reading in which the figures occur, in their order; with one reading, one. */
  readonly readings: readonly [ReadComparison, ...ReadComparison[]]
}

/** A comparison, and in which reading it was made: 0 or 1. */
export interface ReadComparison {
  readonly reading: number
  readonly comparison: Comparison
}

/** Assets on networks, each counted once, by the gravest thing that was found about it. */
export interface AssetCounts {
  readonly assets: number
  readonly agree: number
  readonly differ: number
  readonly oneSided: number
  readonly unreadable: number
  readonly changed: number
  /** All else agrees, but a total is not its parts. */
  readonly parts: number
}

/** What a reconciliation found. */
export interface Reconciliation {
  /** What differs first, then what cannot be said or has changed, then what agrees. */
  readonly findings: readonly Finding[]
  readonly counts: AssetCounts
  /** What is wrong with records by themselves, as they were read last. */
  readonly problems: readonly Problem[]
  /** When each reading began and ended: one where everything agreed at once, else two. */
  readonly readings: readonly [ReadingTimes, ...ReadingTimes[]]
}

/** When one reading of the books began and ended, and each of its lists: ISO 8601 UTC. */
export interface ReadingTimes {
  readonly begun: string
  readonly ended: string
  readonly lists: Readonly<Record<string, ListReading>>
}

/** How one list was read: when, and how much. */
export type ListReading = Pick<Reading<unknown>, 'begun' | 'ended' | 'rows' | 'pages'>

/** Reads the books, compares them, and, where anything is not as it should be, does so once more. `read` gets 0, then 1. */
export async function reconcile(
  read: (reading: number) => Promise<HoldingsReading>,
): Promise<Reconciliation> {
  const first = await read(0)
  const before = compareBooks(first)
  const isWell = before.every(({ verdict }) => verdict === 'agrees') && problemsOf(first).length === 0
  if (isWell) return resultOf([first], [before])
  const second = await read(1)
  return resultOf([first, second], [before, compareBooks(second)])
}

/** What it came to, in one sentence without its time: "All 24 assets agree". What is wrong is never left out of it. */
export function sentenceOf({ counts, problems }: Pick<Reconciliation, 'counts' | 'problems'>): string {
  if (problems.length === 0) return countsInWords(counts)
  const found = counted(problems.length, 'problem')
  return isAllWell(counts)
    ? `The records have ${found}, although ${lowered(countsInWords(counts))}`
    : `${countsInWords(counts)}. The records have ${found}`
}

/** How the books stand as a whole. */
export type Standing = 'agrees' | 'differs' | 'uncertain'

/** The worst of what is true. */
export function standingOf({ counts, problems }: Pick<Reconciliation, 'counts' | 'problems'>): Standing {
  if (counts.differ + counts.oneSided + counts.parts + problems.length > 0) return 'differs'
  return isAllWell(counts) ? 'agrees' : 'uncertain'
}

function isAllWell({ assets, agree }: AssetCounts): boolean {
  return assets === agree
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

function countsInWords(counts: AssetCounts): string {
  const { assets, agree, differ, oneSided, unreadable, changed, parts } = counts
  if (assets === 0) return 'There is nothing to compare: the service lists neither balances nor holdings'
  if (isAllWell(counts))
    return assets === 1 ? 'The one asset agrees' : `All ${countText(assets)} assets agree`
  const others = [
    differ > 0 && counted(differ, 'differs', 'differ'),
    oneSided > 0 && `${counted(oneSided, 'is', 'are')} on one side only`,
    unreadable > 0 && `${countText(unreadable)} cannot be compared`,
    changed > 0 && `${countText(changed)} changed while being read`,
    parts > 0 && `${counted(parts, 'has', 'have')} a total that is not the sum of its parts`,
  ].filter((part) => part !== false)
  return `${countText(agree)} of ${counted(assets, 'asset')} ${agree === 1 ? 'agrees' : 'agree'}, ${listed(others)}`
}

/** Whether it is shown for information alone: no specification promises that a total is its parts, or what transactions make of it. */
export function isInformation({ readings: [{ comparison }] }: Finding): boolean {
  return comparison.check === 'total-and-parts' || comparison.check === 'transactions-and-vault'
}

/** The comparison as it was read last. */
export function latestOf({ readings }: Finding): Comparison {
  return (readings.at(-1) ?? readings[0]).comparison
}

function resultOf(
  books: readonly [HoldingsReading, ...HoldingsReading[]],
  comparisons: readonly (readonly Comparison[])[],
): Reconciliation {
  const [firstBooks, ...others] = books
  const findings = findingsOf(comparisons)
  return {
    findings: inOrder(findings),
    counts: countsOf(findings),
    problems: problemsOf(others.at(-1) ?? firstBooks),
    readings: [timesOf(firstBooks), ...others.map(timesOf)],
  }
}

/** The findings of one reading, or of two: what does not agree in both by the same figures differs. */
export function findingsOf(comparisons: readonly (readonly Comparison[])[]): Finding[] {
  const byIdentity = new Map<string, [ReadComparison, ...ReadComparison[]]>()
  for (const [reading, list] of comparisons.entries()) {
    const met = new Map<string, number>()
    for (const comparison of list) {
      const identity = identityOf(comparison)
      // The same holding may stand twice in one list: the first with the first, the second with the second.
      const times = met.get(identity) ?? 0
      met.set(identity, times + 1)
      const key = `${identity}#${times}`
      const before = byIdentity.get(key)
      if (before) before.push({ reading, comparison })
      else byIdentity.set(key, [{ reading, comparison }])
    }
  }
  return [...byIdentity.values()].map((readings) => ({
    verdict: verdictOf(readings, comparisons.length),
    readings,
  }))
}

function verdictOf(readings: readonly [ReadComparison, ...ReadComparison[]], made: number): FindingVerdict {
  const [first, ...others] = readings
  const { verdict } = first.comparison
  const isSame = readings.every(({ comparison }) => comparison.verdict === verdict)
  // What agrees whenever it is there agrees, whatever the figures are by now.
  if (isSame && verdict === 'agrees') return verdict
  const figures = figuresOf(first.comparison)
  const stands = others.every(({ comparison }) => figuresOf(comparison) === figures)
  return isSame && stands && readings.length === made ? verdict : 'changed'
}

function figuresOf({ left, right }: Comparison): string {
  return JSON.stringify([left, right].map(({ value }) => plain(value)))
}

/** So that 1.0 and 1.00 are the same figure. */
function plain(value: string | null): string | null {
  const decimal = readDecimal(value)
  return decimal ? writeDecimal(decimal) : value
}

function identityOf({ check, asset_id, network_id, component, left, right }: Comparison): string {
  return JSON.stringify([
    check,
    asset_id,
    network_id,
    component,
    identityOfPlace(left.place),
    identityOfPlace(right.place),
  ])
}

/** Without what may change between readings: how many vaults there are, what one is called. */
function identityOfPlace(place: Place): unknown {
  switch (place.kind) {
    case 'balance':
    case 'vaults':
      return [place.kind, place.type]
    case 'balances':
      return [place.kind, ...place.types]
    case 'vault':
      return [place.kind, place.id ?? place.name]
    case 'transactions':
      return [place.kind, place.part, place.vault.id ?? place.vault.name]
    case 'parts':
      return [place.kind, identityOfPlace(place.of)]
  }
}

/** From the gravest to what is well. */
const gravest: readonly FindingVerdict[] = ['differs', 'one-sided', 'unreadable', 'changed', 'agrees']

/** What differs first, then what cannot be said or has changed, then what agrees. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const rank = (finding: Finding) => {
    if (finding.verdict === 'agrees') return 2 * gravest.length
    return gravest.indexOf(finding.verdict) + (isInformation(finding) ? gravest.length : 0)
  }
  return [...findings].sort((one, other) => rank(one) - rank(other))
}

/** What is said of an asset; that a total is not its parts is the least of it, as no specification promises that it is. */
type AssetVerdict = FindingVerdict | 'parts'

const gravestOfAll: readonly AssetVerdict[] = [
  'differs',
  'one-sided',
  'unreadable',
  'changed',
  'parts',
  'agrees',
]

function countsOf(findings: readonly Finding[]): AssetCounts {
  const byAsset = new Map<string, AssetVerdict>()
  for (const finding of findings) {
    const { asset_id, network_id } = latestOf(finding)
    const key = JSON.stringify([asset_id, network_id])
    const verdict = isInformation(finding) && finding.verdict === 'differs' ? 'parts' : finding.verdict
    const known = byAsset.get(key) ?? 'agrees'
    byAsset.set(key, gravestOfAll.indexOf(verdict) < gravestOfAll.indexOf(known) ? verdict : known)
  }
  const verdicts = [...byAsset.values()]
  const count = (wanted: AssetVerdict) => verdicts.filter((verdict) => verdict === wanted).length
  return {
    assets: verdicts.length,
    agree: count('agrees'),
    differ: count('differs'),
    oneSided: count('one-sided'),
    unreadable: count('unreadable'),
    changed: count('changed'),
    parts: count('parts'),
  }
}

function timesOf({ balances, vaults }: HoldingsReading): ReadingTimes {
  const lists = [
    ...balanceTypes.map((type) => [`balances ${type}`, balances[type]] as const),
    ['vaults', vaults] as const,
  ]
  const times = lists.map(
    ([name, { begun, ended, rows, pages }]) => [name, { begun, ended, rows, pages }] as const,
  )
  return {
    begun: times.map(([, { begun }]) => begun).reduce((one, other) => (one < other ? one : other)),
    ended: times.map(([, { ended }]) => ended).reduce((one, other) => (one > other ? one : other)),
    lists: Object.fromEntries(times),
  }
}

function listed(parts: readonly string[]): string {
  const [last = '', ...before] = [...parts].reverse()
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`
}
