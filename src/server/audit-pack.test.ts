/** The files of audit packs, made from books of the real service. */
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Books } from '../books/books.ts'
import { createTransactionTable, daySpan, eachRow } from '../books/transaction-table.ts'
import { packParts } from '../features/pack/pack-parts.ts'
import { columnsFor, transactionsExport } from '../files/list-export.ts'
import { runExport } from '../files/run.ts'
import { exportControl } from '../files/testing/export-run.ts'
import type { WrittenFile } from '../files/written-file.ts'
import type { VaultChoice } from '../url/holdings.ts'
import { generateBooks } from './demonstration/generate.ts'
import { requestTime } from './service/testing/service.ts'
import { readBooksNow, startConsoleOver, withEveryDay } from './testing/console.ts'

const { reach } = await startConsoleOver(
  generateBooks({ transactions: 150, seed: 7, until: new Date(requestTime) }),
)
const { signal } = new AbortController()

const period = { first: '2026-01-01', last: '2026-03-31', name: 'Q1 2026' }

const names = (
  'statement.csv statement.json opening-balances.csv closing-balances.csv transactions.csv whitelists.csv ' +
  'whitelist-review.csv whitelist-review.json reconciliation.csv reconciliation.json'
).split(' ')

function textSink() {
  const pieces: Uint8Array[] = []
  const write = (bytes: Uint8Array) => void pieces.push(bytes.slice())
  return { write, text: () => Buffer.concat(pieces).toString('utf8').replace('\ufeff', '') }
}

