/** Audit packs of the real service: made, and read back. */
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { verdictLines } from '../bin/verify-command.ts'
import type { Books } from '../books/books.ts'
import { readBooks } from '../books/read-books.ts'
import { createTransactionTable, daySpan, eachTransaction } from '../books/transaction-table.ts'
import { makePack } from '../features/pack/make-pack.ts'
import { checkFile, checkPack, openPack } from '../features/verify/pack-verdict.ts'
import type { ExportFacts } from '../files/facts.ts'
import { columnsFor } from '../files/list-export.ts'
import { transactionsExport } from '../files/lists.ts'
import { packFileName } from '../files/pack.ts'
import { runExport } from '../files/run.ts'
import { exportControl } from '../files/testing/export-run.ts'
import { unzippedParts } from '../files/testing/made-export.ts'
import type { VaultChoice } from '../url/statements.ts'
import type { OpenedPack } from '../work/task.ts'
import { generateBooks } from './demonstration/generate.ts'
import { requestTime } from './service/testing/service.ts'
import { startConsoleOver, withEveryDay } from './testing/console.ts'

const { reach } = await startConsoleOver(
  generateBooks({ transactions: 150, seed: 7, until: new Date(requestTime) }),
)
const { signal } = new AbortController()

const period = { first: '2026-01-01', last: '2026-03-31', name: 'Q1 2026' }

const names = (
  'statement.csv statement.json opening-balances.csv closing-balances.csv transactions.csv whitelists.csv ' +
  'whitelist-review.csv whitelist-review.json reconciliation.csv reconciliation.json'
).split(' ')

const booksNames = ['', '-reading-1']
  .flatMap((reading) =>
    ['vaults', 'balances-all', 'balances-cold', 'balances-warm'].map((list) => `${list}${reading}`),
  )
  .concat('whitelists', 'transactions')
  .map((list) => `books/${list}.jsonl.gz`)
  .concat('books/about.json')

