/** What the writers write, read back by readers that know nothing of them, and compared with the JSON. */
import { parse as csvParse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { readXlsx } from 'hucre'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { Transaction } from '../contract/normal-records.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { cases } from '../testing/cases.ts'
import { anyCharacter } from '../testing/properties.ts'
import { type ColumnKinds, type ExportFormat, type FileRow, transactionsExport } from './list-export.ts'
import { someAbout } from './testing/about.ts'
import { csvGuarded } from './writer.ts'
import { beginFile } from './written-file.ts'
import { approximate, headerOf, XlsxWriter } from './xlsx-writer.ts'

const { columns } = transactionsExport

const hostile = [
  '',
  '=1+1',
  '=cmd|"/c calc"!A1',
  '+49 1',
  '-5',
  '-5+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  'a\n=1',
  '＝1',
  'say "so", he\r\nsaid',
  '""',
  ',',
  "'",
  "'=1",
  '\u202eevil\u202c',
  '\u200f\u200e',
  '\ufeffmark',
  'a\u0000b',
  '\u0001\u001f\u007f\u0085\u2028\u2029',
  '\ufffe\uffff',
  '\ud800',
  'x\udc00y',
  '😀',
  '_x000D_',
  '__x0041__',
  '_x005F_x000D_',
  '<c><f>1+1</f></c>',
  ']]>&amp;<!--',
  '&#10;',
  ' lead and trail ',
  '\n',
  `${'9'.repeat(60)}.${'0'.repeat(17)}1`,
  `-0.${'0'.repeat(77)}1`,
  '1e3',
  '0123',
  'long'.repeat(8000),
]

const anyText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: anyCharacter }),
  fc.string({
    unit: fc.constantFrom('=', '-', '"', ',', '\r', '\n', ' ', '_', 'x', '0', 'D', "'", '<', '&'),
  }),
)

const anyTransaction = fc
  .record({ id: anyText, note: anyText, name: anyText, amount: anyText, memo: anyText, status: anyText })
  .map(({ id, note, name, amount, memo, status }) =>
    normaliseTransaction({
      transaction_id: id,
      status,
      timestamp: '2026-11-21T15:03:22.000Z',
      transaction: {
        transaction_type: 'withdraw',
        asset_id: 'BTC',
        amount,
        fee: '0',
        source: { source_type: 'vault', source_name: name },
        destination: { memo },
        note,
      },
    }),
  )

const someTransactions = fc.array(anyTransaction, { maxLength: 4 })

test('CSV is read back by csv-parse and by Papa Parse as what JSON holds', async () => {
  await fc.assert(
    fc.asyncProperty(someTransactions, async (records) => {
      const { bytes } = await whole('csv', records)
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      // The decoder has taken the mark away.
      expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const expected = await cellsOf(records, (cell) => csvGuarded(cell).replace(/\p{Cs}/gu, '\ufffd'))
      expect(csvParse(text, { relaxColumnCount: false })).toEqual(expected)
      expect(csvParse(Buffer.from(bytes), { bom: true })).toEqual(expected)
      const papa = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' })
      expect(papa.errors).toEqual([])
      // What follows the last line break is to it one more line.
      expect(papa.data).toEqual([...expected, ['']])
    }),
    { examples: [[hostile.map(withText)]] },
  )
})

test('XLSX is read back by hucre and by read-excel-file as what JSON holds', async () => {
  await fc.assert(
    fc.asyncProperty(someTransactions, async (records) => {
      const { bytes } = await whole('xlsx', records)
      const expected = await cellsOf(records, (cell) => cell ?? '')
      const first = await readXlsx(bytes)
      expect(first.sheets.map(({ name }) => name)).toEqual(['Rows'])
      expect(exact(first.sheets[0]?.rows ?? [])).toEqual(readably(expected))
      const second = await readSheet(Buffer.from(bytes), 'Rows', { trim: false, parseNumber: String })
      expect(exact(second)).toEqual(readably(expected))
    }),
    { numRuns: cases(60), examples: [[hostile.map(withText)]] },
  )
})

