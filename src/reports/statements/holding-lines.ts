/** The figures of a statement's assets and vaults, and whether they are proved. */

import { counted, countText, sentences } from '../../contract/count-text.ts'
import { type DayNumber, type DayRange, dayText } from '../../contract/day.ts'
import { add, type Decimal, subtract, sumOfAll, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Report, ReportCells, ReportRow } from '../../contract/report.ts'
import { instantText } from '../../display/instant.ts'
import { assetLabel } from '../../display/labels.ts'
import type { VaultName } from '../../ledger/balances.ts'
import { type MovementKind, movementKinds } from '../../ledger/effects.ts'
import { groupBy } from '../../ledger/group-by.ts'
import { assetKey, type Entry, type HoldingKey, moved } from '../../ledger/movement-ledger.ts'
import type { BalanceChange, HoldingProof } from '../../ledger/prove-balances.ts'
import type { Scope } from './scope.ts'

/** What was held at the end of a day. Null where today's balance is not known. */
export function balanceAt({ now, days }: HoldingProof, day: DayNumber): Decimal | null {
  if (now === null) return null
  const since = days.filter((each) => each.day !== null && each.day > day).flatMap(({ entries }) => entries)
  return subtract(now, since.reduce(moved, zero))
}

/**
 * Why the past of a holding is not proved, in sentences: none where reversing all movements from the latest balance leaves exactly zero.
 * `isWhole` says whether all transactions were read.
 */
export function whyUnproved(holding: HoldingProof, isWhole: boolean): readonly string[] {
  const { remainder, unreadable, undated, change } = holding
  const given = [...new Set(unreadable)]
  const notGiven =
    given.length > 0
      ? `${given.join(', ')}: not a decimal number.`
      : 'The service does not give its available, processing and staking balances.'
  return sentences(
    !isWhole && 'Not all transactions were read.',
    remainder === null && notGiven,
    change && changeSentence(change, remainder),
    remainder && remainder.digits !== 0n && remainderText(holding, remainder),
    undated > 0 && `No date was found for ${counted(undated, 'amount or fee', 'amounts or fees')}.`,
  )
}

/** Why a balance that is not settled proves nothing. `remainder`: what transactions do not explain of it now. */
export function changeSentence({ before, after }: BalanceChange, remainder: Decimal | null): string {
  const readText = ({ balance, readAt }: BalanceChange['before']) =>
    `${writeDecimal(balance)} at ${instantText(readAt)}`
  if (subtract(after.balance, before.balance).digits === 0n)
    return `Its balance was still ${readText(after)}, after transactions that should have changed it.`
  const change = `Its balance went from ${readText(before)} to ${readText(after)}`
  return remainder?.digits === 0n
    ? `${change}. Another reading has to show that its transactions explain that.`
    : `${change}, and no transaction explains that.`
}

/** Of a remainder that is not zero. */
export function remainderText(holding: HoldingProof, remainder: Decimal): string {
  const { failedFees } = holding
  if (failedFees === null || !lacksFailedFees(holding))
    return `${writeDecimal(remainder)} is not explained by transactions.`
  const { sum, count } = failedFees
  const fees =
    count === 1 ? 'the fee of a failed transaction' : `the fees of ${countText(count)} failed transactions`
  return `The balance is ${writeDecimal(sum)} lower than transactions explain: exactly ${fees}.`
}

/** Whether a balance is short by exactly the fees of failed transactions: the service may have charged them. */
export function lacksFailedFees({ remainder, failedFees }: HoldingProof): boolean {
  return remainder !== null && failedFees !== null && add(remainder, failedFees.sum).digits === 0n
}

/** Outgoing amounts are negative, so that a line adds up. Balances are null if today's is not known. */
export interface Line {
  readonly opening: Decimal | null
  readonly closing: Decimal | null
  readonly movements: Readonly<Record<MovementKind, Moved>>
}

export interface Moved {
  readonly sum: Decimal
  readonly count: number
}