describe('audit packs from the service', () => {
  let books: Books
  /** Of these books. */
  let pack: { readonly name: string; readonly blob: Blob; readonly facts: ExportFacts }

  beforeAll(async () => {
    reach()
    books = await read()
    pack = await made(books)
  })

  const read = async (session = 'mark') =>
    withEveryDay(
      await readBooks(null, {
        service: 'https://custody.invalid',
        account: 'acme',
        session,
        signal,
        onProgress: () => {},
        // A refused date is an answer: nobody is asked whether to try again.
        onFailure: (error) => Promise.reject(error),
        now: () => Date.parse(requestTime),
      }),
    )

  async function made(
    of: Books,
    control: Partial<Parameters<typeof makePack>[2]> = {},
    days = period,
    vaults: VaultChoice | null = null,
    earlier: OpenedPack | null = null,
  ) {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const write = (bytes: Uint8Array) => void pieces.push(new Uint8Array(bytes))
    const link = '/statements?period=2026-Q1'
    const request = {
      format: 'zip',
      books: of,
      period: days,
      vaults,
      earlier,
      link,
      session: 'mark',
    } as const
    const facts = await makePack(request, { write }, { signal, ...control })
    return { facts, blob: new Blob(pieces), name: packFileName(facts) }
  }

  const checkedBy = (file: { readonly name: string; readonly blob: Blob }) =>
    checkPack(file, { signal, keys: [] })

  const textOf = (files: Readonly<Record<string, Uint8Array>>, name: string) =>
    new TextDecoder().decode(files[name])

  it('is refused for a period that has not begun', async () => {
    const toCome = { first: '2026-11-21', last: '2026-12-31', name: 'later' }
    await expect(made(books, {}, toCome)).rejects.toThrow('has not begun')
  })

  it('is made of the books without a request, has every part with its facts, and is verified whole', async () => {
    reach(() => {
      throw new Error('Nothing is asked')
    })
    const parts = new Set<string>()
    const { facts } = await made(books, {
      onProgress: ({ text }) => void parts.add(text),
    })
    expect([...parts]).toEqual([
      'Part 1 of 5, statement',
      'Part 2 of 5, transactions',
      'Part 3 of 5, whitelists',
      'Part 4 of 5, whitelist review',
      'Part 5 of 5, reconciliation',
    ])
    expect(facts).toMatchObject({ list: 'audit-pack', completeness: 'complete', reasons: [] })
    const files = await unzippedParts(pack.blob)
    expect(Object.keys(files).sort()).toEqual(
      [...names, 'manifest.json']
        .flatMap((name) => [name, `${name}.facts.json`])
        .concat('README.txt', booksNames)
        .sort(),
    )
    const readme = textOf(files, 'README.txt')
    expect(readme).toContain('AUDIT PACK: Q1 2026')
    expect(readme).toMatch(/Statement: All \d+ holdings proved\. Proved means: /)
    for (const name of [...names, ...booksNames]) expect(readme).toContain(name)
    expect(readme.split('\r\n').every((line) => line.length <= 80 || line.includes('jq -r'))).toBe(true)
    const held = (name: string, column: string) => {
      const { data } = Papa.parse<Record<string, string>>(textOf(files, name).replace('\ufeff', ''), {
        header: true,
        skipEmptyLines: true,
      })
      return data.flatMap(({ level, asset_id, vault_id, [column]: amount }) =>
        level === 'movement' || amount === '0' ? [] : [`${level} ${asset_id} ${vault_id} ${amount}`],
      )
    }
    for (const end of ['opening', 'closing']) {
      expect(held(`${end}-balances.csv`, 'balance').length).toBeGreaterThan(20)
      expect(held(`${end}-balances.csv`, 'balance')).toEqual(held('statement.csv', end))
    }
    const days = ['opening', 'closing'].map((end) => textOf(files, `${end}-balances.csv.facts.json`))
    expect(days.map((facts) => /"end_of_day": "([^"]*)"/.exec(facts)?.[1])).toEqual([
      '2025-12-31',
      '2026-03-31',
    ])
    expect(textOf(files, 'statement.csv.facts.json')).toMatch(/"proof": \{\s+"proved": (\d+),\s+"of": \1\s/)

    const renamed = await checkFile({ ...pack, name: 'renamed' }, null, { signal, keys: [] })
    expect(renamed).toMatchObject({ kind: 'pack', outcome: 'complete' })
    const checked = await checkedBy(pack)
    expect(checked.faults.concat(checked.parts.flatMap(({ faults }) => faults))).toEqual([])
    expect(checked.outcome).toBe('complete')
    expect(checked.headline).toMatch(
      /^audit pack · 2026-01-01 to 2026-03-31 · read on .* UTC · 32 files · complete · not signed/,
    )
    expect(verdictLines(checked)).toContain('pass  reconciliation.json')
  })

  it('holds the books, which open without the service and are the same', async () => {
    reach(() => {
      throw new Error('Nothing is asked')
    })
    const opened = await openPack(pack, { signal, keys: [] })
    expect(opened.books).toEqual(books)
    expect(opened.about).toMatchObject({ name: pack.name, asOf: books.ended, signed: null, faults: [] })
  })

  it('has the transactions that the service lists in the period, each with its day, and whitelists as they are', async () => {
    reach()
    const asked = await runExport(
      {
        ...{
          title: 'Transactions',
          list: 'transactions',
          format: 'csv',
          link: '/transactions',
          session: 'mark',
          books: null,
        },
        filter: { start_date: period.first, end_date: period.last },
        columns: columnsFor(transactionsExport, 'all'),
        service: { address: books.service, account: books.account },
      },
      { write: () => {} },
      { ...exportControl(), signal, now: () => Date.parse(requestTime) },
    )
    const files = await unzippedParts(pack.blob)
    const factsOf = (name: string): ExportFacts => JSON.parse(textOf(files, `${name}.facts.json`))
    const facts = factsOf('transactions.csv')
    expect(facts.totals.groups).toEqual(expect.arrayContaining([...asked.totals.groups]))
    expect(facts).toMatchObject({
      asked: { endpoint: '/transactions', parameters: { start_date: '2026-01-01', end_date: '2026-03-31' } },
      begun: books.begun,
      ended: books.ended,
      completeness: 'complete',
      rows: asked.rows,
      // What was read is the whole list, and the file says so.
      read: { records: 150 },
      remarks: expect.arrayContaining([
        expect.stringMatching(/^Selected from all transactions in the books/),
      ]),
    })
    const digests = (content: ExportFacts['content']) => [
      content.transaction_id,
      content.recorded_on,
      content.amount,
    ]
    expect(digests(facts.content)).toEqual(digests(asked.content))
    expect(factsOf('whitelists.csv')).toMatchObject({ completeness: 'complete', rows: expect.any(Number) })
  })

  it('is of chosen vaults, and says so: their statement and what went out of or into them', async () => {
    const all = textOf(await unzippedParts(pack.blob), 'transactions.csv')
    const vault = books.holdings.at(-1)?.vaults.records.find(({ vault_id }) => all.includes(`,${vault_id},`))
    const id = vault?.vault_id ?? ''
    const { facts, ...file } = await made(books, {}, period, { ids: [id] })
    expect(facts.asked.parameters).toMatchObject({ vaults: id })
    const files = await unzippedParts(file.blob)
    expect(textOf(files, 'README.txt')).toContain(`Scope:    Vault ${vault?.vault_name}.`)
    const [header = '', ...rows] = textOf(files, 'transactions.csv').trim().split('\r\n')
    const ends = ['source_id', 'destination_id'].map((name) => header.split(',').indexOf(name))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(ends.map((at) => row.split(',')[at])).toContain(id)
    expect(textOf(files, 'statement.csv.facts.json')).toContain(`"vaults": "${id}"`)
    const checked = await checkedBy(file)
    expect(checked.outcome).toBe('complete')
    expect(verdictLines(checked)).toContainEqual(
      expect.stringContaining(`says: Scope: Vault ${vault?.vault_name}.`),
    )
  })

  it('has what changed since an earlier pack, where there is one', async () => {
    const [gone, ...rest] = books.whitelists.records
    const whitelists = { ...books.whitelists, records: rest }
    const about = { name: 'earlier.zip', asOf: books.ended, signed: null, faults: [] }
    const earlier = { books, about }
    const file = await made({ ...books, whitelists }, {}, period, null, earlier)
    const files = await unzippedParts(file.blob)
    expect(textOf(files, 'changes.csv')).toContain(`,${gone?.whitelist_id},Whitelist removed,`)
    const checked = await checkedBy(file)
    expect([checked.outcome, checked.parts.map(({ name }) => name)]).toEqual([
      'complete',
      expect.arrayContaining(['changes.csv', 'changes.json']),
    ])
    expect(verdictLines(checked).join('\n')).toMatch(
      /^says: Changes: .*1 change to whitelists\. Compared with earlier\.zip\.$/m,
    )
  })

  it('calls nothing complete that is not: books that are not proved, undated transactions, an update', async () => {
    const doubtful = { completeness: 'partial', doubts: ['The list moved.'] } as const
    const factsWith = async (change: Partial<Books>) => {
      const { facts, blob } = await made({ ...books, ...change })
      const files = await unzippedParts(blob)
      const of = JSON.parse(textOf(files, 'transactions.csv.facts.json')) as ExportFacts
      return { facts, of, readme: textOf(files, 'README.txt') }
    }
    const partial = await factsWith({ transactions: { ...books.transactions, ...doubtful } })
    expect(partial.of).toMatchObject({ completeness: 'partial', reasons: ['The list moved.'] })
    expect(partial.facts.reasons).toContain('transactions.csv: The list moved.')
    const [about] = /(?<=^transactions\.csv\r\n)(?: {2}.*\r\n)+/m.exec(partial.readme) ?? []
    expect(about).toContain('PARTIAL')

    const table = createTransactionTable()
    eachTransaction(books.transactions.table, (each, day) =>
      table.add(each, daySpan(each.transaction_id?.endsWith('7') ? null : day)),
    )
    const undated = await factsWith({ transactions: { ...books.transactions, table: table.table() } })
    expect(undated.of).toMatchObject({
      completeness: 'partial',
      reasons: [expect.stringMatching(/^\d+ transactions have no date, and may belong to the period\.$/)],
    })
    const update = { whole: '2026-11-20T10:00:00.000Z', added: 1, changed: 0 }
    const updated = await factsWith({ update })
    expect(updated.of.remarks).toContainEqual(
      expect.stringMatching(/^Everything was read by 2026-11-20T10:00:00.000Z\. Since then/),
    )
    expect(updated.facts.remarks).toEqual([expect.stringMatching(/^Everything was read by/)])
    expect(updated.readme).toMatch(/same\s+books\.\s+Everything/)
    expect(undated.readme).not.toMatch(/same\s+books\.\s+Everything/)
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
  ])('names the parts that cannot be had of a service that %s', async (which, change, why) => {
    reach(change)
    const { facts, ...file } = await made(await read(`of a service that ${which}`))
    const missing = (part: string) => expect.stringMatching(`^Missing: ${part}\\. .*${why}`)
    expect(facts).toMatchObject({
      completeness: 'partial',
      reasons: expect.arrayContaining([missing('Statement'), missing('Transactions')]),
    })
    expect(file.name).toMatch(/\.PARTIAL\.zip$/)
    const files = await unzippedParts(file.blob)
    expect(Object.keys(files)).toHaveLength(24)
    expect(textOf(files, 'README.txt')).toContain('- Missing from this pack: Statement.')
    const checked = await checkedBy(file)
    expect([checked.outcome, checked.faults]).toEqual(['incomplete', []])
    expect(verdictLines(checked)).toContainEqual(expect.stringContaining('says: Missing: Transactions.'))
  })

  it('stops where it is cancelled', async () => {
    const cancel = new AbortController()
    const cancelled = made(books, {
      signal: cancel.signal,
      onProgress: ({ text }) => text.startsWith('Part 2') && cancel.abort(new Error('cancelled')),
    })
    await expect(cancelled).rejects.toThrow('cancelled')
  })
})
