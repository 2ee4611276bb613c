import { expect, test } from 'vitest'
import { checksOf } from '../features/verify/testing/checked.ts'
import { exportFormats, writeFacts } from './facts.ts'
import { type Report, reportFile } from './report-file.ts'
import { unsigned } from './seal.ts'

const report: Report = {
  list: 'reconciliation',
  endpoints: ['/balances', '/vaults'],
  parameters: { asset_id: 'BTC' },
  link: '/reconciliation?asset_id=BTC',
  service: 'http://service',
  account: null,
  begun: '2026-01-02T03:04:05.000Z',
  ended: '2026-01-02T03:04:06.000Z',
  read: { records: 12, pages: 5 },
  doubts: [],
  columns: ['check', 'verdict', 'difference'],
  rows: [
    ['cold-and-warm', 'differs', '-0.000000000000000001'],
    ['cold-and-warm', 'agrees', null],
    ['vaults', 'agrees', '=1+1, "quoted"\r\nand broken'],
  ],
  countedBy: ['verdict'],
  json: { findings: [{ verdict: 'differs' }], amount: '0.10' },
}

const verified = (file: Blob, name: string, facts: string) =>
  checksOf({ file, name, factsFile: new Blob([facts]) })

test.each(exportFormats)(
  'a report as %s is verified by its facts, and its change is found',
  async (format) => {
    const { file, facts } = await reportFile(report, format, unsigned)
    expect(facts).toMatchObject({
      list: 'reconciliation',
      asked: { endpoint: '/balances, /vaults', parameters: { asset_id: 'BTC' } },
      completeness: 'complete',
      rows: format === 'json' ? 1 : 3,
      file: {
        name: expect.stringMatching(`^reconciliation_2026-01-02T03-04-05Z_[0-9a-f]{16}.${format}$`),
        bytes: file.size,
      },
    })
    const counted = [
      { values: ['differs'], rows: 1, sums: [] },
      { values: ['agrees'], rows: 2, sums: [] },
    ]
    expect(facts.totals.groups).toEqual(format === 'json' ? [] : counted)
    const checks = await verified(file, facts.file.name, writeFacts(facts))
    expect(checks.filter(({ agrees }) => agrees === false)).toEqual([])

    if (format === 'xlsx') return
    const changed = (await file.text()).replace('0.', '1.')
    const found = await verified(new Blob([changed]), facts.file.name, writeFacts(facts))
    expect(found.filter(({ agrees }) => agrees === false)).not.toEqual([])
  },
)

test('a report of what was not read whole is named PARTIAL, with the reasons', async () => {
  const { facts } = await reportFile({ ...report, doubts: ['The list moved.'] }, 'csv', unsigned)
  expect(facts).toMatchObject({ completeness: 'partial', reasons: ['The list moved.'] })
  expect(facts.file.name).toMatch(/^reconciliation_2026-01-02T03-04-05Z_[0-9a-f]{16}\.PARTIAL\.csv$/)
})