/** One asset on one network: all vaults of the statement together, and each. */
export interface AssetLines {
  readonly key: Pick<HoldingKey, 'asset_id' | 'network_id'>
  /** Without movements between the vaults of the statement, which cancel each other. */
  readonly total: Line
  readonly lines: readonly HoldingLine[]
}

export interface HoldingLine extends Line {
  readonly holding: HoldingProof
  readonly unproved: readonly string[]
}

/** Sorted by asset, network and vault, without holdings that were empty and did not move. */
export function linesOf({ balanceProof, days, includes, isWhole }: Scope): readonly AssetLines[] {
  const included = balanceProof.holdings.filter(({ key }) => includes(key))
  const vaults = new Set(included.map(({ key }) => key.vault_id))
  const byAsset = groupBy(included, ({ key }) => assetKey(key))
  return [...byAsset.values()]
    .flatMap((members): readonly AssetLines[] => {
      const lines = members
        .map(
          (holding): HoldingLine => ({
            holding,
            opening: balanceAt(holding, days.first - 1),
            closing: balanceAt(holding, days.last),
            movements: movementsOf([holding], days, () => true),
            unproved: whyUnproved(holding, isWhole),
          }),
        )
        .filter(isAnything)
        .sort((one, other) => byText(vaultLabel(one.holding), vaultLabel(other.holding)))
      const [first] = lines
      if (!first) return []
      const { asset_id, network_id } = first.holding.key
      const total = {
        opening: sumOfAll(lines.map(({ opening }) => opening)),
        closing: sumOfAll(lines.map(({ closing }) => closing)),
        movements: movementsOf(members, days, ({ counterpart }) => !vaults.has(counterpart)),
      }
      return [{ key: { asset_id, network_id }, total, lines }]
    })
    .sort(
      ({ key: one }, { key: other }) =>
        byText(one.asset_id, other.asset_id) || byText(one.network_id, other.network_id),
    )
}

/** Movements between own vaults count only if `isCounted` says so. */
function movementsOf(
  holdings: readonly HoldingProof[],
  { first, last }: DayRange,
  isCounted: (entry: Entry<MovementKind>) => boolean,
): Line['movements'] {
  const none: Moved = { sum: zero, count: 0 }
  const sums = { deposits: none, from_own: none, rewards: none, withdrawals: none, to_own: none, fees: none }
  for (const { day, entries } of holdings.flatMap(({ days }) => days)) {
    if (day === null || day < first || day > last) continue
    for (const entry of entries) {
      const { kind, count } = entry
      const before = sums[kind]
      if ((kind !== 'from_own' && kind !== 'to_own') || isCounted(entry))
        sums[kind] = { sum: moved(before.sum, entry), count: before.count + count }
    }
  }
  return sums
}

export function proofOfAll(assets: readonly AssetLines[]) {
  const lines = assets.flatMap((asset) => asset.lines)
  return { proved: lines.filter(({ unproved }) => unproved.length === 0).length, of: lines.length }
}

/** "All" holdings are those of vaults and transactions that were read in full. */
export function proofHeadline(
  { proved, of }: ReturnType<typeof proofOfAll>,
  doubts: readonly string[],
  otherwise: string,
): Report['headline'] {
  if (of === 0) return { text: otherwise, tone: doubts.length > 0 ? 'warning' : 'neutral' }
  const isWhole = proved === of && doubts.length === 0
  return {
    text: `${isWhole && of > 1 ? 'All' : `${countText(proved)} of`} ${counted(of, 'holding')} proved`,
    tone: isWhole ? 'good' : 'warning',
  }
}

