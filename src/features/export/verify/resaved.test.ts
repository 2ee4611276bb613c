/** Files that another program saved: read all the same, told apart from changed ones, and called what they are. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readXlsx, type WriteSheet, writeXlsx } from 'hucre'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { writeFacts } from '../facts.ts'
import { allColumns, checksOf, failed, foundBy, transactions } from '../testing/checked.ts'
import { exportOf, type MadeExport } from '../testing/made-export.ts'
import { transactionsExport } from '../transactions.ts'
import { verdictOf } from './verdict.ts'

describe('what other programs do to a file', () => {
  const csv = () => exportOf(transactionsExport, transactions, 'csv', allColumns)
  const json = () => exportOf(transactionsExport, transactions, 'json', allColumns)
  const lf = (text: string) => text.replaceAll('\r\n', '\n')
  const separated = (delimiter: string, quotes: boolean) => (text: string) =>
    `\ufeff${Papa.unparse(Papa.parse<string[]>(text, { skipEmptyLines: true }).data, { delimiter, quotes })}\r\n`

  test.each<[string, () => Promise<MadeExport>, (text: string) => string, string]>([
    ['LF in CSV', csv, (text) => `\ufeff${lf(text)}`, 'Line endings were changed, as some editors do.'],
    ['no byte order mark in CSV', csv, (text) => text, 'The byte order mark was removed'],
    [
      'both',
      csv,
      lf,
      'The byte order mark was removed, as some editors do. Line endings were changed, as some editors do.',
    ],
    ['semicolons in CSV', csv, separated(';', false), 'Other separators stand between cells'],
    ['tabs and quotes everywhere', csv, separated('\t', true), 'Other separators stand between cells'],
    ['quotes everywhere', csv, separated(',', true), 'a CSV file as this console writes it'],
    ['CR LF in JSON', json, (text) => text.replaceAll('\n', '\r\n'), 'Line endings were changed'],
    ['a byte order mark in JSON', json, (text) => `\ufeff${text}`, 'A byte order mark was added'],
    [
      'JSON over several lines',
      json,
      (text) => JSON.stringify(JSON.parse(text), null, 2),
      'The file was reformatted.',
    ],
    ['JSON in one line', json, (text) => JSON.stringify(JSON.parse(text)), 'The file was reformatted.'],
  ])('%s is named, and the rows are the same', async (_, make, change, cause) => {
    const made = await make()
    const checks = await checksOf({ ...made, file: new Blob([change(await made.file.text())]) })
    expect(failed(checks).filter((name) => name !== 'form' && name !== 'size')).toEqual(['digest'])
    expect(foundBy(checks, 'form')).toContain(cause)
    expect(verdictOf(made.facts, checks).state).toBe('the same rows, saved by another program')

    const note = await checksOf({
      ...made,
      file: new Blob([change((await made.file.text()).replace('note 3', 'note 4'))]),
    })
    const column = made.facts.file.format === 'csv' ? 'note' : 'records'
    expect(verdictOf(made.facts, note).state).toBe(`changed cells in ${column}`)
    const amount = await checksOf({
      ...made,
      file: new Blob([change((await made.file.text()).replace(/7\.5\b/, '8.5'))]),
    })
    expect(verdictOf(made.facts, amount).state).toBe(
      'changed: amount of BTC · BTC · withdraw · completed · BTC adds up to 101 instead of 100',
    )
  })

  test('XLSX that another program saved is read by its texts, and so are the facts within', async () => {
    const made = await exportOf(transactionsExport, transactions, 'xlsx', allColumns)
    const sheets = async (change: (rows: unknown[][]) => unknown[][] = (rows) => rows) => {
      const workbook = await readXlsx(new Uint8Array(await made.file.arrayBuffer()))
      return workbook.sheets.map(({ name, rows }) => ({
        name,
        rows: (name === 'Rows' ? change(rows) : rows).map((cells) => cells.map((cell) => String(cell ?? ''))),
      }))
    }
    const saved = async (...of: Parameters<typeof sheets>) => {
      const checks = await checksOf({
        ...made,
        file: await workbook(await sheets(...of)),
      })
      return { state: verdictOf(made.facts, checks).state, form: foundBy(checks, 'form') }
    }
    expect(await saved()).toEqual({
      state: 'the same rows, saved by another program',
      form: expect.stringContaining('how it looks, such as number formats and column widths, was not'),
    })
    const changed = (rows: unknown[][]) =>
      rows.map((cells) => cells.map((cell) => (String(cell) === '7.5' ? '8.5' : cell)))
    expect((await saved(changed)).state).toBe(
      'changed: amount of BTC · BTC · withdraw · completed · BTC adds up to 101 instead of 100',
    )
    const onlyBeside = (rows: unknown[][]) =>
      rows.map((cells) => cells.map((cell) => (cell === 7.5 ? 8.5 : cell)))
    expect((await saved(onlyBeside)).form).toContain('is not the amount beside it')
    expect((await saved((rows) => rows.slice(0, -2))).state).toBe('changed: 23 of 25 rows')

    // A sheet of rows alone, with the facts beside it.
    const [rows] = await sheets()
    const alone = await workbook(rows ? [rows] : [])
    await expect(checksOf({ ...made, file: alone })).rejects.toThrow(
      'not an XLSX file as this console writes it',
    )
    const beside = await checksOf({ ...made, file: alone, factsFile: new Blob([writeFacts(made.facts)]) })
    expect(verdictOf(made.facts, beside).outcome).toBe('wrong')
    const whole = { ...made.facts, file: { ...made.facts.file, bytes: 1, sha256: '0'.repeat(64) } }
    const stated = await checksOf({ ...made, file: alone, factsFile: new Blob([writeFacts(whole)]) })
    expect(verdictOf(whole, stated).state).toBe('the same rows, saved by another program')
  })

  test.each([
    ['a formula', '<f>1+1</f>', 'a cell has a formula'],
    ['a hidden row', null, 'some of its rows or columns are hidden'],
  ])('a workbook that shows something else than its texts is not read: %s', async (_, formula, sentence) => {
    const made = await exportOf(transactionsExport, transactions, 'xlsx', allColumns)
    const parts = unzipSync(new Uint8Array(await made.file.arrayBuffer()))
    const path = 'xl/worksheets/sheet1.xml'
    const xml = strFromU8(parts[path] ?? new Uint8Array())
    const changed = formula
      ? xml.replace(/(<c r="I2"[^>]*>)<is>/, `$1${formula}<is>`)
      : xml.replace('<row r="2">', '<row r="2" hidden="1">')
    expect(changed).not.toBe(xml)
    const file = new Blob([new Uint8Array(zipSync({ ...parts, [path]: strToU8(changed) }))])
    const checks = await checksOf({ ...made, file })
    expect(foundBy(checks, 'form')).toContain(sentence)
    expect(verdictOf(made.facts, checks).outcome).toBe('wrong')
  })

  test('of a file that is cut off nothing is claimed of the rest', async () => {
    const made = await csv()
    const checks = await checksOf({ ...made, file: made.file.slice(0, made.file.size - 40) })
    expect(failed(checks)).toEqual(['form', 'size', 'digest'])
    expect(foundBy(checks, 'rows')).toBe('24 before reading failed')
  })
})

async function workbook(sheets: readonly WriteSheet[]): Promise<Blob> {
  return new Blob([new Uint8Array(await writeXlsx({ sheets: [...sheets] }))])
}
