/**
 * The statement of a period: what each vault held of each asset at its beginning, what it was increased and reduced by, and what it held at
 * its end. Rolled back from today's balances: the balance at the end of a day is today's, less what was recorded after that day.
 */
import type { DayNumber, DayRange } from '../../api/dates/day.ts'
import type { VaultName } from '../../books/balances.ts'
import { type Entry, type Fault, type HoldingKey, netOf, type OpenTransaction } from '../../books/day-book.ts'
import { isOutgoing, type MovementKind, movementKinds } from '../../books/effects.ts'
import { groupBy } from '../../books/grouped.ts'
import type { BalanceChange, SettledHolding } from '../../books/settle.ts'
import { add, type Decimal, subtract, zero } from '../../contract/decimal.ts'

/** Opening, movements and closing. What goes out is negative, so that a line adds up. Null where today's balance is not known. */
export interface Line {
  readonly opening: Decimal | null
  readonly closing: Decimal | null
  /** What is held now, whatever the period. */
  readonly today: Decimal | null
  readonly movements: Readonly<Record<MovementKind, Decimal>>
  /** Amounts and fees that are in it. */
  readonly entries: number
}

/** The line of one vault and asset. */
export interface HoldingLine extends Line {
  readonly key: HoldingKey
  readonly vault: VaultName | null
  readonly proof: Proof
}

/** All vaults of the statement together, for one asset on one network. */
export interface AssetLines {
  readonly asset_id: string | null
  readonly network_id: string | null
  /** Movements between the vaults of the statement are left out of it: they are in two lines, and cancel each other. */
  readonly total: Line
  readonly lines: readonly HoldingLine[]
  /** How many of them are proved. */
  readonly proved: number
}

/** Whether the past of a holding is proved: all movements, taken back from today's balance, leave exactly zero. */
export type Proof =
  | { readonly state: 'proved'; readonly entries: number }
  | { readonly state: 'unproved'; readonly entries: number; readonly reasons: readonly Unproved[] }

/** Why it is not. */
export type Unproved =
  | { readonly kind: 'unexplained'; readonly remainder: Decimal }
  | { readonly kind: 'undated'; readonly entries: number }
  /** What the service gave in place of decimals; nothing where it gave no balance. */
  | { readonly kind: 'unreadable-balance'; readonly given: readonly string[] }
  | ({ readonly kind: 'changed' } & BalanceChange)
  | { readonly kind: 'partial' }

/** What a statement is about. */
export interface StatementScope {
  readonly period: DayRange
  includes(key: HoldingKey, vault: VaultName | null): boolean
  /** Whether what is held today alone, and was not in the period, has a line too. */
  readonly withToday?: boolean
  /** Whether all transactions were read. */
  readonly isWhole: boolean
}

/** The statement of some holdings, by asset and network, each with its vaults by name. What held nothing and did not move is left out. */
export function statementOf(
  holdings: readonly SettledHolding[],
  scope: StatementScope,
): readonly AssetLines[] {
  const included = holdings.filter(({ key, vault }) => scope.includes(key, vault))
  const vaults = new Set(included.map(({ key }) => key.vault_id))
  const byAsset = groupBy(included, ({ key }) => JSON.stringify([key.asset_id, key.network_id]))
  return [...byAsset.values()]
    .map((members): AssetLines => {
      const lines = members
        .map((holding) => lineOf(holding, scope))
        .filter((line) => isAnything(line) || (scope.withToday === true && line.today?.digits !== 0n))
      const outside = members.map(({ days }) =>
        movementsOf(days, scope.period, (entry) => !vaults.has(entry.counterpart)),
      )
      return {
        asset_id: members[0]?.key.asset_id ?? null,
        network_id: members[0]?.key.network_id ?? null,
        total: {
          opening: sumOf(lines.map(({ opening }) => opening)),
          closing: sumOf(lines.map(({ closing }) => closing)),
          today: sumOf(lines.map(({ today }) => today)),
          movements: summed(outside.map(({ movements }) => movements)),
          entries: outside.reduce((sum, { entries }) => sum + entries, 0),
        },
        lines: lines.sort((one, other) => byText(nameOf(one), nameOf(other))),
        proved: lines.filter(({ proof }) => proof.state === 'proved').length,
      }
    })
    .filter(({ lines }) => lines.length > 0)
    .sort((one, other) => byText(one.asset_id, other.asset_id) || byText(one.network_id, other.network_id))
}

/** What a holding came to at the end of a day. Null where today's balance is not known. */
export function balanceAt({ now, days }: SettledHolding, day: DayNumber): Decimal | null {
  return (
    now &&
    subtract(
      now,
      netOf(days.filter((each) => each.day !== null && each.day > day).flatMap(({ entries }) => entries)),
    )
  )
}

function lineOf(holding: SettledHolding, { period, isWhole }: StatementScope): HoldingLine {
  const { key, vault, days } = holding
  const { movements, entries } = movementsOf(days, period, () => true)
  const closing = balanceAt(holding, period.last)
  return {
    key,
    vault,
    opening: balanceAt(holding, period.first - 1),
    closing,
    today: holding.now,
    movements,
    entries,
    proof: proofOf(holding, isWhole),
  }
}