test('beside each exact amount stands a number that another program adds up', async () => {
  const amounts = ['0.1', '0.2', `${'9'.repeat(20)}.5`, '-3', '1e3']
  const records = amounts.map((amount) => normaliseTransaction({ transaction: { amount } }))
  const { sheets } = await readXlsx((await whole('xlsx', records)).bytes)
  const [header = [], ...rows] = sheets[0]?.rows ?? []
  const at = header.indexOf('Amount (approx.)')
  expect(header[at - 1]).toBe('Amount')
  expect(rows.map((cells) => cells[at] ?? null)).toEqual([0.1, 0.2, 1e20, -3, null])
  expect(rows.map((cells) => cells[at - 1] ?? '')).toEqual(amounts)
})

test('XLSX has dates as dates and counts as numbers, and as text what these cannot hold', async () => {
  const writer = new XlsxWriter(['day', 'at', 'count'], { day: 'day', at: 'instant', count: 'count' })
  const rows = [
    ['2026-02-28', '2026-11-21T15:03:22.123Z', '12'],
    ['1900-03-01', '9999-12-31T23:59:59.999Z', '0'],
    ['2026-02-30', '2026-11-21T15:03:22.123456Z', '1.5'],
    ['1899-12-31', '2026-11-21T15:03:22', '-1'],
    ['', '2026-02-30T00:00:00Z', '1234567890123456'],
  ]
  const pieces = [writer.begin(), writer.rows(rows.map((row) => row.map((cell) => writer.stored(cell))))]
  const bytes = new Uint8Array(Buffer.concat([...pieces, writer.end()]))
  const [header, ...read] = (await readXlsx(bytes)).sheets[0]?.rows ?? []
  expect(header).toEqual(['Day', 'At (UTC)', 'Count'])
  const [, , third, fourth, fifth] = rows
  expect(read).toEqual([
    [new Date('2026-02-28'), new Date('2026-11-21T15:03:22.123Z'), 12],
    [new Date('1900-03-01'), new Date('9999-12-31T23:59:59.999Z'), 0],
    third,
    fourth,
    [null, ...(fifth?.slice(1) ?? [])],
  ])
  const other = await readSheet(Buffer.from(bytes), 'Rows')
  expect(other[1]).toEqual([new Date('2026-02-28'), new Date('2026-11-21T15:03:22.123Z'), 12])
})

test('an approximate number is the nearest of 15 digits', () => {
  expect(
    ['0', '-0.000', '1.50', '123456789.123456785', '0.000000000000000001', '999999999999999.9'].map(
      approximate,
    ),
  ).toEqual(['0', '0', '1.5', '1.23456789123457E8', '1E-18', '1E15'])
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30), (digits, scale) => {
      const sign = digits < 0n ? '-' : ''
      const text = String(digits)
        .replace('-', '')
        .padStart(scale + 1, '0')
      const amount = `${sign}${text.slice(0, text.length - scale)}${scale > 0 ? `.${text.slice(-scale)}` : ''}`
      const [number, exact] = [Number(approximate(amount)), Number(amount)]
      expect(Math.abs(number - exact)).toBeLessThanOrEqual(Math.abs(exact) * 1e-14)
    }),
  )
})

test('JSON holds the records as they were received, one a line', async () => {
  await fc.assert(
    fc.asyncProperty(someTransactions, async (records) => {
      const text = new TextDecoder('utf-8', { fatal: true }).decode((await whole('json', records)).bytes)
      expect(JSON.parse(text)).toEqual(records.map(({ received }) => received))
      expect(text.split('\n')).toHaveLength(records.length + 3)
    }),
  )
})

