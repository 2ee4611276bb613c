import { expect, test } from 'vitest'
import type { Report, ReportRow, ReportTable } from '../../contract/report.ts'
import { exportFormats } from '../../files/list-export.ts'
import { fileTable } from '../../reports/report-file.ts'
import { reportFile } from './report-file.ts'

const vault = (id: string, difference: string | null, remark?: string): ReportRow => ({
  id,
  cells: { asset_id: 'BTC', network_id: 'BTC', vault_id: id, verdict: 'differs', difference },
  ...(remark !== undefined && { remark }),
})

const compared: ReportTable = {
  name: 'vaults',
  title: 'Vaults',
  empty: 'None',
  levels: ['asset', 'vault'],
  columns: [
    { name: 'line', label: 'Asset', kind: 'text', inFile: 'never' },
    { name: 'asset_id', label: 'Asset', kind: 'asset', inFile: 'only' },
    { name: 'network_id', label: 'Network', kind: 'network' },
    { name: 'vault_id', label: 'Vault', kind: 'vault' },
    { name: 'verdict', label: 'Verdict', kind: 'verdict' },
    { name: 'difference', label: 'Difference', kind: 'amount' },
  ],
  rows: [
    {
      id: 'BTC',
      cells: { line: 'BTC', asset_id: 'BTC', network_id: 'BTC', verdict: 'differs', difference: '-0.5' },
      parts: [vault('v1', '-0.000000000000000001', '=1+1, "quoted"\r\nand broken'), vault('v2', null)],
    },
  ],
}

const report: Report = {
  name: 'reconciliation',
  title: 'Reconciliation',
  headline: { text: '1 of 2 differs', tone: 'bad' },
  tables: [compared],
  remarks: ['Claimable rewards are left out.'],
  parameters: { asset_id: 'BTC' },
  link: '/reconciliation?asset_id=BTC',
  basis: {
    service: 'http://service',
    account: null,
    endpoints: ['/balances', '/vaults'],
    as_of: '2026-01-02T03:04:06.000Z',
    read_whole: '2026-01-02T03:04:06.000Z',
    read: { records: 12 },
    doubts: [],
  },
}

test.each(exportFormats)(
  'a report as %s is named by what it is of, and says what it rests on',
  async (format) => {
    const { written } = await reportFile(report, format)
    expect(written).toMatchObject({
      name: `reconciliation_BTC_2026-01-02T03-04-06Z.${format}`,
      completeness: 'complete',
      rows: format === 'json' ? 1 : 3,
      remarks: expect.arrayContaining([...report.remarks]),
    })
  },
)

test('several tables share one file: every column once, and each row says its table, its level and what it rests on', () => {
  const other: ReportTable = {
    ...compared,
    name: 'types',
    columns: [
      { name: 'check', label: 'Check', kind: 'text' },
      { name: 'difference', label: 'Difference', kind: 'amount' },
    ],
    rows: [{ id: 'a', cells: { check: 'cold and warm', difference: '0' } }],
  }
  const { columns, rows } = fileTable({ ...report, tables: [compared, other] })
  expect(columns.map(({ name }) => name)).toEqual([
    ...['table', 'level', 'asset_id', 'network_id', 'vault_id', 'verdict', 'difference', 'check'],
    ...['remark', 'as_of', 'service', 'account'],
  ])
  expect(rows.map(({ table, level, difference }) => [table, level, difference])).toEqual([
    ['vaults', 'asset', '-0.5'],
    ['vaults', 'vault', '-0.000000000000000001'],
    ['vaults', 'vault', null],
    ['types', 'asset', '0'],
  ])
})

test('JSON has rows within the rows that they are parts of', async () => {
  const { content } = await reportFile(report, 'json')
  const [record] = JSON.parse(await content.text())
  expect(record).toMatchObject({
    report: 'reconciliation',
    result: '1 of 2 differs',
    parameters: { asset_id: 'BTC' },
    tables: [
      { name: 'vaults', rows: [{ difference: '-0.5', parts: [{ vault_id: 'v1' }, { vault_id: 'v2' }] }] },
    ],
  })
})

test.each([
  ['what was not read whole', { doubts: ['The list moved.'] }, ['The list moved.']],
  ['what is not all proved', { proof: { proved: 1, of: 2 } }, ['1 of 2 holdings proved.']],
])('a report of %s is named PARTIAL, with the reasons', async (_, basis, reasons) => {
  const { written } = await reportFile({ ...report, basis: { ...report.basis, ...basis } }, 'csv')
  expect(written).toMatchObject({
    ...{ completeness: 'partial', reasons },
    name: 'reconciliation_BTC_2026-01-02T03-04-06Z.PARTIAL.csv',
  })
})
