/** Counts and sums of one revision of an account's records. */
import { mostAddresses } from '../../../contract/addresses.ts'
import type { TotalsColumn } from '../../../contract/console-api.ts'
import type { AddressRows } from '../../../store/queries/own-addresses.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import type { TransactionCount, TransactionTotal } from '../../../store/queries/transactions.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { SharedAnswers } from './shared-answers.ts'

type Asked = Omit<TransactionQuery, 'sort'>

/** All throw GTW-23 where too many others wait. */
export class RevisionAnswers {
  /** Rows have a few hundred bytes each. Pages have the other connections. */
  readonly #answers = new SharedAnswers({ rows: 60_000, asked: 4 })

  /** A report takes as long as all others together. */
  readonly #reports = new SharedAnswers({ rows: 60_000, asked: 2 })

  /** For a few accounts: each takes a query over all rows. */
  readonly #addresses = new SharedAnswers({ rows: 8 * mostAddresses, asked: 2 })

  count(kept: KeptRecords, query: Asked): Promise<TransactionCount> {
    return this.#answers.find(
      nameOf(kept, query, 'count'),
      () => kept.rows.transactionCount(query),
      () => 1,
    )
  }

  totals(kept: KeptRecords, query: Asked, by: readonly TotalsColumn[]): Promise<readonly TransactionTotal[]> {
    return this.#answers.find(
      nameOf(kept, query, by),
      () => kept.rows.transactionTotals(query, by),
      (rows) => 1 + rows.length,
    )
  }

  addresses<Row>(
    kept: KeptRecords,
    whose: 'own' | 'destinations',
    ask: () => Promise<AddressRows<Row>>,
  ): Promise<AddressRows<Row>> {
    return this.#addresses.find(nameOf(kept, {}, whose), ask, ({ rows }) => 1 + rows.length)
  }

  /** `name`: of all that the report depends on beside the records. */
  report<Value>(
    kept: KeptRecords,
    name: readonly unknown[],
    make: () => Promise<Value>,
    rowsOf: (value: Value) => number,
  ): Promise<Value> {
    return this.#reports.find(nameOf(kept, {}, name), make, rowsOf)
  }
}

/** An account has answers of its own, and so has each revision of it. */
function nameOf({ account, standing: { revision } }: KeptRecords, query: Asked, what: unknown): string {
  return JSON.stringify([account, revision, what, query])
}