describe('the files of a pack', () => {
  let books: Books

  beforeAll(async () => {
    reach()
    books = await read()
  })

  const read = async (session = 'mark') =>
    withEveryDay(
      await readBooksNow(
        null,
        { service: 'https://custody.invalid', account: 'acme' },
        // A refused date is an answer, so it is not retried.
        { session, signal, onFailure: (error) => Promise.reject(error) },
      ),
    )

  async function made(
    of: Books,
    control: Partial<Parameters<typeof packParts>[2]> = {},
    days = period,
    vaults: VaultChoice | null = null,
  ) {
    const files = new Map<string, WrittenFile & { readonly text: string }>()
    const { missing } = await packParts(
      { books: of, period: days, vaults, valuation: null, accepted: [] },
      async (name, write) => {
        const sink = textSink()
        const written = await write(sink)
        files.set(name, { ...written, text: sink.text() })
      },
      { signal, onProgress: () => {}, ...control },
    )
    const file = (name: string) => {
      const found = files.get(name)
      if (!found) throw new Error(`${name} is not there`)
      return found
    }
    return { missing, names: [...files.keys()], file }
  }

  it('are refused for a period that has not begun', async () => {
    const toCome = { first: '2026-11-21', last: '2026-12-31', name: 'later' }
    await expect(made(books, {}, toCome)).rejects.toThrow('has not begun')
  })

  it('are made of the books without a request, and agree with each other', async () => {
    reach(() => {
      throw new Error('Nothing is asked')
    })
    const parts = new Set<string>()
    const pack = await made(books, { onProgress: ({ text }) => void parts.add(text) })
    expect([...parts]).toEqual([
      'Part 1 of 5, statement',
      'Part 2 of 5, transactions',
      'Part 3 of 5, whitelists',
      'Part 4 of 5, whitelist review',
      'Part 5 of 5, reconciliation',
    ])
    expect([pack.missing, pack.names.sort()]).toEqual([[], names.toSorted()])
    for (const name of names) expect(pack.file(name)).toMatchObject({ completeness: 'complete' })
    const held = (name: string, column: string) => {
      const { data } = Papa.parse<Record<string, string>>(pack.file(name).text, {
        header: true,
        skipEmptyLines: true,
      })
      return data.flatMap(({ level, asset_id, vault_id, [column]: amount }) =>
        !['asset', 'vault'].includes(level ?? '') || amount === '0'
          ? []
          : [`${level} ${asset_id} ${vault_id} ${amount}`],
      )
    }
    for (const end of ['opening', 'closing']) {
      expect(held(`${end}-balances.csv`, 'balance').length).toBeGreaterThan(20)
      expect(held(`${end}-balances.csv`, 'balance')).toEqual(held('statement.csv', end))
    }
  })

  it('have the transactions that the service lists in the period, each with its day', async () => {
    reach()
    const sink = textSink()
    await runExport(
      {
        ...{ title: 'Transactions', list: 'transactions', format: 'csv', session: 'mark', books: null },
        filter: { start_date: period.first, end_date: period.last },
        columns: columnsFor(transactionsExport, 'all'),
      },
      sink,
      { ...exportControl(), signal, now: () => Date.parse(requestTime) },
    )
    const { text, remarks } = (await made(books)).file('transactions.csv')
    const withoutRetrieval = (csv: string) =>
      Papa.parse<Record<string, string>>(csv, { header: true }).data.map(({ retrieved_at: _, ...row }) => row)
    expect(withoutRetrieval(text)).toEqual(withoutRetrieval(sink.text()))
    expect(remarks).toContainEqual(
      expect.stringMatching(/^Selected from all transactions of the account that were read/),
    )
  })

  it('of chosen vaults have what went out of or into them', async () => {
    const all = (await made(books)).file('transactions.csv').text
    const vault = books.holdings.at(-1)?.vaults.records.find(({ vault_id }) => all.includes(`,${vault_id},`))
    const id = vault?.vault_id ?? ''
    const { text } = (await made(books, {}, period, { ids: [id] })).file('transactions.csv')
    const [header = '', ...rows] = text.trim().split('\r\n')
    const ends = ['source_id', 'destination_id'].map((name) => header.split(',').indexOf(name))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(ends.map((at) => row.split(',')[at])).toContain(id)
  })

  it('are not called complete where they are not: books that are not proved, undated transactions, an update', async () => {
    const transactionsOf = async (change: Partial<Books>) =>
      (await made({ ...books, ...change })).file('transactions.csv')
    const doubtful = { completeness: 'partial', doubts: ['The list moved.'] } as const
    expect(await transactionsOf({ transactions: { ...books.transactions, ...doubtful } })).toMatchObject({
      ...{ completeness: 'partial', reasons: ['The list moved.'] },
    })
    const table = createTransactionTable()
    eachRow(books.transactions.table, (each, day) =>
      table.add(each.whole(), daySpan(each.transaction_id?.endsWith('7') ? null : day)),
    )
    expect(
      await transactionsOf({ transactions: { ...books.transactions, table: table.table() } }),
    ).toMatchObject({
      completeness: 'partial',
      reasons: [expect.stringMatching(/^\d+ transactions have no date, and may belong to the period\.$/)],
    })
    const update = { whole: '2026-11-20T10:00:00.000Z', added: 1, changed: 0 }
    expect((await transactionsOf({ update })).remarks).toContainEqual(
      expect.stringMatching(/^Everything was read by 2026-11-20T10:00:00.000Z\. Since then/),
    )
  })

  it.each<[string, (path: string) => string, string]>([
    [
      'takes no dates',
      (path) => path.replace(/(start|end)_date=[^&]*/g, '$1_date=never'),
      'does not filter by date',
    ],
    [
      'ignores dates',
      (path) => path.replace(/(?<=[?&])(?:start|end)_date=[^&]*&?/g, ''),
      'cannot be relied on',
    ],
  ])('leave out what cannot be had of a service that %s, and that is said', async (which, change, why) => {
    reach(change)
    const pack = await made(await read(`of a service that ${which}`))
    const missing = (part: string) => expect.stringMatching(`^Missing: ${part}\\. .*${why}`)
    expect(pack.missing).toEqual([missing('Statement'), missing('Transactions')])
    expect(pack.names).toHaveLength(5)
  })

  it('are not made further where that is cancelled', async () => {
    const cancel = new AbortController()
    const cancelled = made(books, {
      signal: cancel.signal,
      onProgress: ({ text }) => text.startsWith('Part 2') && cancel.abort(new Error('cancelled')),
    })
    await expect(cancelled).rejects.toThrow('cancelled')
  })
})
