/** Transactions to an address, counted and added up; and which, once that was asked for. */
import { dayLength, dayText } from '../../contract/day.ts'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type {
  DestinationUse,
  PlacedText,
  UseIds,
  UseQuestion,
  UseSums,
} from '../../store/queries/destination-uses.ts'
import type { FindingCells } from './finding-columns.ts'

export class Uses {
  transactions = 0
  readonly #sums: UseSums[] = []
  readonly #told: { readonly day: number | null; readonly ids: UseIds }[] = []
  /** Groups to query, by key. */
  readonly #groups = new Map<string | DestinationUse, DestinationUse>()
  #questions: readonly UseQuestion[] | null = null

  /** `isOfKey`: everything with the key of this one is added. */
  add(use: DestinationUse, isOfKey = false): void {
    this.transactions += use.count
    this.#sums.push(use)
    const group = isOfKey ? (use.group.destination_key ?? '') : use
    if (!this.#groups.has(group)) this.#groups.set(group, use)
  }

  tell(sums: UseSums, ids: UseIds): void {
    this.transactions += sums.count
    this.#sums.push(sums)
    this.#told.push({ day: sums.day, ids })
  }

  /** What the database has to be asked before `cells`. */
  get questions(): readonly UseQuestion[] {
    const day = this.#day
    this.#questions ??= [...this.#groups].map(([group, use]) => ({
      ...{ group: use.group, isOfKey: typeof group === 'string', day },
    }))
    return this.#questions
  }

  /** There is a latest one only if every undated transaction is certainly older. */
  cells(idsOf: IdsOf): FindingCells {
    const day = this.#day
    const told = this.#told.map(({ ids, ...of }) => (of.day === day ? ids : { ...ids, latest: null }))
    const all = [...told, ...this.questions.map(idsOf)]
    const undatedBefore = Math.max(...this.#sums.map((sums) => sums.undatedBefore ?? -Infinity))
    const isCertain = day !== null && undatedBefore <= day * dayLength
    const latestIds = all.flatMap((ids) => ids.latest ?? [])
    const [latest] = firstOf(latestIds, 1)
    const firstIds = all.flatMap(({ first }) => first)
    return {
      transactions: String(this.transactions),
      transaction_ids: firstOf(firstIds, mostIds)
        .map(({ text }) => text)
        .join(' '),
      recorded_on: isCertain ? dayText(day) : null,
      transaction_id: (isCertain && latest?.text) || null,
    }
  }

  sums(): FindingCells {
    const amounts = this.#sums.map(({ amount }) => readDecimal(amount) ?? zero)
    return {
      completed_amount: writeDecimal(amounts.reduce(add, zero)),
      unreadable_amounts: String(this.#sums.reduce((sum, { unreadable }) => sum + unreadable, 0)),
    }
  }

  get #day(): number | null {
    const days = this.#sums.flatMap(({ day }) => day ?? [])
    return days.length === 0 ? null : Math.max(...days)
  }
}

export type IdsOf = (question: UseQuestion) => UseIds

const mostIds = 5

/** In the service's order. */
export function firstOf(texts: readonly PlacedText[], most: number): readonly PlacedText[] {
  return texts.toSorted((one, other) => one.place - other.place).slice(0, most)
}

/** Withdrawals, each asset of each network by itself. */
export class Withdrawals {
  transactions = 0
  readonly #sums = new Map<string, WithdrawalSum>()

  add(use: DestinationUse): void {
    this.transactions += use.count
    this.#usesOf(use).add(use)
  }

  tell(use: DestinationUse, sums: UseSums, ids: UseIds): void {
    this.transactions += sums.count
    this.#usesOf(use).tell(sums, ids)
  }

  rows(): readonly WithdrawalSum[] {
    return [...this.#sums.values()]
  }

  #usesOf({ asset_id, network_id }: DestinationUse): Uses {
    const key = JSON.stringify([asset_id, network_id])
    const sum = this.#sums.get(key) ?? { cells: { asset_id, network_id }, withdrawals: new Uses() }
    this.#sums.set(key, sum)
    return sum.withdrawals
  }
}

interface WithdrawalSum {
  readonly cells: FindingCells
  readonly withdrawals: Uses
}
