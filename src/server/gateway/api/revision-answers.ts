/** Counts and sums of one revision: asked of the database once for all who wait, and kept for those who ask later. */
import type { TotalsColumn } from '../../../contract/console-api.ts'
import type { AddressRows } from '../../../store/queries/own-addresses.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import type { TransactionCount, TransactionTotal } from '../../../store/queries/transactions.ts'
import type { KeptRecords } from '../sync/account-sync.ts'

/** Rows of all answers together: a few hundred bytes each. */
const mostRows = 60_000

/** At once. Pages have the other connections. */
const mostAsked = 4

/** How many wait for their turn. A page does without its count then. */
const mostWaiting = 1000

type Asked = Omit<TransactionQuery, 'sort'>

export class RevisionAnswers {
  /** The least recently used first. */
  readonly #answers = new Map<string, KeptAnswer>()
  readonly #waiting: (() => void)[] = []
  #asked = 0
  #rows = 0

  count(kept: KeptRecords, query: Asked): Promise<TransactionCount> {
    return this.#find(
      keyOf(kept, query, 'count'),
      () => kept.rows.transactionCount(query),
      () => 1,
    )
  }

  /** Throws a `RangeError` where too many others wait. */
  totals(kept: KeptRecords, query: Asked, by: readonly TotalsColumn[]): Promise<readonly TransactionTotal[]> {
    return this.#find(
      keyOf(kept, query, by.join()),
      () => kept.rows.transactionTotals(query, by),
      (rows) => 1 + rows.length,
    )
  }

  /** `what`: names the question. Throws as `totals` does. */
  addresses<Row>(
    kept: KeptRecords,
    what: string,
    ask: () => Promise<AddressRows<Row>>,
  ): Promise<AddressRows<Row>> {
    return this.#find(keyOf(kept, {}, what), ask, ({ rows }) => 1 + rows.length)
  }

  async #find<Value>(
    key: string,
    ask: () => Promise<Value>,
    rowsOf: (value: Value) => number,
  ): Promise<Value> {
    const known = this.#answers.get(key)
    // The key names what was asked, and so the type of its answer.
    const value = (known?.value ?? this.#inTurn(ask)) as Promise<Value>
    const answer = known ?? { value, rows: 0 }
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    try {
      const given = await value
      if (this.#answers.get(key) === answer && answer.rows === 0) this.#keep(answer, rowsOf(given))
      return given
    } catch (error) {
      if (this.#answers.get(key) === answer) this.#answers.delete(key)
      throw error
    }
  }

  #keep(answer: KeptAnswer, rows: number): void {
    answer.rows = rows
    this.#rows += rows
    for (const [key, { rows: others }] of this.#answers) {
      if (this.#rows <= mostRows) return
      this.#answers.delete(key)
      this.#rows -= others
    }
  }

  async #inTurn<Value>(ask: () => Promise<Value>): Promise<Value> {
    if (this.#waiting.length >= mostWaiting) throw new RangeError('too many counts wait')
    if (this.#asked >= mostAsked) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    else this.#asked += 1
    try {
      return await ask()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#asked -= 1
    }
  }
}

interface KeptAnswer {
  readonly value: Promise<unknown>
  /** 0 until it is there. */
  rows: number
}

/** An account has answers of its own, and so has each revision of it. */
function keyOf({ account, standing: { revision } }: KeptRecords, query: Asked, what: string): string {
  return JSON.stringify([account, revision, what, query])
}
