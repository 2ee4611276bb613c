import { expect, test } from 'vitest'
import { isBeforeItsEnd, madeFileName } from './file-name.ts'
import { someAbout } from './testing/about.ts'

test.each<[Readonly<Record<string, string>>, string]>([
  [{}, ''],
  [{ start_date: '2026-10-01', end_date: '2026-10-31', status: 'completed' }, '_2026-10_completed'],
  [{ start_date: '2026-10-01', end_date: '2026-10-12' }, '_2026-10-01-to-2026-10-12'],
  [{ start_date: '2026-10-01T00:00:00Z', end_date: '2026-10-31T23:59:59.999Z' }, '_2026-10'],
  [
    { start_date: '2026-10-01T00:00:00Z', end_date: '2026-10-31T12:00:00Z' },
    '_2026-10-01-to-2026-10-31T12-00-00Z',
  ],
  [
    { start_date: '2026-10-31T08:00:00Z', end_date: '2026-10-31T23:59:59.999Z' },
    '_2026-10-31T08-00-00Z-to-2026-10-31',
  ],
  [{ start_date: '2026-10-02', end_date: '2026-10-02' }, '_2026-10-02'],
  [{ start_date: '2026-10-01' }, '_from-2026-10-01'],
  [{ end_date: '2026-10-31' }, '_to-2026-10-31'],
  [
    { transaction_type: 'change pool', source_address: `0x${'ab'.repeat(20)}` },
    '_change-pool_source-address',
  ],
  [{ status: '../../..\\x' }, '_-x'],
  [{ a: '1', b: '2', c: '3', d: '4', e: '5' }, '_1_2_3_2-more'],
])('the name of the file of %j has %j', (parameters, scope) => {
  const name = madeFileName({ ...someAbout, parameters }, 'csv')
  expect(name).toBe(`transactions${scope}_2026-11-21T15-03-22Z.csv`)
})

test('a name says what is not proved complete, and has nothing that a file system refuses', () => {
  const named = (change: object, format: 'csv' | 'xlsx' = 'csv') =>
    madeFileName({ ...someAbout, ...change }, format)
  expect(named({ completeness: 'partial' }, 'xlsx')).toBe(
    'transactions_completed_2026-11-21T15-03-22Z.PARTIAL.xlsx',
  )
  expect(named({ completeness: 'partial', undecided: 3 })).toMatch(/Z\.WITHOUT-3-UNDECIDED\.PARTIAL\.csv$/)
  expect(named({ completeness: 'read-once' })).toMatch(/Z\.READ-ONCE\.csv$/)
  expect(named({ parameters: { start_date: '2026-11-01', end_date: '2026-11-30' } })).toMatch(
    /Z\.SO-FAR\.csv$/,
  )
  expect(named({ fileName: '../a:b', ended: '../../../etc/passwd' })).toMatch(/^[\w.-]+\.csv$/)
})

test.each<[Readonly<Record<string, string>>, boolean]>([
  [{}, false],
  [{ end_date: '2026-11-20' }, false],
  [{ end_date: '2026-11-30' }, true],
  [{ at: '2026-11-21' }, true],
  [{ period: '2026-10' }, false],
  [{ period: '2026-11' }, true],
])('what was read on 2026-11-21 of %j was read before its end: %s', (parameters, isBefore) => {
  expect(isBeforeItsEnd({ ...someAbout, parameters })).toBe(isBefore)
})