export function holdingRows(
  assets: readonly AssetLines[],
  figures: (line: Line, holdings: readonly HoldingProof[]) => ReportCells,
  detailOf: (line: HoldingLine) => Pick<ReportRow, 'href' | 'linkLabel' | 'parts'> = () => ({}),
): readonly ReportRow[] {
  return assets.map(({ key, total, lines }) => {
    const unproved = lines.filter((line) => line.unproved.length > 0).length
    const share =
      lines.length === 1 ? 'Not' : `${countText(unproved)} of ${countText(lines.length)} vaults not`
    const holdings = lines.map(({ holding }) => holding)
    const isRemarkable = holdings.some((holding) => holdingRemarks(holding).length > 0)
    return {
      id: JSON.stringify(Object.values(key)),
      cells: { line: assetLabel(key), ...key, proof: proofWord(unproved === 0), ...figures(total, holdings) },
      tone: isRemarkable ? 'warning' : 'good',
      ...(isRemarkable && { remark: unproved > 0 ? `${share} proved.` : 'Open the row to see why.' }),
      parts: lines.map((line) => ({ ...vaultRow(line, figures(line, [line.holding])), ...detailOf(line) })),
    }
  })
}

function vaultRow({ holding, unproved }: HoldingLine, figures: ReportCells): ReportRow {
  const remarks = holdingRemarks(holding)
  return {
    id: JSON.stringify(holding.key.vault_id),
    cells: {
      ...{ line: vaultLabel(holding), ...vaultCells(holding), proof: proofWord(unproved.length === 0) },
      ...figures,
      unexplained: holding.remainder?.digits === 0n ? null : amountText(holding.remainder),
    },
    tone: remarks.length > 0 ? 'warning' : 'good',
    ...(remarks.length > 0 && { remark: remarks.join(' ') }),
  }
}

export function vaultCells({ key, vault }: Omit<NamedHolding, 'network_name'>): ReportCells {
  return { ...key, vault_name: vault?.vault_name ?? null, vault_type: vault?.vault_type ?? null }
}

function proofWord(isProved: boolean): string {
  return isProved ? 'Proved' : 'Not proved'
}

export function amountText(amount: Decimal | null): string | null {
  return amount && writeDecimal(amount)
}

/** The report itself says if not all transactions were read. */
function holdingRemarks(holding: HoldingProof): readonly string[] {
  const { vault, belowZero } = holding
  return sentences(
    ...whyUnproved(holding, true),
    vault === null && 'The service lists no such vault, but its transactions name it.',
    belowZero &&
      `At the end of ${dayText(belowZero.day)} the balance would have been ${writeDecimal(belowZero.balance)}. A transaction can be completed later than it was recorded.`,
  )
}

export function vaultsText({ balances, query: { vaults } }: Pick<Scope, 'balances' | 'query'>): {
  readonly vaults?: string
} {
  if (vaults === null || 'type' in vaults) return {}
  const labels = new Map(balances.vaults.map(({ vault_id, label }) => [vault_id, label]))
  return { vaults: vaults.ids.map((id) => labels.get(id) ?? id).join(', ') }
}

export function entriesOf(assets: readonly AssetLines[]): number {
  const proved = assets.flatMap(({ lines }) => lines.filter(({ unproved }) => unproved.length === 0))
  return proved.reduce((sum, { holding }) => sum + holding.entries, 0)
}

function isAnything({ opening, closing, movements, unproved }: HoldingLine): boolean {
  const hasMoved = movementKinds.some((kind) => movements[kind].count > 0)
  return opening?.digits !== 0n || closing?.digits !== 0n || hasMoved || unproved.length > 0
}

/** By code units, so that every reader gets the same order. Null comes last. */
function byText(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null) return 1
  if (other === null) return -1
  return one < other ? -1 : 1
}

/** The holdings of a statement with one asset and several vaults; otherwise none. */
export function sharedHoldings([asset, ...others]: readonly AssetLines[]): readonly HoldingProof[] {
  if (!asset || others.length > 0 || asset.lines.length < 2) return []
  return asset.lines.map(({ holding }) => holding)
}

export interface NamedHolding {
  readonly key: HoldingKey
  readonly vault: VaultName | null
  readonly network_name: string | null
}

export function vaultLabel({ key, vault }: Omit<NamedHolding, 'network_name'>): string {
  return vault?.label || key.vault_id || 'a vault without an id'
}
