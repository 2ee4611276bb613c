/** Statements over the real service: every holding of the demonstration must be proved, and every past balance be that of its books. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { dayNumber } from '../api/dates/day.ts'
import { type Books, settleBooks } from '../books/books.ts'
import { readBooks } from '../books/read-books.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../contract/decimal.ts'
import { apiPrefix } from '../contract/session.ts'
import { movementsIn } from '../features/statements/ledger.ts'
import { balanceAt } from '../features/statements/past.ts'
import { statement } from '../features/statements/statement.ts'
import { readStatementQuery } from '../url/statements.ts'
import { generateBooks } from './demonstration/generate.ts'
import type { Database } from './service/database/database.ts'
import type { TransactionRow } from './service/database/tables.ts'
import { openEither } from './service/testing/databases.ts'
import { fill, listen, requestTime, type TestService } from './service/testing/service.ts'

const askBrowserless = globalThis.fetch
const { signal } = new AbortController()

describe('statements from the service', () => {
  let database: Database
  let service: TestService
  let rows: readonly TransactionRow[]
  /** Everything, as the first test reads it. */
  let whole: Books
  const today = dayNumber(requestTime.slice(0, 10)) ?? 0

  beforeAll(async () => {
    database = await openEither()
    const books = generateBooks({ transactions: 1_200, seed: 7, until: new Date(requestTime) })
    rows = [...books.transactions]
    await fill(database, books)
    service = await listen(database)
  })

  afterEach(() => vi.unstubAllGlobals())

  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  /** The console asks its gateway by path alone; `fails` breaks a request off before it is made. */
  function reach(
    fails: (path: string) => boolean = () => false,
    headers: Readonly<Record<string, string>> = {},
  ): string[] {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      asked.push(path)
      if (fails(path)) throw new TypeError('connection reset')
      return askBrowserless(path.replace(apiPrefix, service.address), {
        ...init,
        headers: { 'x-api-key': 'demo-viewer-key', ...headers },
      })
    })
    return asked
  }

  const options = {
    signal,
    onProgress: () => {},
    sleep: async () => {},
    now: () => Date.parse(requestTime),
    service: '',
    account: null,
  }

  const unexplained = (books: Books) =>
    settleBooks(books).settlement.holdings.filter(({ remainder }) => remainder?.digits !== 0n)

  /** What a vault held at the end of a day by the rows of the books, which are entered in the order of their time. */
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

  it('proves every holding over connections that break, and has every past day as the books have it', async () => {
    let requests = 0
    reach(() => ++requests % 7 === 0)
    whole = await readBooks(null, options)
    const { settlement, book } = settleBooks(whole)
    const { doubts, days } = whole.transactions
    expect({ doubts, failure: days.failure, rule: settlement.rule.id }).toEqual({
      doubts: [],
      failure: null,
      rule: 'sender',
    })
    expect(book).toMatchObject({ faultCount: 0, undated: 0, read: rows.length })
    expect(settlement.holdings.length).toBeGreaterThan(50)
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

  it('has of a holding the movements that its statement is made of, without another request', () => {
    const asked = reach()
    const { settlement } = settleBooks(whole)
    const period = { first: today - 500, last: today - 20 }
    let count = 0
    for (const holding of settlement.holdings) {
      const movements = movementsIn(whole, holding, settlement, period)
      const last = movements.first.at(-1)
      if (last?.balance)
        expect(writeDecimal(last.balance)).toBe(writeDecimal(balanceAt(holding, period.last) ?? zero))
      expect(movements.undated).toBe(0)
      count += movements.count
    }
    expect(count).toBeGreaterThan(100)
    expect(asked).toEqual([])
  })

  it('leaves what transactions do not explain, to the last digit', async () => {
    reach(() => false, { 'account-id': 'demo-discrepancy-vaults' })
    const books = await readBooks(null, options)
    const left = unexplained(books)
    expect(left.map(({ remainder }) => remainder && writeDecimal(remainder))).toEqual(['0.000001'])
    const report = statement(books, readStatementQuery({ period: '2026-Q1' }, '2026-11-20'))
    const holdings = settleBooks(books).settlement.holdings.length
    expect(report.headline.text).toBe(`${holdings - 1} of ${holdings} holdings proved`)
    expect(report.tables[0]?.rows.filter(({ tone }) => tone === 'warning')).toHaveLength(1)
  })

  it('reads again what changed without a transaction, and then tells both figures and when each was read', async () => {
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
    const books = await readBooks(null, {
      ...options,
      now: () => clock,
      gate: async () => void (await changed),
      onProgress: ({ stage }) => {
        if (stage !== 'transactions' || changed) return
        clock += 38_000
        changed = change('0.5')
      },
    })
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

  it('gives no days where the service refuses dates', async () => {
    const answering = askBrowserless
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const refused = path.replace(/(start|end)_date=[^&]*/g, '$1_date=never')
      return answering(refused.replace(apiPrefix, service.address), {
        ...init,
        headers: { 'x-api-key': 'demo-viewer-key' },
      })
    })
    // A refused date is an answer: nobody is asked whether to try again.
    const onFailure = (error: Error) => Promise.reject(new Error(`held up by ${error.message}`))
    const books = await readBooks(null, { ...options, onFailure })
    expect(books.transactions.days.failure).toBe('refused')
    expect(settleBooks(books).book.undated).toBe(rows.length)
  })
})
