import type { Transaction } from '../../api/records.ts'
import { add, compare, type Decimal, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'

/** The two directions in which assets move. */
export const sides = ['in', 'out'] as const
export type Side = (typeof sides)[number]

/** Of whom activity is shown: of one vault, by its id, or of all that the key can read. */
export type Whose = string | null

/** One reading of a list, and on which side its transactions count. */
export interface Source {
  readonly filter: Filter<'transactions'>
  readonly sideOf: (transaction: Transaction) => Side | null
}

/** Transactions of one asset on one network, on one side. Amounts are those of completed transactions, added exactly. */
export interface AssetFigure {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly network_name: string | null
  readonly count: number
  readonly amount: Decimal
  /** Completed transactions whose amount is no decimal. */
  readonly unreadable: number
}

/** What was read of one side of a period. */
export interface SideFigure {
  readonly count: number
  /** By `assetKey`. */
  readonly assets: ReadonlyMap<string, AssetFigure>
}

/** What was read of a period. */
export interface Figure {
  readonly in: SideFigure
  readonly out: SideFigure
  /** Ids of the first transactions, by which it is seen whether two periods have the same. */
  readonly ids: readonly string[]
  /** Whether the service had more, or moved the list while it was read. */
  readonly isPart: boolean
  /** When it was received: ISO 8601 UTC. */
  readonly readAt: string
}

/** One asset, by whose amounts or transactions activity is shown. */
export interface Asset {
  readonly asset_id: string | null
  readonly network_id: string | null
}

/**
 * What is read for a period: every transaction where it is about all vaults, of which deposits come in and withdrawals go out; those to
 * and those from a vault where it is about one, whatever their type.
 */
export function sourcesOf(whose: Whose): readonly Source[] {
  if (whose === null)
    return [
      {
        filter: {},
        sideOf: ({ transaction_type: type }) =>
          type === 'deposit' ? 'in' : type === 'withdraw' ? 'out' : null,
      },
    ]
  return sides.map((side) => ({ filter: filterOf(whose, side), sideOf: () => side }))
}

/** The filter whose list has the transactions of one side. */
export function filterOf(whose: Whose, side: Side): Filter<'transactions'> {
  if (whose === null) return { transaction_type: side === 'in' ? 'deposit' : 'withdraw' }
  return side === 'in' ? { destination_id: whose } : { source_id: whose }
}

/** Adds up transactions, each on its side. */
export function addUp(of: readonly (readonly [Side, Transaction])[]): Readonly<Record<Side, SideFigure>> {
  return { in: sideFigure(of, 'in'), out: sideFigure(of, 'out') }
}

function sideFigure(of: readonly (readonly [Side, Transaction])[], side: Side): SideFigure {
  const assets = new Map<string, AssetFigure>()
  let count = 0
  for (const [its, transaction] of of) {
    if (its !== side) continue
    count += 1
    const { asset_id, network_id, network_name, status } = transaction
    const key = assetKey(transaction)
    const known = assets.get(key) ?? {
      asset_id,
      network_id,
      network_name,
      count: 0,
      amount: zero,
      unreadable: 0,
    }
    const amount = status === 'completed' ? readDecimal(transaction.amount) : zero
    assets.set(key, {
      ...known,
      count: known.count + 1,
      amount: add(known.amount, amount ?? zero),
      unreadable: known.unreadable + (amount === null ? 1 : 0),
    })
  }
  return { count, assets }
}

/** What tells an asset on a network from all others. */
export function assetKey({ asset_id, network_id }: Asset): string {
  return JSON.stringify([asset_id, network_id])
}

/** Every asset with a name that was met, by it, then by its network's. */
export function assetsMet(figures: readonly Figure[]): readonly AssetFigure[] {
  const met = new Map(figures.flatMap((figure) => sides.flatMap((side) => [...figure[side].assets])))
  const name = ({ asset_id, network_id }: Asset) => `${asset_id ?? ''} ${network_id ?? ''}`
  return [...met.values()]
    .filter(({ asset_id }) => asset_id)
    .sort((one, other) => name(one).localeCompare(name(other), 'en'))
}

/** A value to draw or to write: a count or an amount as decimal text, and how many amounts it leaves out. */
export interface Value {
  readonly text: string
  readonly unreadable: number
}

/** The value of one side: its transactions, those of an asset, or the amount of those that are completed. */
export function sideValue(figure: SideFigure, asset: string | null, isAmount: boolean): Value {
  if (asset === null) return { text: String(figure.count), unreadable: 0 }
  const of = figure.assets.get(asset)
  if (!of) return { text: '0', unreadable: 0 }
  return isAmount
    ? { text: writeDecimal(of.amount), unreadable: of.unreadable }
    : { text: String(of.count), unreadable: 0 }
}

/** The exact sum of decimal texts. */
export function sumOf(texts: readonly string[]): string {
  return writeDecimal(texts.reduce((sum, text) => add(sum, readDecimal(text) ?? zero), zero))
}

/** The largest of decimal texts; zero where there is none. */
export function largestOf(texts: readonly string[]): Decimal {
  return texts.reduce((largest, text) => {
    const one = readDecimal(text)
    return one && compare(one, largest) > 0 ? one : largest
  }, zero)
}

/** Whether a transaction was listed for two of these periods: then the service does not filter by date as it should. */
export function isAnyShared(figures: readonly Figure[]): boolean {
  const seen = new Set<string>()
  for (const { ids } of figures) {
    const own = new Set(ids)
    for (const id of own) {
      if (seen.has(id)) return true
      seen.add(id)
    }
  }
  return false
}
