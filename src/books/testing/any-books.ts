import * as fc from 'fast-check'
import {
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from '../../api/normalise.ts'
import type { Books } from '../books.ts'
import type { WalkEnd } from '../reading/walk.ts'
import { createTransactionTable, daySpan } from '../transaction-table.ts'

/** Halves of surrogate pairs among them. */
const text = fc.oneof(
  fc.constantFrom('', 'BTC', 'completed'),
  fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) }),
)
const instant = '2026-11-23T14:02:31.000Z'
const end: WalkEnd = {
  completeness: 'read-once',
  doubts: ['It was skipped.'],
  isUnchecked: false,
  since: null,
  rows: 0,
  passes: 1,
  late: 0,
  begun: instant,
  ended: instant,
}

const holdingSent = fc.record(
  { asset_id: text, network_id: text, balances: fc.record({ total_balance: text, beside: text }) },
  { requiredKeys: [] },
)
const transactionSent = fc.record(
  { transaction_id: text, status: text, beside: text, transaction: fc.record({ amount: text, note: text }) },
  { requiredKeys: [] },
)
/** Any books, some of whose records have fields of their own. Blocks have so many rows, or any number. */
export const anyBooks = (rowsOfBlock?: number): fc.Arbitrary<Books> =>
  fc
    .record({
      holdings: fc.array(holdingSent, { maxLength: 3 }),
      names: fc.array(text, { maxLength: 3 }),
      rows: fc.array(fc.tuple(transactionSent, fc.option(fc.integer({ min: -1000, max: 100_000 }))), {
        maxLength: 12,
      }),
      perBlock: rowsOfBlock === undefined ? fc.integer({ min: 1, max: 5 }) : fc.constant(rowsOfBlock),
      account: fc.option(text),
      update: fc.option(fc.constant({ whole: instant, added: 3, changed: 1 })),
    })
    .map(({ holdings, names, rows, perBlock, account, update }): Books => {
      const table = createTransactionTable(perBlock)
      for (const [sent, day] of rows) table.add(normaliseTransaction(sent), daySpan(day))
      const listed = <R>(records: readonly R[]) => ({ ...end, rows: records.length, records })
      const balances = listed(holdings.map(normaliseHolding))
      const vaults = names.map((vault_name) => normaliseVault({ vault_name, assets: holdings }))
      const whitelists = names.map((whitelist_name) =>
        normaliseWhitelist({ whitelist_name, assets: [{ address: whitelist_name }] }),
      )
      const reading = {
        vaults: listed(vaults),
        balances: { all: balances, cold: balances, warm: balances },
      }
      const days = { failure: null, form: 'day', formOfLinks: 'day', whose: 'utc' } as const
      return {
        service: 'https://custody.invalid',
        account,
        holdings: [reading, reading],
        whitelists: listed(whitelists),
        transactions: { ...end, rows: rows.length, table: table.table(), days },
        begun: instant,
        ended: instant,
        update,
        reread: null,
      }
    })
