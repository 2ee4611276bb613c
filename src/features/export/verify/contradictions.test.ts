/** Facts that somebody changed alone contradict each other, the file, or its name. */
import { describe, expect, test } from 'vitest'
import { normaliseHolding, normaliseVault } from '../../../api/normalise.ts'
import { type ExportFacts, type ExportFormat, exportFormats, inOrder, writeFacts } from '../facts.ts'
import { balancesExport, vaultsExport } from '../holdings.ts'
import { columnsFor } from '../list-export.ts'
import { allColumns, checksOf, failed, transactions } from '../testing/checked.ts'
import { exportOf } from '../testing/made-export.ts'
import { transactionsExport } from '../transactions.ts'
import type { CheckName } from './check.ts'
import { verdictOf } from './verdict.ts'

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
    const made = await exportOf(transactionsExport, transactions, 'csv', allColumns)
    const factsFile = new Blob([JSON.stringify(change(inOrder(made.facts)))])
    expect(failed(await checksOf({ ...made, factsFile })).sort()).toEqual(expected)
  })

  test('a field that stands twice, of which people read the one and programs the other', async () => {
    const made = await exportOf(transactionsExport, transactions, 'csv', allColumns)
    const text = writeFacts(made.facts).replace('"rows":', '"rows": 7,\n  "rows":')
    expect(failed(await checksOf({ ...made, factsFile: new Blob([text]) }))).toEqual(['facts'])
  })

  test('the embedded service has a name in place of an address', async () => {
    const facts = { service: { address: 'Embedded service', account: null } }
    const made = await exportOf(transactionsExport, transactions, 'csv', allColumns, { facts })
    expect(failed(await checksOf(made))).toEqual([])
  })

  test('how they are laid out is no matter', async () => {
    const made = await exportOf(transactionsExport, transactions, 'csv', allColumns)
    const text = writeFacts(made.facts).replaceAll('\n', '\r\n\t')
    expect(failed(await checksOf({ ...made, factsFile: new Blob(['\ufeff', text]) }))).toEqual([])
  })

  test('of records with several rows, in every format', async () => {
    const vaults = ['v', 'w'].map((vault_id) =>
      normaliseVault({ vault_id, vault_type: 'cold', assets: [{ asset_id: 'BTC' }, { asset_id: 'ETH' }] }),
    )
    const columns = columnsFor(vaultsExport, 'all')
    const checked = async (format: ExportFormat, parameters: Readonly<Record<string, string>>, count = 2) =>
      failed(
        await checksOf(
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
  const made = await exportOf(transactionsExport, transactions, 'csv', allColumns, { facts })
  expect(made.name).toContain('.PARTIAL.csv')
  const checks = await checksOf(made)
  expect(failed(checks)).toEqual([])
  expect(verdictOf(made.facts, checks)).toMatchObject({ outcome: 'incomplete', state: 'PARTIAL' })
  const contradictory = await exportOf(transactionsExport, transactions, 'csv', allColumns, {
    facts: { reasons: ['?'] },
  })
  expect(failed(await checksOf(contradictory))).toEqual(['facts'])
})

test('the name that a file has is held against its facts, unless it was called otherwise altogether', async () => {
  const made = await exportOf(transactionsExport, transactions, 'csv', allColumns)
  const named = async (name: string) => {
    const checks = await checksOf({ ...made, name })
    return checks.find((check) => check.name === 'name')?.verdict
  }
  expect(await named(made.name.replace('.csv', ' (1).csv'))).toBe('pass')
  expect(await named('october.csv')).toBe('unchecked')
  expect(await named(made.name.replace('.csv', '.PARTIAL.csv'))).toBe('fail')
  expect(await named(made.name.replace('2026', '2025'))).toBe('fail')
  expect(await named(made.name.replace('transactions', 'vaults'))).toBe('fail')
  expect(await named(made.name.replace(/_[0-9a-f]{16}/, '_0123456789abcdef'))).toBe('fail')
})

test('balances of one vault type are told from others by the name of their file', async () => {
  const cold = balancesExport('cold')
  const held = normaliseHolding({ asset_id: 'BTC', network_id: 'bitcoin', balances: { total_balance: '1' } })
  const made = await exportOf(cold, [held], 'csv', columnsFor(cold, 'all'))
  expect(made.name).toMatch(/^balances-cold_/)
  expect(failed(await checksOf(made))).toEqual([])
  const others = await exportOf(balancesExport('all'), [held], 'csv', columnsFor(cold, 'all'))
  expect(others.name).toMatch(/^balances_/)
})
