/** Every tampering with a file is found by the checks that can find it, and bad input gets a sentence. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readXlsx, type WriteSheet, writeXlsx } from 'hucre'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import {
  normaliseHolding,
  normaliseTransaction,
  normaliseVault,
  normaliseWhitelist,
} from '../../../api/normalise.ts'
import type { Transaction } from '../../../api/records.ts'
import { type ExportFacts, type ExportFormat, exportFormats, inOrder, writeFacts } from '../facts.ts'
import { balancesExport, vaultsExport } from '../holdings.ts'
import { columnsFor, type Row } from '../list-export.ts'
import { exportOf, type MadeExport } from '../testing/made-export.ts'
import { transactionsExport } from '../transactions.ts'
import { whitelistsExport } from '../whitelists.ts'
import { ZipWriter } from '../write/zip-writer.ts'
import type { Check, CheckName } from './check.ts'
import { openExport } from './open-export.ts'
import { verdictOf } from './verdict.ts'
import { verifyExport } from './verify.ts'

const records = Array.from({ length: 25 }, (_, index) => transaction(index))
const all = columnsFor(transactionsExport, 'all')

describe.each(exportFormats)('%s', (format) => {
  test('as it was written, everything passes', async () => {
    const made = await exportOf(transactionsExport, records, format, all)
    const checks = await verified(made)
    expect(failed(checks)).toEqual([])
    expect(checks.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['form', 'pass'],
      ...(format === 'xlsx' ? [] : [['size', 'pass']]),
      ...(format === 'xlsx' ? [] : [['digest', 'pass']]),
      ['content', 'pass'],
      ['signature', 'unchecked'],
      ['facts', 'pass'],
      ['name', 'pass'],
      ['times', 'pass'],
      ...(format === 'json' ? [] : [['columns', 'pass']]),
      ['rows', 'pass'],
      ['repeated', 'pass'],
      ['filter', 'pass'],
      ['totals', 'pass'],
      ['completeness', 'pass'],
    ])
  })

  test('whatever stands in the records, everything passes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyText, anyText, anyText), { maxLength: 6 }),
        fc.subarray([...transactionsExport.columns.map(({ name }) => name)]),
        async (texts, chosen) => {
          const some = texts.map(([amount, asset, note], index) => transaction(index, amount, asset, note))
          const columns = [...new Set(['transaction_id', ...chosen])]
          const made = await exportOf(transactionsExport, some, format, columns)
          expect(failed(await verified(made))).toEqual([])
        },
      ),
      { numRuns: 50 },
    )
  })

  test('no rows are no failure', async () => {
    expect(failed(await verified(await exportOf(transactionsExport, [], format, all)))).toEqual([])
  })
})

describe.each<ExportFormat>(['csv', 'json'])('a changed %s file', (format) => {
  test.each<[string, (lines: readonly string[]) => readonly string[], readonly CheckName[]]>([
    [
      'one digit of an amount',
      (lines) => lines.map((line) => line.replace('"7.5', '"8.5').replace(',7.5', ',8.5')),
      ['content', 'digest', 'totals'],
    ],
    ['a note', (lines) => lines.map((line) => line.replace('note 3', 'note 4')), ['content', 'digest']],
    ['two rows in another order', swapped, ['content', 'digest']],
    [
      'a row that is missing',
      (lines) => lines.toSpliced(5, 1),
      ['content', 'digest', 'rows', 'size', 'totals'],
    ],
    [
      'a row that stands twice',
      (lines) => lines.toSpliced(5, 0, lines[5] ?? ''),
      ['content', 'digest', 'repeated', 'rows', 'size', 'totals'],
    ],
    [
      'a status',
      (lines) => lines.map((line) => line.replace('completed', 'cancelled')),
      ['content', 'digest', 'filter', 'totals'],
    ],
  ])('%s', async (_, tamper, expected) => {
    const made = await exportOf(transactionsExport, records, format, all)
    const text = await made.file.text()
    const end = format === 'csv' ? '\r\n' : '\n'
    const changed = new Blob([(format === 'csv' ? '\ufeff' : '') + tamper(text.split(end)).join(end)])
    expect(failed(await verified({ ...made, file: changed })).sort()).toEqual([...expected].sort())
  })

  test('any one byte that is another is found', async () => {
    const made = await exportOf(transactionsExport, records.slice(0, 3), format, all)
    const bytes = new Uint8Array(await made.file.arrayBuffer())
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const other = bytes.slice()
        other[at] = (other[at] ?? 0) ^ change
        const checks = await verified({ ...made, file: new Blob([other]) }).catch(sentence)
        expect(typeof checks === 'string' || failed(checks).includes('digest')).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('a file that is cut off anywhere is found', async () => {
    const made = await exportOf(transactionsExport, records.slice(0, 3), format, all)
    await fc.assert(
      fc.asyncProperty(fc.nat(made.file.size - 1), async (size) => {
        const checks = await verified({ ...made, file: made.file.slice(0, size) }).catch(sentence)
        expect(typeof checks === 'string' || failed(checks).includes('size')).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a changed XLSX file', () => {
  test('any one byte that is another is found, or is nothing that stands in a cell', async () => {
    const made = await exportOf(transactionsExport, records.slice(0, 3), 'xlsx', all)
    const bytes = new Uint8Array(await made.file.arrayBuffer())
    const before = await rowsOf(made)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const other = bytes.slice()
        other[at] = (other[at] ?? 0) ^ change
        const file = new Blob([other])
        const checks = await verified({ ...made, file }).catch(sentence)
        if (typeof checks === 'string' || failed(checks).length > 0) return
        // Times of change and the like: what is read is the same.
        expect(await rowsOf({ file, factsFile: null })).toEqual(before)
      }),
      { numRuns: 200 },
    )
  })

  test('rows of one file under the facts of another are found', async () => {
    const one = await exportOf(transactionsExport, records, 'xlsx', all)
    const made = await exportOf(transactionsExport, records.slice(1), 'xlsx', all, { facts: one.facts })
    expect(failed(await verified(made))).toEqual(['content', 'rows', 'totals'])
  })

  test('facts beside it say in addition what the whole file is, and have to be those within it', async () => {
    const made = await exportOf(transactionsExport, records, 'xlsx', all)
    const sha256 = createHash('sha256')
      .update(new Uint8Array(await made.file.arrayBuffer()))
      .digest('hex')
    const beside = (change: Partial<ExportFacts['file']>) => ({
      ...made,
      factsFile: new Blob([writeFacts({ ...made.facts, file: { ...made.facts.file, ...change } })]),
    })
    const whole = { bytes: made.file.size, sha256 }
    const checks = await verified(beside(whole))
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['size', 'digest', 'content']))
    expect(failed(checks)).toEqual([])
    expect(failed(await verified(beside({ ...whole, sha256: '0'.repeat(64) })))).toEqual(['digest'])
    await expect(verified(beside({ ...whole, name: 'other.xlsx' }))).rejects.toThrow('not those within it')
  })

  test.each([
    ['a number beside an amount', 'xl/worksheets/sheet1.xml', /<v>7\.5</, '<v>8.5<', 'was changed'],
    ['the summary', 'xl/worksheets/sheet2.xml', />Complete</, '>Checked<', 'summary says something else'],
    ['the range of the filter', 'xl/worksheets/sheet1.xml', /ref="A1:/, 'ref="A2:', 'was changed'],
  ])('%s that is another is found', async (_, path, before, after, sentence) => {
    const made = await exportOf(transactionsExport, records, 'xlsx', all)
    const zip = new ZipWriter()
    for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await made.file.arrayBuffer())))) {
      const text = strFromU8(bytes)
      if (name === path) expect(text).toMatch(before)
      zip.file(name, strToU8(name === path ? text.replace(before, after) : text))
    }
    zip.end()
    const file = new Blob([new Uint8Array(zip.taken())])
    const said = await verified({ ...made, file }).then(
      (checks) => checks.find(({ name }) => name === 'form')?.found,
      String,
    )
    expect(said).toContain(sentence)
  })

  test('a file that was cut off says so', async () => {
    const made = await exportOf(transactionsExport, records, 'xlsx', all)
    await expect(verified({ ...made, file: made.file.slice(0, made.file.size - 9) })).rejects.toThrow(
      'no XLSX file as this console writes it',
    )
  })
})

describe('what other programs do to a file', () => {
  const said = (checks: readonly Check[], name: CheckName) => checks.find((check) => check.name === name)
  const csv = () => exportOf(transactionsExport, records, 'csv', all)
  const json = () => exportOf(transactionsExport, records, 'json', all)
  const lf = (text: string) => text.replaceAll('\r\n', '\n')
  const separated = (delimiter: string, quotes: boolean) => (text: string) =>
    `\ufeff${Papa.unparse(Papa.parse<string[]>(text, { skipEmptyLines: true }).data, { delimiter, quotes })}\r\n`

  test.each<[string, () => Promise<MadeExport>, (text: string) => string, string]>([
    ['LF in CSV', csv, (text) => `\ufeff${lf(text)}`, 'Line endings were changed, as editors do.'],
    ['no byte order mark in CSV', csv, (text) => text, 'The byte order mark was taken away'],
    ['both', csv, lf, 'The byte order mark was taken away, as editors do, and line endings were changed'],
    ['semicolons in CSV', csv, separated(';', false), 'Its cells are separated otherwise'],
    ['tabs and quotes everywhere', csv, separated('\t', true), 'Its cells are separated otherwise'],
    ['quotes everywhere', csv, separated(',', true), 'a CSV file as this console writes it'],
    ['CR LF in JSON', json, (text) => text.replaceAll('\n', '\r\n'), 'Line endings were changed'],
    ['a byte order mark in JSON', json, (text) => `\ufeff${text}`, 'It begins with a byte order mark'],
    ['JSON over several lines', json, (text) => JSON.stringify(JSON.parse(text), null, 2), 'It was laid out'],
    ['JSON in one line', json, (text) => JSON.stringify(JSON.parse(text)), 'It was laid out anew.'],
  ])('%s is named, and the rows are the same', async (_, make, change, cause) => {
    const made = await make()
    const checks = await verified({ ...made, file: new Blob([change(await made.file.text())]) })
    expect(failed(checks).filter((name) => name !== 'form' && name !== 'size')).toEqual(['digest'])
    expect(said(checks, 'form')?.found).toContain(cause)
    expect(verdictOf(made.facts, checks).state).toBe('the same rows, saved by another program')

    const note = await verified({
      ...made,
      file: new Blob([change((await made.file.text()).replace('note 3', 'note 4'))]),
    })
    const column = made.facts.file.format === 'csv' ? 'note' : 'records'
    expect(verdictOf(made.facts, note).state).toBe(`changed cells in ${column}`)
    const amount = await verified({
      ...made,
      file: new Blob([change((await made.file.text()).replace(/7\.5\b/, '8.5'))]),
    })
    expect(verdictOf(made.facts, amount).state).toBe(
      'changed: amount of BTC · BTC · withdraw · completed · BTC adds up to 101 in place of 100',
    )
  })

  test('XLSX that another program saved is read by its texts, and so are the facts within', async () => {
    const made = await exportOf(transactionsExport, records, 'xlsx', all)
    const sheets = async (change: (rows: unknown[][]) => unknown[][] = (rows) => rows) => {
      const workbook = await readXlsx(new Uint8Array(await made.file.arrayBuffer()))
      return workbook.sheets.map(({ name, rows }) => ({
        name,
        rows: (name === 'Rows' ? change(rows) : rows).map((cells) => cells.map((cell) => String(cell ?? ''))),
      }))
    }
    const saved = async (...of: Parameters<typeof sheets>) => {
      const checks = await verified({
        ...made,
        file: await workbook(await sheets(...of)),
      })
      return { state: verdictOf(made.facts, checks).state, form: said(checks, 'form')?.found }
    }
    expect(await saved()).toEqual({
      state: 'the same rows, saved by another program',
      form: expect.stringContaining('how they look, such as number formats and column widths, was not'),
    })
    const changed = (rows: unknown[][]) =>
      rows.map((cells) => cells.map((cell) => (String(cell) === '7.5' ? '8.5' : cell)))
    expect((await saved(changed)).state).toBe(
      'changed: amount of BTC · BTC · withdraw · completed · BTC adds up to 101 in place of 100',
    )
    const onlyBeside = (rows: unknown[][]) =>
      rows.map((cells) => cells.map((cell) => (cell === 7.5 ? 8.5 : cell)))
    expect((await saved(onlyBeside)).form).toContain('is not the amount beside it')
    expect((await saved((rows) => rows.slice(0, -2))).state).toBe('changed: 23 of 25 rows')

    // A sheet of rows alone, with the facts beside it.
    const [rows] = await sheets()
    const alone = await workbook(rows ? [rows] : [])
    await expect(verified({ ...made, file: alone })).rejects.toThrow('no XLSX file as this console writes it')
    const beside = await verified({ ...made, file: alone, factsFile: new Blob([writeFacts(made.facts)]) })
    expect(verdictOf(made.facts, beside).outcome).toBe('wrong')
    const whole = { ...made.facts, file: { ...made.facts.file, bytes: 1, sha256: '0'.repeat(64) } }
    const stated = await verified({ ...made, file: alone, factsFile: new Blob([writeFacts(whole)]) })
    expect(verdictOf(whole, stated).state).toBe('the same rows, saved by another program')
  })

  test.each([
    ['a formula', '<f>1+1</f>', 'a cell holds a formula'],
    ['a hidden row', null, 'rows or columns in it are hidden'],
  ])('a workbook that shows something else than its texts is not read: %s', async (_, formula, sentence) => {
    const made = await exportOf(transactionsExport, records, 'xlsx', all)
    const parts = unzipSync(new Uint8Array(await made.file.arrayBuffer()))
    const path = 'xl/worksheets/sheet1.xml'
    const xml = strFromU8(parts[path] ?? new Uint8Array())
    const changed = formula
      ? xml.replace(/(<c r="I2"[^>]*>)<is>/, `$1${formula}<is>`)
      : xml.replace('<row r="2">', '<row r="2" hidden="1">')
    expect(changed).not.toBe(xml)
    const file = new Blob([new Uint8Array(zipSync({ ...parts, [path]: strToU8(changed) }))])
    const checks = await verified({ ...made, file })
    expect(said(checks, 'form')?.found).toContain(sentence)
    expect(verdictOf(made.facts, checks).outcome).toBe('wrong')
  })

  test('of a file that is cut off nothing is claimed of the rest', async () => {
    const made = await csv()
    const checks = await verified({ ...made, file: made.file.slice(0, made.file.size - 40) })
    expect(failed(checks)).toEqual(['form', 'size', 'digest'])
    expect(said(checks, 'rows')?.found).toBe('24 before reading failed')
  })
})

describe('control totals of columns that a file does not have', () => {
  const found = async (columns: readonly string[]) => {
    const checks = await verified(await exportOf(transactionsExport, records, 'csv', columns))
    const totals = checks.find(({ name }) => name === 'totals')
    return [totals?.verdict, totals?.found]
  }
  test('are said, and without any sum nothing passes', async () => {
    const counts = ['transaction_id', 'asset_id', 'network_id', 'transaction_type', 'status']
    expect(await found([...counts, 'amount', 'fee', 'fee_asset'])).toEqual(['pass', 'the same'])
    expect(await found([...counts, 'fee', 'fee_asset'])).toEqual([
      'pass',
      '2 of 3 figures the same; the file has no column amount',
    ])
    expect(await found(counts)).toEqual([
      'unchecked',
      'no sum; 1 of 3 figures the same; the file has no column fee_asset, amount, fee',
    ])
  })
})

describe('facts that were changed alone', () => {
  type Change = (facts: ExportFacts) => unknown
  const asked = (change: Partial<ExportFacts['asked']>): Change => {
    return (facts) => ({ ...facts, asked: { ...facts.asked, ...change } })
  }
  const file = (change: Partial<ExportFacts['file']>): Change => {
    return (facts) => ({ ...facts, file: { ...facts.file, ...change } })
  }
  const read = (change: Partial<ExportFacts['read']>): Change => {
    return (facts) => ({ ...facts, read: { ...facts.read, ...change } })
  }
  const of = (change: Partial<ExportFacts>): Change => {
    return (facts) => ({ ...facts, ...change })
  }
  const parameters = { status: 'failed' }

  test.each<[string, Change, readonly CheckName[]]>([
    ['another filter', asked({ parameters }), ['facts', 'filter']],
    [
      'another filter with its link',
      asked({ parameters, link: '/transactions?status=failed' }),
      ['facts', 'filter'],
    ],
    ['no filter', asked({ parameters: {} }), ['facts']],
    ['another link', asked({ link: '/transactions' }), ['facts']],
    ['a link to another page', asked({ link: '/vaults?status=completed' }), ['facts']],
    ['another endpoint', asked({ endpoint: '/vaults' }), ['facts']],
    ['no columns', asked({ columns: null }), ['facts']],
    ['a service that has no address', of({ service: { address: 'elsewhere', account: null } }), ['facts']],
    ['another list', of({ list: 'vaults' }), ['facts']],
    ['a list that there is not', of({ list: 'payments' }), ['facts']],
    ['no beginning', of({ begun: 'never' }), ['facts']],
    ['a day that there is not', of({ ended: '2026-02-31T00:00:00.000Z' }), ['facts']],
    ['an end before the beginning', of({ ended: '2001-01-01T00:00:00.000Z' }), ['facts']],
    ['another beginning', of({ begun: '2026-11-21T15:03:21.123Z' }), ['facts']],
    ['an end date that was not asked', of({ pinned_end_date: '2026-11-21T15:03:22.123Z' }), ['facts']],
    ['other records', read({ records: 7 }), ['facts']],
    ['no pages', read({ pages: 0 }), ['facts']],
    ['a single pass', read({ passes: 1 }), ['facts']],
    ['records that do not fit', read({ misfits: 1 }), ['facts', 'filter']],
    ['another name', file({ name: 'transactions_2026-11-21T15-03-23Z.csv' }), ['facts', 'name']],
    ['no size', file({ bytes: null }), ['facts']],
    ['no digest', file({ bytes: null, sha256: null }), ['digest', 'facts']],
    ['a digest of rows', of({ content: { amount: '0'.repeat(64) } }), ['content', 'facts']],
    ['another version', of({ application: { name: 'Custody Console', version: '9' } }), ['facts']],
    ['no totals', of({ totals: { by: [], sums: [], groups: [] } }), ['facts', 'totals']],
    ['fields that there are not', (facts) => ({ ...facts, audited_by: 'somebody' }), ['facts']],
    ['such a field within another', (facts) => ({ ...facts, read: { ...facts.read, all: true } }), ['facts']],
  ])('%s', async (_, change, expected) => {
    const made = await exportOf(transactionsExport, records, 'csv', all)
    const factsFile = new Blob([JSON.stringify(change(inOrder(made.facts)))])
    expect(failed(await verified({ ...made, factsFile })).sort()).toEqual(expected)
  })

  test('a field that stands twice, of which people read the one and programs the other', async () => {
    const made = await exportOf(transactionsExport, records, 'csv', all)
    const text = writeFacts(made.facts).replace('"rows":', '"rows": 7,\n  "rows":')
    expect(failed(await verified({ ...made, factsFile: new Blob([text]) }))).toEqual(['facts'])
  })

  test('the embedded service has a name in place of an address', async () => {
    const facts = { service: { address: 'Embedded service', account: null } }
    const made = await exportOf(transactionsExport, records, 'csv', all, { facts })
    expect(failed(await verified(made))).toEqual([])
  })

  test('how they are laid out is no matter', async () => {
    const made = await exportOf(transactionsExport, records, 'csv', all)
    const text = writeFacts(made.facts).replaceAll('\n', '\r\n\t')
    expect(failed(await verified({ ...made, factsFile: new Blob(['\ufeff', text]) }))).toEqual([])
  })

  test('of records with several rows, in every format', async () => {
    const vaults = ['v', 'w'].map((vault_id) =>
      normaliseVault({ vault_id, vault_type: 'cold', assets: [{ asset_id: 'BTC' }, { asset_id: 'ETH' }] }),
    )
    const columns = columnsFor(vaultsExport, 'all')
    const checked = async (format: ExportFormat, parameters: Readonly<Record<string, string>>, count = 2) =>
      failed(
        await verified(
          await exportOf(vaultsExport, vaults, format, columns, {
            parameters,
            facts: { read: { records: count, pages: 1, passes: 2, repairs: 0, late: 0, misfits: 0 } },
          }),
        ),
      )
    for (const format of exportFormats) {
      expect(await checked(format, { vault_type: 'cold', asset_id: 'eth' })).toEqual([])
      expect(await checked(format, { vault_type: 'warm' })).toEqual(['filter'])
      expect(await checked(format, { asset_id: 'SOL' })).toEqual(['filter'])
      expect(await checked(format, {}, 3)).toEqual(['facts'])
    }
  })
})

test('an export that is not complete says so in its name, its facts and its verdict', async () => {
  const facts = { completeness: 'partial' as const, reasons: ['The list moved too fast.'] }
  const made = await exportOf(transactionsExport, records, 'csv', all, { facts })
  expect(made.name).toContain('.PARTIAL.csv')
  const checks = await verified(made)
  expect(failed(checks)).toEqual([])
  expect(verdictOf(made.facts, checks)).toMatchObject({ outcome: 'part', state: 'PARTIAL' })
  const contradictory = await exportOf(transactionsExport, records, 'csv', all, { facts: { reasons: ['?'] } })
  expect(failed(await verified(contradictory))).toEqual(['facts'])
})

test('the name that a file has is held against its facts, unless it was called otherwise altogether', async () => {
  const made = await exportOf(transactionsExport, records, 'csv', all)
  const named = async (name: string) => {
    const checks = await verified({ ...made, name })
    return checks.find((check) => check.name === 'name')?.verdict
  }
  expect(await named(made.name.replace('.csv', ' (1).csv'))).toBe('pass')
  expect(await named('october.csv')).toBe('unchecked')
  expect(await named(made.name.replace('.csv', '.PARTIAL.csv'))).toBe('fail')
  expect(await named(made.name.replace('2026', '2025'))).toBe('fail')
  expect(await named(made.name.replace('transactions', 'vaults'))).toBe('fail')
  expect(await named(made.name.replace(/_[0-9a-f]{16}/, '_0123456789abcdef'))).toBe('fail')
})

describe('ids of which one looks like the other neutralised', () => {
  const pair = ['=1+1', "'=1+1"].map((transaction_id) => normaliseTransaction({ transaction_id }))

  test.each(exportFormats)('are two in %s', async (format) => {
    const made = await exportOf(transactionsExport, pair, format, all, { parameters: {} })
    expect(failed(await verified(made))).toEqual([])
    expect(made.facts.remarks).toHaveLength(format === 'csv' ? 1 : 0)
    expect((await rowsOf(made)).map(({ transaction_id }) => transaction_id)).toEqual(['=1+1', "'=1+1"])
  })
})

test('balances of one vault type are told from others by the name of their file', async () => {
  const cold = balancesExport('cold')
  const held = normaliseHolding({ asset_id: 'BTC', network_id: 'bitcoin', balances: { total_balance: '1' } })
  const made = await exportOf(cold, [held], 'csv', columnsFor(cold, 'all'))
  expect(made.name).toMatch(/^balances-cold_/)
  expect(failed(await verified(made))).toEqual([])
  const others = await exportOf(balancesExport('all'), [held], 'csv', columnsFor(cold, 'all'))
  expect(others.name).toMatch(/^balances_/)
})

test('columns that were renamed, or stand otherwise, are found', async () => {
  const made = await exportOf(transactionsExport, records, 'csv', ['transaction_id', 'note', 'memo'])
  const text = (await made.file.text()).replace('note,memo', 'memo,note')
  expect(failed(await verified({ ...made, file: new Blob(['\ufeff', text]) }))).toEqual([
    'digest',
    'content',
    'columns',
  ])
})

test('the figures of the totals name what differs, with both', async () => {
  const made = await exportOf(transactionsExport, records, 'csv', all)
  const text = (await made.file.text()).replace(',7.5,', ',8.5,')
  const checks = await verified({ ...made, file: new Blob(['\ufeff', text]) })
  const figures = checks.find(({ name }) => name === 'totals')?.figures ?? []
  const wrong = figures.filter(({ expected, found }) => expected !== found)
  expect(wrong).toEqual([
    { of: 'BTC · BTC · withdraw · completed · BTC', what: 'amount', expected: '100', found: '101' },
  ])
})

describe.each(exportFormats)('records of several rows in %s', (format) => {
  const vaults = ['v', 'w', 'x'].map((vault_id, held) => ({
    vault_id,
    vault_type: 'cold',
    assets: ['BTC', 'ETH', 'SOL'].slice(0, held + 1).map((asset_id) => ({
      asset_id,
      network_id: asset_id,
      balances: { total_balance: '1.5', available_balance: '1.5' },
    })),
  }))
  const whitelists = ['v', 'w', 'x'].map((whitelist_id, entries) => ({
    whitelist_id,
    whitelist_type: 'third_party',
    assets: Array.from({ length: entries }, () => ({ asset_id: 'BTC', network_id: 'BTC', address: 'bc1' })),
  }))
  const vaultsOf = (...given: readonly unknown[]) =>
    exportOf(vaultsExport, given.map(normaliseVault), format, columnsFor(vaultsExport, 'all'))
  const whitelistsOf = (...given: readonly unknown[]) =>
    exportOf(whitelistsExport, given.map(normaliseWhitelist), format, columnsFor(whitelistsExport, 'all'))

  test('are one record, as often as its id stands', async () => {
    expect(failed(await verified(await vaultsOf(...vaults)))).toEqual([])
    expect(failed(await verified(await whitelistsOf(...whitelists)))).toEqual([])
  })

  test('that come again later stand twice', async () => {
    expect(failed(await verified(await vaultsOf(...vaults, vaults[1])))).toEqual(['repeated'])
    expect(failed(await verified(await whitelistsOf(...whitelists, whitelists[1])))).toEqual(['repeated'])
  })
})

test('rows of one vault stand together; a vault that comes again later stands twice', async () => {
  const vaults = ['v', 'w'].map((vault_id) =>
    normaliseVault({ vault_id, assets: [{ asset_id: 'BTC' }, { asset_id: 'BTC' }, { asset_id: 'ETH' }] }),
  )
  const columns = columnsFor(vaultsExport, 'all')
  expect(failed(await verified(await exportOf(vaultsExport, vaults, 'csv', columns)))).toEqual([])
  const again = await exportOf(vaultsExport, [...vaults, ...vaults.slice(0, 1)], 'csv', columns)
  const checks = await verified(again)
  expect(failed(checks)).toEqual(['repeated'])
  expect(checks.find(({ name }) => name === 'repeated')?.found).toBe('1: v')
})

describe('what is no export gets a sentence', () => {
  test.each<[string, BlobPart, ((facts: ExportFacts) => BlobPart) | null, string]>([
    ['no facts', 'a,b\r\n', null, 'No facts were found beside this file'],
    ['facts that are none', 'a,b\r\n', () => '{}', 'These are no facts of an export'],
    ['another kind of file', '[\n]\n', (facts) => writeFacts(facts), 'they do not belong together'],
    [
      'a zip of something else',
      'PK\u0003\u0004 and so on, but nothing of ours',
      null,
      'no XLSX file as this console',
    ],
  ])('%s', async (_, content, facts, expected) => {
    const made = await exportOf(transactionsExport, records, 'csv', all)
    const beside = facts && new Blob([facts(made.facts)])
    await expect(openExport(new Blob([content]), 'x.csv', beside)).rejects.toThrow(expected)
  })

  test('an empty file, and garbage, fail in form, and garbage of another size', async () => {
    const made = await exportOf(transactionsExport, records, 'csv', all)
    expect(failed(await verified({ ...made, file: new Blob([]) }))).toContain('form')
    const garbage = new Blob([new Uint8Array(3 * 2 ** 20).fill(0xff)])
    const checks = await verified({ ...made, file: garbage })
    expect(checks[0]?.found).toBe('The file is no UTF-8 text.')
    expect(failed(checks)).toEqual(expect.arrayContaining(['size', 'digest']))
  })

  test('a row without an end does not fill the memory', async () => {
    const made = await exportOf(transactionsExport, records, 'csv', all)
    const block = 'x'.repeat(2 ** 20)
    const endless = new Blob(['\ufeff"', ...Array.from({ length: 20 }, () => block)])
    const checks = await verified({ ...made, file: endless })
    expect(checks[0]?.found).toBe('Row 1 has no end.')
  })

  test('far more rows than there should be are not read to their end', async () => {
    const made = await exportOf(transactionsExport, [], 'csv', ['transaction_id'])
    const many = new Blob(['transaction_id\r\n', 'a\r\n'.repeat(600_000)])
    const checks = await verified({ ...made, file: many })
    expect(checks[0]?.found).toContain('far more rows than the 0')
  })
})

test('it stops when it is told to', async () => {
  const made = await exportOf(transactionsExport, records, 'csv', all)
  const opened = await openExport(made.file, made.name, made.factsFile)
  await expect(
    verifyExport(opened, { signal: AbortSignal.abort(new Error('enough')), keys: [] }),
  ).rejects.toThrow('enough')
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '=1',
    '\ud800',
    "'=1",
    '0.1',
    `-${'9'.repeat(78)}`,
    '__proto__',
    'a\r\nb',
    '_x000D_',
    '',
    ' ',
  ),
  fc.constant('long'.repeat(9000)),
)

function transaction(
  index: number,
  amount = index === 7 ? '7.5' : '3.7',
  asset = 'BTC',
  note?: string,
): Transaction {
  return normaliseTransaction({
    transaction_id: `txn_${index}`,
    timestamp: '2026-11-21T15:03:22.000Z',
    status: 'completed',
    transaction: {
      transaction_type: 'withdraw',
      asset_id: asset,
      network_id: 'BTC',
      amount: index === 8 && amount === '3.7' ? '7.4' : amount,
      fee: '0.0001',
      source: { source_type: 'vault', source_id: 'v' },
      destination: { destination_type: 'whitelist', memo: '' },
      note: note ?? `note ${index}`,
    },
  })
}

async function verified({ file, name, factsFile }: MadeExport): Promise<readonly Check[]> {
  const options = { signal: new AbortController().signal, keys: [] }
  return (await verifyExport(await openExport(file, name, factsFile), options)).checks
}

function failed(checks: readonly Check[]): CheckName[] {
  return checks.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name)
}

function sentence(error: unknown): string {
  if (error instanceof Error) return error.message
  throw error
}

async function workbook(sheets: readonly WriteSheet[]): Promise<Blob> {
  return new Blob([new Uint8Array(await writeXlsx({ sheets: [...sheets] }))])
}

function swapped(lines: readonly string[]): readonly string[] {
  const [head = '', first = '', second = '', ...others] = lines
  return [head, second, first, ...others]
}

async function rowsOf({ file, factsFile }: Pick<MadeExport, 'file' | 'factsFile'>): Promise<readonly Row[]> {
  const opened = await openExport(file, 'x', factsFile)
  const rows: Row[] = []
  for await (const piece of opened.read({ signal: new AbortController().signal })) rows.push(...piece.rows)
  return rows
}
