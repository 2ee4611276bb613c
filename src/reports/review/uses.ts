/** Transactions to an address, counted; and when, which and how much, once that was asked for. */
import { dayLength, dayText } from '../../contract/day.ts'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type { DestinationUse, PlacedText, UseDetails } from '../../store/queries/destination-uses.ts'
import type { FindingCells } from './finding-columns.ts'

export class Uses {
  transactions = 0
  /** Those of which the database has to be asked. */
  readonly asked: DestinationUse[] = []
  readonly #told: UseDetails[] = []

  add(use: DestinationUse): void {
    this.transactions += use.count
    this.asked.push(use)
  }

  tell(details: UseDetails): void {
    this.transactions += details.count
    this.#told.push(details)
  }

  /** There is a latest one only if every undated transaction is certainly older. */
  cells(detailsOf: DetailsOf): FindingCells {
    const { ids, latest, undatedBefore } = this.#all(detailsOf)
    const isCertain = latest !== null && (undatedBefore ?? -Infinity) <= latest.day * dayLength
    const known = isCertain ? latest : null
    return {
      transactions: String(this.transactions),
      transaction_ids: ids.map(({ text }) => text).join(' '),
      recorded_on: known && dayText(known.day),
      transaction_id: known?.id ?? null,
    }
  }

  sums(detailsOf: DetailsOf): FindingCells {
    const { amount, unreadable } = this.#all(detailsOf)
    return {
      completed_amount: writeDecimal(readDecimal(amount) ?? zero),
      unreadable_amounts: String(unreadable),
    }
  }

  #all(detailsOf: DetailsOf): UseDetails {
    return [...this.#told, ...this.asked.map(detailsOf)].reduce(together, nothing)
  }
}

export type DetailsOf = (use: DestinationUse) => UseDetails

const nothing: UseDetails = {
  ...{ count: 0, amount: '0', unreadable: 0, ids: [], latest: null, undatedBefore: null },
}

function together(one: UseDetails, other: UseDetails): UseDetails {
  return {
    count: one.count + other.count,
    amount: writeDecimal(add(readDecimal(one.amount) ?? zero, readDecimal(other.amount) ?? zero)),
    unreadable: one.unreadable + other.unreadable,
    ids: firstOf([...one.ids, ...other.ids], mostIds),
    latest: isLater(other.latest, one.latest) ? other.latest : one.latest,
    undatedBefore:
      one.undatedBefore === null && other.undatedBefore === null
        ? null
        : Math.max(one.undatedBefore ?? -Infinity, other.undatedBefore ?? -Infinity),
  }
}

const mostIds = 5

/** In the service's order. */
export function firstOf(texts: readonly PlacedText[], most: number): readonly PlacedText[] {
  return texts.toSorted((one, other) => one.place - other.place).slice(0, most)
}

/** Of one day, the first in the service's order counts. */
function isLater(one: UseDetails['latest'], other: UseDetails['latest']): boolean {
  if (one === null || other === null) return one !== null
  return one.day > other.day || (one.day === other.day && one.place < other.place)
}

/** Withdrawals, each asset of each network by itself. */
export class Withdrawals {
  transactions = 0
  readonly #sums = new Map<string, WithdrawalSum>()

  add(use: DestinationUse): void {
    this.transactions += use.count
    this.#usesOf(use).add(use)
  }

  tell(use: DestinationUse, details: UseDetails): void {
    this.transactions += details.count
    this.#usesOf(use).tell(details)
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
