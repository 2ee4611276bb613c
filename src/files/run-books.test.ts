/** Exports from books: those of the session, and those of an open audit pack. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type PackLabel, packSource, readFrom } from '../api/pack-source.ts'
import { answerFromBooks } from '../books/answer.ts'
import type { Books } from '../books/books.ts'
import { consoleAnswer } from '../books/console-answer.ts'
import { type BooksOtherwise, booksOf } from '../books/testing/made-books.ts'
import type { ExportControl } from './list-export.ts'
import { exportRun } from './testing/export-run.ts'

const asOf = '2026-11-22T15:00:10.000Z'
const now = () => Date.parse(asOf) + 60_000
const item = (id: string, more: object = {}) => ({
  transaction_id: id,
  status: 'failed',
  transaction: { network_id: 'ETH', asset_id: 'ETH', ...more },
})
const to = (address: string) => ({ destination: { destination_address: address } })
const listed = [
  [item('t0', to('0xAB')), '2026-11-21'],
  [item('t1', { asset_id: 'USDT' }), '2026-11-20'],
  [item('t2', to('0xab')), '2026-11-20'],
] as const
const columns = ['transaction_id', 'recorded_on']

const made = async (
  asked: Parameters<typeof exportRun>[1],
  books: Books = booksOf(listed),
  control: Partial<ExportControl> = {},
) => {
  const { written, text } = await exportRun('csv', { columns, books, ...asked }, { now, ...control })
  return { written, rows: text.replace('\ufeff', '').split('\r\n').slice(1, -1) }
}

describe('of the session', () => {
  let asked = 0
  beforeEach(() => {
    asked = 0
    vi.stubGlobal('fetch', async () => {
      asked += 1
      return Response.json({ transactions: [item('t9')] })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test.each<[string, Parameters<typeof exportRun>[1], readonly string[]]>([
    ['all', {}, ['t0,2026-11-21', 't1,2026-11-20', 't2,2026-11-20']],
    ['a filter', { filter: { asset_id: 'USDT' } }, ['t1,2026-11-20']],
    [
      'a day',
      { filter: { start_date: '2026-11-20', end_date: '2026-11-20' } },
      ['t1,2026-11-20', 't2,2026-11-20'],
    ],
    [
      'an address in any spelling, at either end',
      {
        filter: { address: '0xab' },
        account: {
          requests: [{ destination_address: '0xab' }, { source_address: '0xab' }],
          spellings: ['0xab'],
          doubt: 'Not all lists could be read.',
        },
      },
      ['t0,2026-11-21', 't2,2026-11-20'],
    ],
  ])('a file of %s is made without a request, and is complete', async (_, query, rows) => {
    const { written, rows: found } = await made(query)
    expect(found).toEqual(rows)
    expect(asked).toBe(0)
    expect(written).toMatchObject({
      ...{ completeness: 'complete', reasons: [], rows: rows.length },
      name: expect.stringContaining('_2026-11-22T15-00-10Z.csv'),
    })
    expect(written.remarks).toContain(`Selected from all 3 transactions of the account, as of ${asOf}.`)
  })

  test('asks for the days of the rows alone', async () => {
    const books = booksOf(listed)
    const wanted: unknown[] = []
    const divide: ExportControl['divide'] = async (_, edges, ids) => {
      wanted.push([edges.length > 7000, ids && [...ids]])
      return books
    }
    await made({ filter: { asset_id: 'USDT' } }, books, { divide })
    expect(wanted).toEqual([[true, ['t1']]])
  })

  const updated = { ...booksOf(listed), update: { whole: '2026-11-22T13:00:00.000Z', added: 1, changed: 0 } }
  const undated = booksOf([...listed, [item('t3'), null]])
  const day = { filter: { start_date: '2026-11-20', end_date: '2026-11-20' } }
  test.each<[string, Books, Parameters<typeof exportRun>[1]]>([
    ['were read whole more than an hour ago', updated, {}],
    ['are not complete', booksOf(listed, { doubts: ['The list was cut off.'] }), {}],
    ['do not know of each whether it is of that day', undated, day],
  ])('books that %s are not used: the list is read', async (_, books, query) => {
    const { rows } = await made({ columns: ['transaction_id'], ...query }, books)
    expect(rows).toEqual(['t9'])
  })
})

describe('of an open pack', () => {
  afterEach(() => readFrom(null))

  const pack: PackLabel = {
    name: 'pack.zip',
    asOf,
    signed: { key: 'k', at: asOf },
    missing: [],
    accepted: [],
    prices: null,
  }

  const sources = (books: Books) => ({
    answer: async (path: string) => answerFromBooks(books, path),
    answerConsole: async (path: string) => consoleAnswer(books, path),
  })

  async function exported(otherwise: BooksOtherwise = {}) {
    const books = booksOf([...listed, [item('t3'), null]], otherwise)
    readFrom(packSource(books, pack, 'pack 1', sources(books)))
    return (await made({}, books, { now: () => Date.parse(asOf) })).written
  }

  test('have transactions without a date too, and say where they come from', async () => {
    const { remarks, ...written } = await exported()
    expect(written).toMatchObject({ completeness: 'complete', rows: 4 })
    expect(remarks.join()).toMatch(/1 record has no date.*Taken from the records in pack\.zip/)
  })

  test('are partial for the doubts that the books have of their list', async () => {
    const cut = 'The service ended the list after 2 records.'
    expect(await exported({ doubts: [cut] })).toMatchObject({ completeness: 'partial', reasons: [cut] })
  })
})
