/** What a statement is made of: which holdings and days it is of, and the figures of each asset and vault in them. */
import { type DayNumber, type DayRange, dayNumber, dayOf } from '../../api/dates/day.ts'
import type { VaultName } from '../../books/balances.ts'
import { type Books, type SettledBooks, settleBooks } from '../../books/books.ts'
import type { Entry, HoldingKey } from '../../books/day-book.ts'
import { isOutgoing, type MovementKind, movementKinds } from '../../books/effects.ts'
import { groupBy } from '../../books/grouped.ts'
import type { SettledHolding } from '../../books/settle.ts'
import { add, type Decimal, subtract, zero } from '../../contract/decimal.ts'
import type { Period } from '../../url/periods.ts'
import type { StatementQuery, VaultHolding } from '../../url/statements.ts'
import { balanceAt, type Unproved, whyUnproved } from './past.ts'
import { vaultLabel } from './words.ts'

/** Which holdings and days a statement is of, in books that are added up. */
export interface Scope extends SettledBooks {
  readonly books: Books
  readonly query: StatementQuery
  readonly days: DayRange
  /** The day on which today's balances were read, in UTC. */
  readonly today: DayNumber
  /** When a period that is not over closes: the instant at which balances were read. Null where it is over. */
  readonly closesEarlyAt: string | null
  includes(key: HoldingKey, vault: VaultName | null): boolean
}

/** What of the books a statement is made of. */
export function scopeOf(books: Books, query: StatementQuery): Scope {
  const { vaults, assets, period } = query
  const { whose } = books.transactions.days
  const days = daysOf(period)
  const today = dayOf(Date.parse(books.ended), 'utc')
  const ids = vaults && 'ids' in vaults ? new Set(vaults.ids) : null
  return {
    ...settleBooks(books),
    ...{ books, query, days, today },
    // Where days are the service's own, its yesterday may go on.
    closesEarlyAt: days.last < (whose === 'service' ? today - 1 : today) ? null : books.ended,
    includes: ({ vault_id, asset_id, network_id }, vault) =>
      (ids === null || (vault_id !== null && ids.has(vault_id))) &&
      (vaults === null || !('type' in vaults) || vault?.vault_type === vaults.type) &&
      (assets === null ||
        assets.some((asset) => asset.asset_id === asset_id && asset.network_id === (network_id || null))),
  }
}

/** A holding of the books; null where there is no such one. */
export function holdingOf(
  { settlement }: Pick<Scope, 'settlement'>,
  { vault_id, asset }: VaultHolding,
): SettledHolding | null {
  return (
    settlement.holdings.find(
      ({ key }) =>
        key.vault_id === vault_id &&
        key.asset_id === asset.asset_id &&
        (key.network_id || null) === asset.network_id,
    ) ?? null
  )
}

/** The first and the last day of a period. */
function daysOf({ first, last }: Period): DayRange {
  return { first: dayNumber(first) ?? 0, last: dayNumber(last) ?? 0 }
}

/** Opening, movements and closing. What goes out is negative, so that a line adds up. Null where today's balance is not known. */
export interface Line {
  readonly opening: Decimal | null
  readonly closing: Decimal | null
  readonly movements: Readonly<Record<MovementKind, Moved>>
}

/** Amounts or fees of one kind, and how many. */
export interface Moved {
  readonly sum: Decimal
  readonly count: number
}

/** One asset on one network: all vaults of the statement together, and each. */
export interface AssetLines {
  readonly key: Pick<HoldingKey, 'asset_id' | 'network_id'>
  /** Movements between the vaults of the statement are left out of it: they are in two lines, and cancel each other. */
  readonly total: Line
  readonly lines: readonly HoldingLine[]
}

/** The line of one vault and asset. */
export interface HoldingLine extends Line {
  readonly holding: SettledHolding
  readonly unproved: readonly Unproved[]
}

/** The lines of a statement, by asset and network, and within by vault. What held nothing and did not move is left out. */
export function linesOf({ settlement, days, includes, books }: Scope): readonly AssetLines[] {
  const included = settlement.holdings.filter(({ key, vault }) => includes(key, vault))
  const vaults = new Set(included.map(({ key }) => key.vault_id))
  const isWhole = books.transactions.doubts.length === 0
  const byAsset = groupBy(included, ({ key }) => JSON.stringify([key.asset_id, key.network_id]))
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
        opening: sumOf(lines.map(({ opening }) => opening)),
        closing: sumOf(lines.map(({ closing }) => closing)),
        movements: movementsOf(members, days, ({ counterpart }) => !vaults.has(counterpart)),
      }
      return [{ key: { asset_id, network_id }, total, lines }]
    })
    .sort(
      ({ key: one }, { key: other }) =>
        byText(one.asset_id, other.asset_id) || byText(one.network_id, other.network_id),
    )
}

/** Movements of a period, signed. A movement between own vaults counts where `counts` says so. */
function movementsOf(
  holdings: readonly SettledHolding[],
  { first, last }: DayRange,
  isCounted: (entry: Entry<MovementKind>) => boolean,
): Line['movements'] {
  const none = { sum: zero, count: 0 }
  const sums: Record<MovementKind, Moved> = {
    deposits: none,
    from_own: none,
    rewards: none,
    withdrawals: none,
    to_own: none,
    fees: none,
  }
  for (const { day, entries } of holdings.flatMap(({ days }) => days)) {
    if (day === null || day < first || day > last) continue
    for (const entry of entries) {
      const { kind, sum, count } = entry
      if ((kind === 'from_own' || kind === 'to_own') && !isCounted(entry)) continue
      const before = sums[kind]
      sums[kind] = {
        sum: isOutgoing(kind) ? subtract(before.sum, sum) : add(before.sum, sum),
        count: before.count + count,
      }
    }
  }
  return sums
}

/** How many holdings there are, and how many of them are proved. */
export function proofOfAll(assets: readonly AssetLines[]) {
  const lines = assets.flatMap((asset) => asset.lines)
  return { proved: lines.filter(({ unproved }) => unproved.length === 0).length, of: lines.length }
}

export function entriesOf(assets: readonly AssetLines[]): number {
  return assets
    .flatMap(({ lines }) => lines)
    .reduce((sum, { holding, unproved }) => (unproved.length === 0 ? sum + holding.entries : sum), 0)
}

function sumOf(amounts: readonly (Decimal | null)[]): Decimal | null {
  return amounts.reduce((sum, amount) => sum && amount && add(sum, amount), zero)
}

function isAnything({ opening, closing, movements, unproved }: HoldingLine): boolean {
  const hasMoved = movementKinds.some((kind) => movements[kind].count > 0)
  return opening?.digits !== 0n || closing?.digits !== 0n || hasMoved || unproved.length > 0
}

/** By code units, so that it is the same for every reader; what is missing comes last. */
function byText(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null) return 1
  if (other === null) return -1
  return one < other ? -1 : 1
}

/** The holdings of the one asset that a statement is of; none where there are several, or one vault alone. */
export function sharedHoldings([asset, ...others]: readonly AssetLines[]): readonly SettledHolding[] {
  if (!asset || others.length > 0 || asset.lines.length < 2) return []
  return asset.lines.map(({ holding }) => holding)
}
