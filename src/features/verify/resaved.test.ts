/** Files that another program saved: read all the same, told apart from changed ones, and called what they are. */
import { readXlsx, type WriteSheet, writeXlsx } from 'hucre'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { type ExportFacts, type ExportFormat, writeFacts } from '../../files/facts.ts'
import { checked, exported, failed, foundBy } from './testing/checked.ts'

describe('what other programs do to a file', () => {
  const lf = (text: string) => text.replaceAll('\r\n', '\n')
  const separated = (delimiter: string, quotes: boolean) => (text: string) =>
    `\ufeff${Papa.unparse(Papa.parse<string[]>(text, { skipEmptyLines: true }).data, { delimiter, quotes })}\r\n`

  test.each<[string, ExportFormat, (text: string) => string]>([
    ['LF in CSV', 'csv', (text) => `\ufeff${lf(text)}`],
    ['no byte order mark in CSV', 'csv', (text) => text],
    ['both', 'csv', lf],
    ['semicolons in CSV', 'csv', separated(';', false)],
    ['tabs and quotes everywhere', 'csv', separated('\t', true)],
    ['quotes everywhere', 'csv', separated(',', true)],
    ['CR LF in JSON', 'json', (text) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark in JSON', 'json', (text) => `\ufeff${text}`],
    ['JSON over several lines', 'json', (text) => JSON.stringify(JSON.parse(text), null, 2)],
    ['JSON in one line', 'json', (text) => JSON.stringify(JSON.parse(text))],
    ['escapes in JSON', 'json', (text) => text.replaceAll('o', '\\u006f')],
  ])('%s is told apart from changed contents', async (_, format, change) => {
    const made = await exported(format)
    const text = await made.file.text()
    const verdictOf = (content: string) => checked({ ...made, file: new Blob([change(content)]) })
    const resaved = await verdictOf(text)
    expect(failed(resaved.comparisons)).toEqual(['digest'])
    expect(resaved).toMatchObject({
      outcome: 'resaved',
      state: 'the same contents, saved by another program · complete',
    })
    const column = format === 'csv' ? 'note' : 'records'
    expect(await verdictOf(text.replace('note 3', 'note 4'))).toMatchObject({
      outcome: 'wrong',
      state: `changed: ${column}`,
    })
    expect(await verdictOf(text.replace(/7\.5\b/, '8.5'))).toMatchObject({
      outcome: 'wrong',
      state: 'changed: amount of BTC · BTC adds up to 101 instead of 100',
    })
  })

  test('what was not complete is not called complete after another program saved it', async () => {
    const facts = { completeness: 'partial', reasons: ['The list moved.'] } as const
    const made = await exported('csv', { facts })
    const file = new Blob([lf(await made.file.text())])
    expect((await checked({ ...made, file })).headline).toContain(
      '· the same contents, saved by another program · PARTIAL · not signed',
    )
    const other = new Blob([lf(await made.file.text()).replace('note 3', 'note 4')])
    expect((await checked({ ...made, file: other })).headline).toContain('· changed: note · PARTIAL · not')
  })

  test('XLSX that another program saved is read by its texts, and so are the facts within', async () => {
    const made = await exported('xlsx')
    const sheets = async (change: (rows: unknown[][]) => unknown[][] = (rows) => rows) => {
      const workbook = await readXlsx(new Uint8Array(await made.file.arrayBuffer()))
      return workbook.sheets.map(({ name, rows }) => ({
        name,
        rows: (name === 'Rows' ? change(rows) : rows).map((cells) => cells.map((cell) => String(cell ?? ''))),
      }))
    }
    const saved = async (...of: Parameters<typeof sheets>) => {
      const { state, comparisons } = await checked({ ...made, file: await workbook(await sheets(...of)) })
      return { state, form: foundBy(comparisons, 'form') }
    }
    expect(await saved()).toEqual({
      state: 'the same contents, saved by another program · complete',
      form: expect.stringContaining('Its formatting, such as number formats and column widths, was not'),
    })
    const changed = (rows: unknown[][]) =>
      rows.map((cells) => cells.map((cell) => (String(cell) === '7.5' ? '8.5' : cell)))
    expect((await saved(changed)).state).toBe('changed: amount of BTC · BTC adds up to 101 instead of 100')
    const onlyBeside = (rows: unknown[][]) =>
      rows.map((cells) => cells.map((cell) => (cell === 7.5 ? 8.5 : cell)))
    expect((await saved(onlyBeside)).form).toContain('is not the amount beside it')
    expect((await saved((rows) => rows.slice(0, -2))).state).toBe('changed: 23 of 25 rows')

    const added = await workbook([...(await sheets()), { name: 'Approved', rows: [['Signed off']] }])
    await expect(checked({ ...made, file: added })).rejects.toThrow(
      'Another program saved or changed this workbook: the sheet “Approved” is not one of the export’s.',
    )

    // A sheet of rows alone, with the facts beside it.
    const [rows] = await sheets()
    const file = await workbook(rows ? [rows] : [])
    await expect(checked({ ...made, file })).rejects.toThrow('not an XLSX export of this console')
    const besides = (facts: ExportFacts) =>
      checked({ ...made, file, factsFile: new Blob([writeFacts(facts)]) })
    expect((await besides(made.facts)).outcome).toBe('resaved')
    const stated = { ...made.facts, file: { ...made.facts.file, bytes: 1, sha256: '0'.repeat(64) } }
    expect((await besides(stated)).outcome).toBe('resaved')
  })

  test('of a file that is cut off nothing is claimed of the rest', async () => {
    const made = await exported()
    const { comparisons, headline } = await checked({
      ...made,
      file: made.file.slice(0, made.file.size - 40),
    })
    expect(failed(comparisons)).toEqual(['digest', 'form'])
    expect(foundBy(comparisons, 'rows')).toBe('24 before reading failed')
    expect(headline).toMatch(/· not readable to its end · not signed/)
  })
})

async function workbook(sheets: readonly WriteSheet[]): Promise<Blob> {
  return new Blob([new Uint8Array(await writeXlsx({ sheets: [...sheets] }))])
}
