/** Books of the real service: every transaction of the demonstration on its day, every holding proved, and every past balance that of its rows. */
import { describe, expect, it } from 'vitest'
import { run } from '../api/retries.ts'
import { ask } from '../api/service-read.ts'
import { type Books, settleBooks } from '../books/books.ts'
import { dividedBooks } from '../books/edges.ts'
import { readEdges } from '../books/reading/read-edges.ts'
import { eachRow } from '../books/transaction-table.ts'
import { dayNumber, dayText } from '../contract/day.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../contract/decimal.ts'
import { balanceAt, scopeOf, statementEdges } from '../features/statements/holding-lines.ts'
import { statement } from '../features/statements/statement.ts'
import { readStatementQuery } from '../url/statements.ts'
import { requestTime } from './service/testing/service.ts'
import { readBooksNow, running, startConsoleOverDemonstration, withEveryDay } from './testing/console.ts'

const { database, rows, reach } = await startConsoleOverDemonstration(90)

describe('books from the service', () => {
  let whole: Books
  const today = dayNumber(requestTime.slice(0, 10)) ?? 0

  const options = { ...running, sleep: async () => {} }

  const unexplained = (books: Books) =>
    settleBooks(books).settlement.holdings.filter(({ remainder }) => remainder?.digits !== 0n)

  it('tell the days of a zone apart, where the service takes instants', async () => {
    reach()
    const books = await readBooksNow()
    const zone = 'Asia/Bangkok'
    const query = readStatementQuery({ period: '2026-01', zone }, requestTime.slice(0, 10))
    const edges = statementEdges(books, query, 'ends')
    const divided = dividedBooks(await run(readEdges(books, edges), options), edges)
    const period = { from: Date.parse('2025-12-31T17:00:00Z'), before: Date.parse('2026-01-31T17:00:00Z') }
    const { days } = scopeOf(divided, query)
    const counted: (string | null)[] = []
    eachRow(divided.transactions.table, ({ transaction_id }, day) => {
      if (day !== null && day >= days.first && day <= days.last) counted.push(transaction_id)
    })
    const recorded = rows.filter(({ recorded_at }) => {
      const at = Date.parse(recorded_at)
      return at >= period.from && at < period.before
    })
    expect(counted.sort()).toEqual(recorded.map(({ transaction_id }) => transaction_id).sort())
    expect(recorded.length).toBeGreaterThan(5)
    const [link] = statement(divided, query).tables.flatMap(({ rows }) =>
      rows.flatMap(({ parts = [] }) =>
        parts.flatMap((row) => (row.parts ?? []).flatMap(({ href }) => href ?? [])),
      ),
    )
    expect(link).toContain('start_date=2025-12-31T17%3A00%3A00.000Z&end_date=2026-01-31T16%3A59%3A59.999Z')
  })

  /** What a vault held at the end of a day, added up from the rows. */
  function byTheBooks(vault: string, asset: string, network: string, own: string, until: number): Decimal {
    let balance = zero
    for (const row of rows) {
      if (row.status !== 'completed' || (dayNumber(row.recorded_at.slice(0, 10)) ?? 0) > until) continue
      const amount = readDecimal(row.amount) ?? zero
      const isSource = row.source_type === 'vault' && row.source_id === vault
      const isDestination = row.destination_type === 'vault' && row.destination_id === vault
      const moves = row.asset_id === asset
      if (moves && isSource && ['withdraw', 'rebalance'].includes(row.transaction_type))
        balance = subtract(balance, amount)
      if (moves && isDestination) balance = add(balance, amount)
      if (isSource && row.network_id === network && asset === own)
        balance = subtract(balance, readDecimal(row.fee) ?? zero)
    }
    return balance
  }

  it('prove every holding over connections that break, with every transaction on its day, and have every past balance as the books have it', async () => {
    let requests = 0
    reach((path) => {
      if (++requests % 7 === 0) throw new TypeError('connection reset')
      return path
    })
    whole = await withEveryDay(await readBooksNow(null, {}, options))
    const { settlement, book } = settleBooks(whole)
    const { doubts, days } = whole.transactions
    expect({ doubts, failure: days.failure, rule: settlement.rule.id }).toEqual({
      doubts: [],
      failure: null,
      rule: 'sender',
    })
    expect(book).toMatchObject({ faultCount: 0, undated: 0, read: rows.length })
    const recorded = new Map(rows.map(({ transaction_id, recorded_at }) => [transaction_id, recorded_at]))
    eachRow(whole.transactions.table, ({ transaction_id }, day) =>
      expect(dayText(day ?? 0)).toBe(recorded.get(transaction_id ?? '')?.slice(0, 10)),
    )
    expect(settlement.holdings.length).toBeGreaterThan(40)
    expect(unexplained(whole)).toEqual([])
    expect(settlement.holdings.filter(({ belowZero }) => belowZero !== null)).toEqual([])
    const usdc = settlement.holdings.find(({ key }) => key.asset_id === 'USDC_ETH')
    const ether = settlement.holdings.find(
      ({ key }) => key.asset_id === 'ETH' && key.vault_id === usdc?.key.vault_id,
    )
    for (const holding of [usdc, ether])
      for (const day of [today, today - 1, today - 30, today - 200, today - 400]) {
        const { vault_id, asset_id, network_id } = holding?.key ?? {}
        expect(holding && writeDecimal(balanceAt(holding, day) ?? zero)).toBe(
          writeDecimal(byTheBooks(vault_id ?? '', asset_id ?? '', network_id ?? '', 'ETH', day)),
        )
      }
  })

  it('are read again where something changed without a transaction, and then tell both figures and when each was read', async () => {
    const [holding] = settleBooks(whole).settlement.holdings
    const { vault_id, asset_id, network_id } = holding?.key ?? {}
    const change = (by: string) =>
      database.query(
        'update holding set available_balance = available_balance + $1::numeric where vault_id = $2 and asset_id = $3 and network_id = $4',
        [by, vault_id ?? '', asset_id ?? '', network_id ?? ''],
      )
    reach()
    let clock = Date.parse(requestTime)
    let changed: Promise<unknown> | null = null
    const books = await readBooksNow(
      null,
      {
        onProgress: ({ rows }) => {
          if (rows === 0 || changed) return
          clock += 38_000
          changed = change('0.5')
        },
      },
      {
        now: () => clock,
        async answer(request) {
          await changed
          return await ask(request.target)
        },
      },
    )
    await change('-0.5')
    expect(unexplained(books).map(({ key, change }) => [key, change])).toEqual([
      [
        holding?.key,
        {
          before: { balance: holding?.now, readAt: requestTime },
          after: { balance: add(holding?.now ?? zero, { digits: 5n, scale: 1 }), readAt: books.ended },
        },
      ],
    ])
  })
})
