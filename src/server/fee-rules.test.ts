/**
 * Statements of services that take their fees in other ways than the demonstration: the same transactions from the real service, over balances
 * to which each way leads. The statement must find it, prove every holding by it, and name it.
 */
import { expect, it } from 'vitest'
import { settleBooks } from '../books/books.ts'
import { readBooks } from '../books/read-books.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../contract/decimal.ts'
import { feeAssetOf } from '../contract/fee-asset.ts'
import { statement } from '../features/statements/statement.ts'
import { readStatementQuery } from '../url/statements.ts'
import type { HoldingRow, TransactionRow } from './service/database/tables.ts'
import { booksControl, startConsoleOverDemonstration } from './testing/console.ts'

/** Who pays a fee, and in what. */
type Charge = (row: TransactionRow) => { readonly vault: string | null; readonly asset: string | null }

const ways: Readonly<Record<string, { readonly charge: Charge; readonly says: RegExp }>> = {
  'sender-same-asset': {
    charge: (row) => ({ vault: senderOf(row), asset: row.asset_id }),
    says: /on top of the amount, in the same asset/,
  },
  'within-amount': {
    charge: (row) => ({ vault: receiverOf(row), asset: row.asset_id }),
    says: /part of the amount/,
  },
  receiver: {
    charge: (row) => ({ vault: receiverOf(row), asset: feeAssetOf(row.network_id) }),
    says: /receiver pays the fee, in the network’s own asset/,
  },
  nobody: { charge: () => ({ vault: null, asset: null }), says: /No vault pays/ },
}

/** That of the demonstration. */
const sender: Charge = (row) => ({ vault: senderOf(row), asset: feeAssetOf(row.network_id) })

const { generated, rows, database, address, reach } = await startConsoleOverDemonstration(400)

it.each(Object.entries(ways))(
  'fees as %s are found out over HTTP, prove every holding, and are named in the file',
  async (rule, { charge, says }) => {
    await database.query('delete from holding')
    await database.query(
      'insert into holding select * from json_populate_recordset(null::holding, $1::json)',
      [JSON.stringify(charged(charge))],
    )
    reach()
    const books = await readBooks(null, { ...booksControl, service: address })
    const { settlement } = settleBooks(books)
    expect(settlement.rule.id).toBe(rule)
    expect(settlement.holdings.length).toBeGreaterThan(30)
    const report = statement(books, readStatementQuery({ period: '2026-Q1' }, '2026-11-20'))
    expect(report.headline).toMatchObject({ text: expect.stringMatching(/^All \d+ holdings proved$/) })
    expect(report.remarks.join(' ')).toMatch(says)
  },
)

/** The balances to which the same transactions lead where fees are taken in another way. */
function charged(charge: Charge): readonly HoldingRow[] {
  const holdings = new Map(generated.holdings().map((holding) => [nameOf(holding), holding]))
  const change = ({ vault, asset }: ReturnType<Charge>, row: TransactionRow, amount: Decimal) => {
    if (vault === null || asset === null || amount.digits === 0n) return
    const key = { vault_id: vault, asset_id: asset, network_id: row.network_id }
    const before = holdings.get(nameOf(key)) ?? { ...key, ...empty }
    const available = add(readDecimal(before.available_balance) ?? zero, amount)
    holdings.set(nameOf(key), { ...before, available_balance: writeDecimal(available) })
  }
  for (const row of rows.filter(({ status }) => status === 'completed')) {
    const fee = readDecimal(row.fee) ?? zero
    change(sender(row), row, fee)
    change(charge(row), row, subtract(zero, fee))
  }
  return [...holdings.values()]
}

const empty = {
  available_balance: '0',
  processing_balance: '0',
  staking_balance: '0',
  claimable_balance: '0',
} as const

function nameOf({ vault_id, asset_id, network_id }: Omit<HoldingRow, keyof typeof empty>): string {
  return `${vault_id} ${asset_id} ${network_id}`
}

/** What stays within one vault has no other party that could pay. */
const isOwn = ({ transaction_type: type }: TransactionRow) =>
  type !== 'deposit' && type !== 'withdraw' && type !== 'rebalance'
const sourceOf = (row: TransactionRow) => (row.source_type === 'vault' ? row.source_id : null)
const destinationOf = (row: TransactionRow) => (row.destination_type === 'vault' ? row.destination_id : null)

function senderOf(row: TransactionRow): string | null {
  return sourceOf(row) ?? (isOwn(row) ? destinationOf(row) : null)
}

function receiverOf(row: TransactionRow): string | null {
  return isOwn(row) ? senderOf(row) : destinationOf(row)
}
