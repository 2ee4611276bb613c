/** Transactions against what vaults say, read again where anything does not agree: the part of a reconciliation that may fail alone. */
import type { ApiError } from '../../api/api-error.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { Comparison } from './compare.ts'
import { compareMovements, type Movements, networksWithoutFeeAsset } from './movements.ts'
import { type Finding, type FindingVerdict, findingsOf, inOrder, latestOf } from './reconcile.ts'

/** What came of holding transactions against vaults. */
export type AgainstTransactions =
  | ({ readonly state: 'compared' } & ComparedMovements)
  /** They could not be read. */
  | { readonly state: 'failed'; readonly error: ApiError }
  /** The reader did not want to wait for them. */
  | { readonly state: 'skipped' }

/** What was found. */
export interface ComparedMovements {
  readonly findings: readonly Finding[]
  /** Holdings: how many there are, and how many agree in processing and in staking. */
  readonly holdings: number
  readonly agree: number
  readonly differ: number
  /** Those of which nothing certain can be said. */
  readonly uncertain: number
  /** Why not all transactions are there, in sentences; none where it is proved that they are. */
  readonly doubts: readonly string[]
  /** The networks whose fees are in no figure, as it is not known in which asset they are paid. */
  readonly withoutFees: readonly string[]
  readonly rows: number
  readonly pages: number
  /** When the last list was read to its end. */
  readonly ended: string
}

/** Reads and compares, and, where anything does not agree, does so once more. `read` gets 0, then 1. */
export async function reconcileMovements(
  asked: Filter<'balances'>,
  read: (reading: number) => Promise<Movements>,
): Promise<ComparedMovements> {
  const compared = (movements: Movements) =>
    compareMovements(movements).filter(
      ({ asset_id, network_id }) =>
        (asked.asset_id === undefined || asset_id === asked.asset_id) &&
        (asked.network_id === undefined || network_id === asked.network_id),
    )
  const first = await read(0)
  const before = compared(first)
  if (before.every(({ verdict }) => verdict === 'agrees')) return resultOf([first], [before])
  const second = await read(1)
  return resultOf([first, second], [before, compared(second)])
}

/** What it came to, in one sentence without its full stop. */
export function movementsSentence(against: AgainstTransactions): string {
  if (against.state === 'failed') return 'Transactions could not be read, so nothing was compared with them'
  if (against.state === 'skipped') return 'Transactions were not compared'
  const { holdings, agree, differ, uncertain, doubts } = against
  if (holdings === 0) return 'No vault holds anything to compare with transactions'
  const partial = doubts.length > 0 ? 'Partial: ' : ''
  if (agree === holdings) {
    const all = holdings === 1 ? 'the one holding agrees' : `all ${countText(holdings)} holdings agree`
    return capitalised(`${partial}${all} with transactions`)
  }
  const others = [
    differ > 0 && `${countText(differ)} ${differ === 1 ? 'differs' : 'differ'}`,
    uncertain > 0 && `${counted(uncertain, 'is', 'are')} uncertain`,
  ].filter((part) => part !== false)
  return `${partial}${countText(agree)} of ${counted(holdings, 'holding')} ${agree === 1 ? 'agrees' : 'agree'} with transactions, ${others.join(' and ')}`
}

/** Whether every holding was compared with all transactions, and agrees. */
export function movementsAgree(against: AgainstTransactions): boolean {
  return against.state === 'compared' && against.agree === against.holdings && against.doubts.length === 0
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function resultOf(
  movements: readonly [Movements, ...Movements[]],
  comparisons: readonly (readonly Comparison[])[],
): ComparedMovements {
  const last = movements.at(-1) ?? movements[0]
  const findings = inOrder(findingsOf(comparisons))
  const byHolding = new Map<string, FindingVerdict[]>()
  for (const finding of findings) {
    const { asset_id, network_id, right } = latestOf(finding)
    const vault = right.place.kind === 'vault' ? (right.place.id ?? right.place.name) : null
    const key = JSON.stringify([vault, asset_id, network_id])
    byHolding.set(key, [...(byHolding.get(key) ?? []), finding.verdict])
  }
  const verdicts = [...byHolding.values()]
  const agree = verdicts.filter((all) => all.every((verdict) => verdict === 'agrees')).length
  const differ = verdicts.filter((all) =>
    all.some((verdict) => verdict === 'differs' || verdict === 'one-sided'),
  ).length
  const lists = movements.flatMap(({ vaults, transactions }) => [vaults, transactions])
  return {
    findings,
    holdings: verdicts.length,
    agree,
    differ,
    uncertain: verdicts.length - agree - differ,
    doubts: [...new Set(movements.flatMap(({ doubts }) => doubts))],
    withoutFees: networksWithoutFeeAsset(last),
    rows: lists.reduce((sum, { rows }) => sum + rows, 0),
    pages: lists.reduce((sum, { pages }) => sum + pages, 0),
    ended: last.transactions.ended,
  }
}
