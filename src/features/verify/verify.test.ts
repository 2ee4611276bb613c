/** Every tampering with a file is found by the checks that can find it, and bad input gets a sentence. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseVault, normaliseWhitelist } from '../../api/normalise.ts'
import { type ExportFacts, writeFacts } from '../../files/facts.ts'
import { columnsFor } from '../../files/list-export.ts'
import { transactionsExport, vaultsExport, whitelistsExport } from '../../files/lists.ts'
import { exportOf } from '../../files/testing/made-export.ts'
import { anyCharacter } from '../../testing/any-character.ts'
import { cases } from '../../testing/cases.ts'
import { openExport } from './export-file.ts'
import {
  checksOf,
  exported,
  failed,
  foundBy,
  textFormats,
  transactionAt,
  withdrawals,
} from './testing/checked.ts'
import { type ComparisonName, checkExport } from './verdict.ts'

describe.each(textFormats)('%s', (format) => {
  test('as it was written, everything passes', async () => {
    const made = await exported(format)
    const checks = await checksOf(made)
    expect(failed(checks)).toEqual([])
    expect(checks.map(({ name, agrees }) => [name, agrees])).toEqual([
      ['digest', true],
      ['form', true],
      ['contents', true],
      ['rows', true],
      ['totals', true],
      ['name', true],
      ['signature', null],
    ])
  })

  test('whatever stands in the records, everything passes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyText, anyText, anyText), { maxLength: 6 }),
        fc.subarray([...transactionsExport.columns]),
        async (texts, chosen) => {
          const some = texts.map(([amount, asset, note], index) => transactionAt(index, amount, asset, note))
          const columns = [...new Set(['transaction_id', ...chosen])]
          const made = await exported(format, { records: some, columns })
          expect(failed(await checksOf(made))).toEqual([])
        },
      ),
      { numRuns: cases(50) },
    )
  })

  test('no rows are no failure', async () => {
    expect(failed(await checksOf(await exported(format, { records: [] })))).toEqual([])
  })
})

describe.each(textFormats)('a changed %s file', (format) => {
  test.each<[string, (lines: readonly string[]) => readonly string[], readonly ComparisonName[]]>([
    [
      'one digit of an amount',
      (lines) => lines.map((line) => line.replace('"7.5', '"8.5').replace(',7.5', ',8.5')),
      ['contents', 'digest', 'totals'],
    ],
    ['a note', (lines) => lines.map((line) => line.replace('note 3', 'note 4')), ['contents', 'digest']],
    ['two rows in another order', swapped, ['contents', 'digest']],
    ['a row that is missing', (lines) => lines.toSpliced(5, 1), ['contents', 'digest', 'rows', 'totals']],
    [
      'a row that stands twice',
      (lines) => lines.toSpliced(5, 0, lines[5] ?? ''),
      ['contents', 'digest', 'rows', 'totals'],
    ],
    [
      'a status',
      (lines) => lines.map((line) => line.replace('completed', 'cancelled')),
      ['contents', 'digest'],
    ],
  ])('%s', async (_, tamper, expected) => {
    const made = await exported(format)
    const text = await made.file.text()
    const end = format === 'csv' ? '\r\n' : '\n'
    const changed = new Blob([(format === 'csv' ? '\ufeff' : '') + tamper(text.split(end)).join(end)])
    expect(failed(await checksOf({ ...made, file: changed })).sort()).toEqual([...expected].sort())
  })

  test('any one byte that is another is found', async () => {
    const made = await exported(format, { records: withdrawals.slice(0, 3) })
    const bytes = new Uint8Array(await made.file.arrayBuffer())
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const other = bytes.slice()
        other[at] = (other[at] ?? 0) ^ change
        const checks = await checksOf({ ...made, file: new Blob([other]) }).catch(sentence)
        expect(typeof checks === 'string' || failed(checks).includes('digest')).toBe(true)
      }),
      { numRuns: cases(60) },
    )
  })
})

describe('control totals of columns that a file does not have', () => {
  const found = async (columns: readonly string[]) => {
    const checks = await checksOf(await exported('csv', { columns }))
    const totals = checks.find(({ name }) => name === 'totals')
    return [totals?.agrees, totals?.found]
  }
  test('are said, and without any sum nothing agrees', async () => {
    const counts = ['transaction_id', 'asset_id', 'network_id']
    expect(await found([...counts, 'amount', 'fee', 'fee_asset'])).toEqual([true, 'the same'])
    expect(await found([...counts, 'amount'])).toEqual([true, 'the same; not in the file: fee'])
    expect(await found(counts)).toEqual([null, 'not in the file: amount, fee'])
  })
})

test('columns that were renamed, or stand otherwise, are found', async () => {
  const made = await exported('csv', { columns: ['transaction_id', 'note', 'memo'] })
  const text = (await made.file.text()).replace('note,memo', 'memo,note')
  expect(failed(await checksOf({ ...made, file: new Blob(['\ufeff', text]) }))).toEqual([
    'digest',
    'contents',
  ])
})

test.each(textFormats)('records of several rows are as they were written in %s', async (format) => {
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
  const ofVaults = await exportOf(
    vaultsExport,
    vaults.map(normaliseVault),
    format,
    columnsFor(vaultsExport, 'all'),
  )
  const ofWhitelists = await exportOf(
    whitelistsExport,
    whitelists.map(normaliseWhitelist),
    format,
    columnsFor(whitelistsExport, 'all'),
  )
  for (const made of [ofVaults, ofWhitelists]) expect(failed(await checksOf(made))).toEqual([])
})

describe('what is no export gets a sentence', () => {
  test.each<[string, BlobPart, ((facts: ExportFacts) => BlobPart) | null, string]>([
    [
      'no facts',
      'a,b\r\n',
      null,
      'There is no verification file beside this file. Expected: x.csv.facts.json.',
    ],
    ['facts that are none', 'a,b\r\n', () => '{}', 'This is not a verification file of this console'],
    [
      'another kind of file',
      '[\n]\n',
      (facts) => writeFacts(facts),
      'The verification file is for a CSV file, but this is a JSON file.',
    ],
    [
      'a zip of something else',
      'PK\u0003\u0004 and so on, but nothing of ours',
      null,
      'A workbook cannot be verified.',
    ],
  ])('%s', async (_, content, facts, expected) => {
    const made = await exported()
    const beside = facts && new Blob([facts(made.facts)])
    await expect(openExport({ name: 'x.csv', blob: new Blob([content]) }, beside)).rejects.toThrow(expected)
  })

  test('an empty file, and garbage, fail in form, and garbage of another size', async () => {
    const made = await exported()
    expect(failed(await checksOf({ ...made, file: new Blob([]) }))).toContain('form')
    const garbage = new Blob([new Uint8Array(3 * 2 ** 20).fill(0xff)])
    const checks = await checksOf({ ...made, file: garbage })
    expect(failed(checks)).toEqual(['digest', 'form'])
    expect(foundBy(checks, 'form')).toBe('The file is not UTF-8 text.')
  })

  test('far more rows than there should be are not read to their end', async () => {
    const made = await exported('csv', { records: [], columns: ['transaction_id'] })
    const many = new Blob(['transaction_id\r\n', 'a\r\n'.repeat(150_000)])
    const checks = await checksOf({ ...made, file: many })
    expect(foundBy(checks, 'form')).toContain('far more rows than the 0')
  })
})

test('it stops when it is told to', async () => {
  const made = await exported()
  const file = { name: made.name, blob: made.file }
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(checkExport(file, made.factsFile, { signal, keys: [] })).rejects.toThrow('enough')
})

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
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

function sentence(error: unknown): string {
  if (error instanceof Error) return error.message
  throw error
}

function swapped(lines: readonly string[]): readonly string[] {
  const [head = '', first = '', second = '', ...others] = lines
  return [head, second, first, ...others]
}