test('more rows than a sheet holds go on with the next sheet, under the same header', async () => {
  const writer = new XlsxWriter(['note'], {}, 3)
  const pieces = [writer.begin(), writer.rows([['a'], ['b'], ['c']]), writer.rows([['d'], ['e']])]
  const { sheets } = await readXlsx(Buffer.concat([...pieces, writer.end()]))
  expect(sheets.map(({ name }) => name)).toEqual(['Rows', 'Rows 2', 'Rows 3'])
  expect(sheets.map(({ rows }) => rows.map((cells) => cells.at(-1)))).toEqual([
    ['Note', 'a', 'b'],
    ['Note', 'c', 'd'],
    ['Note', 'e'],
  ])
})

test('what no cell of XLSX can hold is not cut: it stands as its length and digest, and is remarked', async () => {
  const records = [withNote('n'.repeat(32_767)), withNote('n'.repeat(32_768))]
  const { bytes, written } = await whole('xlsx', records)
  const { sheets } = await readXlsx(bytes)
  const notes = sheets[0]?.rows.map((cells) => cells.at(-1))
  expect(notes?.[1]).toBe('n'.repeat(32_767))
  expect(notes?.[2]).toMatch(/^\[32768 characters, too long for XLSX; SHA-256 [0-9a-f]{64}\]$/)
  expect(written.remarks[0]).toContain('1 cell is longer than the 32,767')
})

test('what only JSON can hold, and halves of surrogate pairs in CSV, are remarked', async () => {
  const beside = normaliseTransaction({ transaction_id: 't', risk: 'low' })
  const { written } = await whole('csv', [beside, withNote('\ud800')])
  expect(written.rows).toBe(2)
  expect(written.remarks.slice(0, 2)).toEqual([
    '1 record has fields that the specification does not have. Only JSON includes them.',
    '1 character could not be written in UTF-8 (half of a surrogate pair) and became U+FFFD.',
  ])
})

function withText(text: string): Transaction {
  return normaliseTransaction({
    transaction_id: text,
    status: text,
    timestamp: '2026-11-21T15:03:22.000Z',
    transaction: { amount: text, note: text, destination: { memo: text }, source: { source_name: text } },
  })
}

function withNote(note: string): Transaction {
  return normaliseTransaction({ transaction_id: 'id', transaction: { note } })
}

const noDigest = { update: () => {}, hex: () => '' }

/** A whole file, written in pieces of two records. */
async function whole(format: ExportFormat, records: readonly Transaction[]) {
  const pieces: Uint8Array[] = []
  const sink = { write: (bytes: Uint8Array) => void pieces.push(bytes.slice()) }
  const file = await beginFile(format, transactionsExport, columns, sink, noDigest)
  for (let at = 0; at < records.length; at += 2) await file.add(records.slice(at, at + 2))
  const written = await file.end(someAbout)
  return { bytes: new Uint8Array(Buffer.concat(pieces)), written }
}

async function cellsOf(records: readonly Transaction[], as: (cell: string | null) => string) {
  const received: unknown[] = JSON.parse(new TextDecoder().decode((await whole('json', records)).bytes))
  const rows = received.flatMap((each) => transactionsExport.rowsOf(normaliseTransaction(each)))
  return [[...columns], ...rows.map((row: FileRow) => columns.map((name) => as(row[name] ?? null)))]
}

/** Cells as texts, without the numbers beside amounts; an empty cell is not stored. */
function exact(rows: readonly (readonly unknown[])[]): string[][] {
  const [header = []] = rows
  const kept = header.flatMap((name, index) => (String(name).endsWith('(approx.)') ? [] : [index]))
  expect(header.length - kept.length).toBe(2)
  return rows.map((cells) => kept.map((index) => cellText(cells[index])))
}

/** A date as the instant that it is in UTC: a cell of XLSX has no zone. */
function cellText(cell: unknown): string {
  return cell instanceof Date ? cell.toISOString() : String(cell ?? '')
}

/** The same under headers for people. */
function readably([, ...rows]: string[][]): string[][] {
  const { kinds }: { readonly kinds: ColumnKinds } = transactionsExport
  return [columns.map((name) => headerOf(name, kinds[name])), ...rows]
}
