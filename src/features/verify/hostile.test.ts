/** Files that are made to fill a reader's memory or to take its time get a sentence, or a verdict. Those that do not would not come to an end here. */
import { describe, expect, test } from 'vitest'
import { normaliseTransaction } from '../../api/normalise.ts'
import { writeFacts } from '../../files/facts.ts'
import { type MadeExport, stating, unzippedParts, zipped } from '../../files/testing/made-export.ts'
import { checked, exported, foundBy, sheetPart, withPart } from './testing/checked.ts'

const megabyte = 2 ** 20

/** The sentence with which a file is refused, or why it could not be read to its end. */
async function sentence(made: Pick<MadeExport, 'file' | 'name' | 'factsFile'>): Promise<string> {
  return checked(made).then(
    ({ comparisons }) => foundBy(comparisons, 'form') ?? '',
    (error: Error) => error.message,
  )
}

describe('a workbook', () => {
  test.each([sheetPart, 'xl/sharedStrings.xml'])(
    'whose %s unpacks to far more than it holds',
    async (path) => {
      const made = await withPart(await exported('xlsx'), path, (xml) => xml || '<sst/>')
      const file = await stating(made.file, path, 2 ** 27)
      expect(await sentence({ ...made, file })).toBe(
        `The part ${path} of the file unpacks to far more than that of any export.`,
      )
    },
  )

  test.each([
    [
      'rows without an end',
      sheetPart,
      (xml: string) => xml.replace('<sheetData>', `<sheetData>${'<row '.repeat(megabyte)}`),
    ],
    [
      'cells without an end',
      sheetPart,
      (xml: string) => xml.replace('</row>', `${'<c>'.repeat(megabyte)}</row>`),
    ],
    [
      'texts without an end',
      sheetPart,
      (xml: string) => xml.replace('</row>', `<c t="inlineStr">${'<t>'.repeat(megabyte)}</c></row>`),
    ],
    ['shared texts without an end', 'xl/sharedStrings.xml', () => '<si>'.repeat(megabyte)],
  ])('with %s', async (_, path, change) => {
    expect(await sentence(await withPart(await exported('xlsx'), path, change))).toContain(
      'saved or changed this workbook',
    )
  })

  test.each([
    ['a row far below the others', '<row r="2">', '<row r="1048576">', 'thousands of empty rows'],
    ['a cell far beside the others', '<c r="A2"', '<c r="XFD2"', 'far more columns'],
  ])('with %s', async (_, before, after, told) => {
    expect(
      await sentence(await withPart(await exported('xlsx'), sheetPart, (xml) => xml.replace(before, after))),
    ).toContain(told)
  })

  test('of two parts with one name', async () => {
    const { file, ...others } = await exported('xlsx')
    const parts = Object.entries(await unzippedParts(file))
    expect(await sentence({ ...others, file: zipped([...parts, ...parts.slice(0, 1)]) })).toContain(
      'not an XLSX export of this console',
    )
  })

  test('of a million parts', async () => {
    const end = new DataView(new ArrayBuffer(22))
    end.setUint32(0, 0x06054b50, true)
    end.setUint16(10, 0xffff, true)
    end.setUint32(12, 46 * 1_000_000, true)
    end.setUint32(16, 4, true)
    const file = new Blob(['PK\u0003\u0004', new Uint8Array(46 * 1_000_000), end])
    expect(await sentence({ file, name: 'x.xlsx', factsFile: null })).toContain('not an XLSX export')
  })
})

describe('text', () => {
  test.each([
    ['csv', '"', 'Row 1 has no end.'],
    // After a record: a list that does not begin as ours does is read as a whole.
    ['json', '[\n{},\n"', 'Row 2 has no end.'],
  ] as const)('of one string without an end, as %s', async (format, start, told) => {
    const made = await exported(format)
    const file = new Blob([start, 'x'.repeat(17 * megabyte)])
    expect(await sentence({ ...made, file })).toBe(told)
  })

  test('with records within records', async () => {
    const made = await exported('json')
    const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`
    const file = new Blob(['[\n', deep, '\n]\n'])
    expect(await sentence({ ...made, file })).toMatch(/^(The file has far more|The file is not a list)/)
  })

  test('with markup and control characters is shown as it is, and commands no terminal', async () => {
    const { verdictText } = await import('../../bin/verify-command.ts')
    const record = normaliseTransaction({ transaction_id: '<img src=x onerror=alert(1)>' })
    const made = await exported('csv', {
      records: [record],
      parameters: { note: '\u001b[2J\u202e<b>' },
    })
    const text = verdictText(await checked(made))
    expect(text).toContain('<b>')
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('of facts that are records within records', async () => {
    const made = await exported()
    const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`
    const factsFile = new Blob([writeFacts(made.facts).replace('"reasons": []', `"reasons": ${deep}`)])
    expect(await sentence({ ...made, factsFile })).toMatch(/not a verification file|not readable JSON/)
  })
})
