/** What the writers write, read back by readers that know nothing of them, and compared with the JSON. */
import { parse as csvParse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { readXlsx } from 'hucre'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { normaliseTransaction } from '../api/normalise.ts'
import type { Transaction } from '../api/records.ts'
import { csvGuarded } from './csv.ts'
import { csvWriter } from './csv-writer.ts'
import { listTable } from './file-table.ts'
import { jsonWriter } from './json-writer.ts'
import { columnsFor } from './list-export.ts'
import { transactionsExport } from './transactions.ts'
import type { ExportWriter } from './writer.ts'
import { readXlsxText, xlsxText } from './xlsx-text.ts'
import { xlsxWriter } from './xlsx-writer.ts'

const columns = columnsFor(transactionsExport, 'all')
const table = listTable(transactionsExport, columns)

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
  fc.string({ unit: 'binary' }),
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

test('CSV is read back by csv-parse and by Papa Parse as what JSON holds', () => {
  fc.assert(
    fc.property(someTransactions, (records) => {
      const bytes = whole(csvWriter(table), records)
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      // The decoder has taken the mark away.
      expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const expected = cellsOf(records, (cell) => csvGuarded(cell).replace(/\p{Cs}/gu, '\ufffd'))
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
      const bytes = whole(xlsxWriter(table), records)
      const expected = cellsOf(records, (cell) => cell ?? '')
      const first = await readXlsx(bytes)
      expect(first.sheets.map(({ name }) => name)).toEqual(['Rows', 'Facts'])
      expect(filled(first.sheets[0]?.rows ?? [])).toEqual(expected)
      const second = await readSheet(Buffer.from(bytes), 'Rows', { trim: false, parseNumber: String })
      expect(filled(second)).toEqual(expected)
    }),
    { numRuns: 60, examples: [[hostile.map(withText)]] },
  )
})

test('every text comes back from what a cell stores', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(readXlsxText(xlsxText(text))).toBe(text)
      expect(/\p{Cs}/u.test(xlsxText(text))).toBe(false)
    }),
  )
})

test('JSON holds the records as they were received, one a line', () => {
  fc.assert(
    fc.property(someTransactions, (records) => {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(
        whole(jsonWriter(transactionsExport), records),
      )
      expect(JSON.parse(text)).toEqual(records.map(({ received }) => received))
      expect(text.split('\n')).toHaveLength(records.length + 3)
    }),
  )
})

test('more rows than a sheet holds go on with the next sheet, under the same header', async () => {
  const records = ['a', 'b', 'c', 'd', 'e'].map(withNote)
  const { sheets } = await readXlsx(whole(xlsxWriter(table, 3), records))
  expect(sheets.map(({ name }) => name)).toEqual(['Rows', 'Rows 2', 'Rows 3', 'Facts'])
  expect(sheets.slice(0, 3).map(({ rows }) => rows.map((cells) => cells.at(-1)))).toEqual([
    ['note', 'a', 'b'],
    ['note', 'c', 'd'],
    ['note', 'e'],
  ])
})

test('what no cell of XLSX can hold is not cut: it stands as its length and digest, and is remarked', async () => {
  const writer = xlsxWriter(table)
  const bytes = whole(writer, [withNote('n'.repeat(32_767)), withNote('n'.repeat(32_768))])
  const { sheets } = await readXlsx(bytes)
  const notes = sheets[0]?.rows.map((cells) => cells.at(-1))
  expect(notes?.[1]).toBe('n'.repeat(32_767))
  expect(notes?.[2]).toMatch(/^\[32768 characters, too long for XLSX; SHA-256 [0-9a-f]{64}\]$/)
  expect(writer.written().remarks).toEqual([expect.stringContaining('1 cell is longer than the 32767')])
})

test('what only JSON can hold, and halves of surrogate pairs in CSV, are remarked', () => {
  const beside = normaliseTransaction({ transaction_id: 't', risk: 'low' })
  const csv = csvWriter(table)
  whole(csv, [beside, withNote('\ud800')])
  expect(csv.written()).toEqual({
    rows: 2,
    rowsSha256: null,
    remarks: [
      '1 record has fields beside the specification; only JSON holds them.',
      '1 character is half of a surrogate pair, for which UTF-8 has no form, and stand as U+FFFD.',
    ],
  })
})

/** A transaction with this text wherever any may be. */
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

/** A whole file, written in pieces of two records. */
function whole<R>(writer: ExportWriter<R>, records: readonly R[]): Uint8Array {
  const pieces = [writer.begin()]
  for (let at = 0; at < records.length; at += 2) pieces.push(writer.rows(records.slice(at, at + 2)))
  pieces.push(writer.end())
  return new Uint8Array(Buffer.concat(pieces))
}

/** The same through JSON: what it holds, as cells. */
function cellsOf(records: readonly Transaction[], as: (cell: string | null) => string): string[][] {
  const text = new TextDecoder().decode(whole(jsonWriter(transactionsExport), records))
  const received: unknown[] = JSON.parse(text)
  const rows = received.flatMap((each) => table.rowsOf(transactionsExport.normalise(each)))
  return [[...columns], ...rows.map((cells) => cells.map(as))]
}

/** Cells as texts, each row as long as the header; an empty cell is not stored. */
function filled(rows: readonly (readonly unknown[])[]): string[][] {
  return rows.map((cells) => columns.map((_, index) => String(cells[index] ?? '')))
}