/** Whether the past of a holding is proved. */
export function proofOf(holding: SettledHolding, isWhole: boolean): Proof {
  const { remainder, unreadable, undated, change, entries } = holding
  const reasons: Unproved[] = [
    ...(isWhole ? [] : [{ kind: 'partial' } as const]),
    ...(remainder === null ? [{ kind: 'unreadable-balance', given: unreadable } as const] : []),
    ...(change ? [{ kind: 'changed', ...change } as const] : []),
    ...(remainder !== null && remainder.digits !== 0n ? [{ kind: 'unexplained', remainder } as const] : []),
    ...(undated > 0 ? [{ kind: 'undated', entries: undated } as const] : []),
  ]
  return reasons.length === 0 ? { state: 'proved', entries } : { state: 'unproved', entries, reasons }
}

/** Movements of a period, signed. A movement between own vaults counts where `counts` says so. */
function movementsOf(
  days: SettledHolding['days'],
  { first, last }: DayRange,
  counts: (entry: Entry<MovementKind>) => boolean,
): Pick<Line, 'movements' | 'entries'> {
  const entries = days
    .filter(({ day }) => day !== null && day >= first && day <= last)
    .flatMap((each) => each.entries)
    .filter((entry) => !isInternal(entry.kind) || counts(entry))
  const movements = noMovements()
  for (const { kind, sum } of entries)
    movements[kind] = isOutgoing(kind) ? subtract(movements[kind], sum) : add(movements[kind], sum)
  return { movements, entries: entries.reduce((sum, { count }) => sum + count, 0) }
}

function isInternal(kind: MovementKind): boolean {
  return kind === 'from_own' || kind === 'to_own'
}

function noMovements(): Record<MovementKind, Decimal> {
  return { deposits: zero, from_own: zero, rewards: zero, withdrawals: zero, to_own: zero, fees: zero }
}

function summed(all: readonly Line['movements'][]): Line['movements'] {
  const sums = noMovements()
  for (const movements of all) for (const kind of movementKinds) sums[kind] = add(sums[kind], movements[kind])
  return sums
}

function sumOf(amounts: readonly (Decimal | null)[]): Decimal | null {
  return amounts.reduce((sum, amount) => sum && amount && add(sum, amount), zero)
}

function isAnything({ opening, closing, entries, proof }: HoldingLine): boolean {
  return opening?.digits !== 0n || closing?.digits !== 0n || entries > 0 || proof.state === 'unproved'
}

function nameOf({ vault, key }: HoldingLine): string | null {
  return vault?.label ?? key.vault_id
}

/** By code units, so that it is the same for every reader; what is missing comes last. */
function byText(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null) return 1
  if (other === null) return -1
  return one < other ? -1 : 1
}

/** One thing that is worth a look. */
export interface Finding {
  /** Which holding; null where it is one transaction. */
  readonly holding: Pick<SettledHolding, 'key' | 'vault' | 'network_name'> | null
  readonly transaction_id: string | null
  readonly what:
    | { readonly kind: 'unproved'; readonly reasons: readonly Unproved[] }
    | { readonly kind: 'unlisted-vault' }
    | { readonly kind: 'below-zero'; readonly day: DayNumber; readonly balance: Decimal }
    | { readonly kind: 'fault'; readonly fault: Fault['fault'] }
}

/** What is not proved among the holdings of a statement, and what transactions carry that nobody can count. */
export function findingsOf(
  holdings: readonly SettledHolding[],
  faults: readonly Fault[],
  { includes, isWhole }: StatementScope,
): readonly Finding[] {
  const included = holdings.filter(({ key, vault }) => includes(key, vault))
  return [
    ...included.flatMap((holding): Finding[] => {
      const proof = proofOf(holding, isWhole)
      const about = (what: Finding['what']): Finding => ({ holding, transaction_id: null, what })
      return [
        ...(proof.state === 'unproved' ? [about({ kind: 'unproved', reasons: proof.reasons })] : []),
        ...(holding.vault === null ? [about({ kind: 'unlisted-vault' })] : []),
        ...(holding.belowZero ? [about({ kind: 'below-zero', ...holding.belowZero })] : []),
      ]
    }),
    ...faults.map(
      ({ transaction_id, fault }): Finding => ({
        holding: null,
        transaction_id,
        what: { kind: 'fault', fault },
      }),
    ),
  ]
}

/** What is in flight from or to the vaults of a statement, and of its assets. */
export function inFlightIn(
  inFlight: readonly OpenTransaction[],
  vaults: readonly VaultName[],
  { includes }: StatementScope,
): readonly OpenTransaction[] {
  const names = new Map(vaults.map((vault) => [vault.vault_id, vault]))
  return inFlight.filter(({ transaction: { source, destination, asset_id, network_id } }) => {
    const parties = [
      ...(source.source_type === 'vault' ? [source.source_id] : []),
      ...(destination.destination_type === 'vault' ? [destination.destination_id] : []),
    ]
    return parties.some((vault_id) =>
      includes({ vault_id, asset_id, network_id }, names.get(vault_id) ?? null),
    )
  })
}

/** How many holdings a statement has, and how many of them are proved. */
export interface ProofCount {
  readonly proved: number
  readonly of: number
}

/** How much of a statement is proved. */
export function proofCount(statement: readonly AssetLines[]): ProofCount {
  return {
    proved: statement.reduce((sum, { proved }) => sum + proved, 0),
    of: statement.reduce((sum, { lines }) => sum + lines.length, 0),
  }
}
