/** Transactions to an address, counted, and withdrawals to it, added up. */
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { type DayNumber, dayLength, dayText } from '../../contract/day.ts'
import { add, type Decimal, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type { FindingRow } from './findings.ts'

/** When the service recorded a transaction: the day if it is certain, and an upper bound. */
export interface Recorded {
  readonly day: DayNumber | null
  /** Milliseconds, as in a `TimeSpan`. */
  readonly before: number
}

export class Uses {
  transactions = 0
  /** The first few in the service's order, which need not be by time. */
  readonly #ids: string[] = []
  #latest: { readonly id: string | null; readonly day: DayNumber } | null = null
  #undatedBefore = -Infinity

  add({ transaction_id: id }: BookedTransaction, { day, before }: Recorded): void {
    this.transactions += 1
    if (id !== null && this.#ids.length < mostIds) this.#ids.push(id)
    if (day === null) this.#undatedBefore = Math.max(this.#undatedBefore, before)
    else if (this.#latest === null || day > this.#latest.day) this.#latest = { id, day }
  }

  /** There is a latest one only if every undated transaction is certainly older. */
  cells(): FindingRow['cells'] {
    const isCertain = this.#latest !== null && this.#undatedBefore <= this.#latest.day * dayLength
    const latest = isCertain ? this.#latest : null
    return {
      transactions: String(this.transactions),
      transaction_ids: this.#ids.join(' '),
      recorded_on: latest && dayText(latest.day),
      transaction_id: latest?.id ?? null,
    }
  }
}

const mostIds = 5

export class Withdrawals {
  transactions = 0
  readonly ids: string[] = []
  readonly #sums = new Map<string, Sum>()

  add(transaction: BookedTransaction, recorded: Recorded): void {
    this.transactions += 1
    const { transaction_id, asset_id, network_id } = transaction
    if (transaction_id !== null) this.ids.push(transaction_id)
    const key = JSON.stringify([asset_id, network_id])
    const sum = this.#sums.get(key) ?? { asset_id, network_id, uses: new Uses(), amount: zero, unreadable: 0 }
    this.#sums.set(key, sum)
    sum.uses.add(transaction, recorded)
    const amount = readDecimal(transaction.amount)
    if (amount) sum.amount = add(sum.amount, amount)
    else sum.unreadable += 1
  }

  rows(): readonly FindingRow['cells'][] {
    return [...this.#sums.values()].map(({ asset_id, network_id, uses, amount, unreadable }) => ({
      ...{ asset_id, network_id },
      ...uses.cells(),
      completed_amount: writeDecimal(amount),
      unreadable_amounts: String(unreadable),
    }))
  }
}

interface Sum {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly uses: Uses
  amount: Decimal
  /** Amounts that are no decimals are not in the sum. */
  unreadable: number
}
