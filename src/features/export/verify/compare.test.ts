import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseTransaction, normaliseWhitelist } from '../../../api/normalise.ts'
import type { Transaction, Whitelist } from '../../../api/records.ts'
import { exportFormats } from '../facts.ts'
import { columnsFor, type ListExport } from '../list-export.ts'
import { exportOf } from '../testing/made-export.ts'
import { transactionsExport } from '../transactions.ts'
import { whitelistsExport } from '../whitelists.ts'
import { beginComparison, type Comparison, mostListed } from './compare.ts'
import { type OpenExport, openExport } from './open-export.ts'

describe.each(exportFormats)('%s', (format) => {
  async function compared(
    before: readonly Transaction[],
    now: readonly Transaction[],
    columns = columnsFor(transactionsExport, 'all'),
  ): Promise<Comparison> {
    const made = await exportOf(transactionsExport, before, format, columns)
    const opened = await openExport(made.file, made.name, made.factsFile)
    return comparedWith(opened, transactionsExport, now)
  }

  test('what is new, gone and changed is told apart, and in which fields', async () => {
    const before = [one('a'), one('b'), one('c', { note: '=1' }), one('d')]
    const now = [
      one('n'),
      one('a', { timestamp: '2027-01-01T00:00:00.000Z' }),
      one('b', { status: 'failed' }),
      one('c', { note: '=1' }),
    ]
    expect(await compared(before, now)).toEqual({
      same: 2,
      counts: { new: 1, gone: 1, changed: 1 },
      nameless: 0,
      rows: [
        { id: ['b'], kind: 'changed', fields: [{ name: 'status', before: 'completed', after: 'failed' }] },
        { id: ['d'], kind: 'gone', fields: [] },
        { id: ['n'], kind: 'new', fields: [] },
      ],
    })
  })

  test('only what the file holds is compared', async () => {
    const { counts } = await compared(
      [one('a')],
      [one('a', { status: 'failed' })],
      ['transaction_id', 'note'],
    )
    // Records of JSON are whole, whatever the columns.
    expect(counts.changed).toBe(format === 'json' ? 1 : 0)
  })

  test('whatever stands in the records, the same is the same, and each other is told', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord), fc.array(anyRecord), async (before, now) => {
        const unique = (records: readonly Transaction[]) => [
          ...new Map(records.map((record) => [record.transaction_id, record])).values(),
        ]
        const [first, second] = [unique(before), unique(now)]
        const result = await compared(first, second)
        const pairs = second.map((record) => [
          record,
          first.find((each) => each.transaction_id === record.transaction_id),
        ])
        expect(result.counts).toEqual({
          new: pairs.filter(([, old]) => !old).length,
          changed: pairs.filter(([record, old]) => old && old.note !== record?.note).length,
          gone: first.filter(
            (each) => !second.some((record) => record.transaction_id === each.transaction_id),
          ).length,
        })
        expect(result.same + result.counts.new + result.counts.changed).toBe(second.length)
      }),
      { numRuns: 40 },
    )
  })
})

describe.each(exportFormats)('an address that a whitelist holds twice, in %s', (format) => {
  const whitelist = (id: string, ...memos: readonly string[]) =>
    normaliseWhitelist({
      whitelist_id: id,
      assets: memos.map((memo) => ({ asset_id: 'XRP', network_id: 'XRP', address: 'r', memo })),
    })
  const compared = async (before: readonly Whitelist[], now: readonly Whitelist[]) => {
    const columns = columnsFor(whitelistsExport, 'all')
    const made = await exportOf(whitelistsExport, before, format, columns)
    const opened = await openExport(made.file, made.name, made.factsFile)
    const { same, counts } = await comparedWith(opened, whitelistsExport, now)
    return { same, ...counts }
  }

  test('is two rows', async () => {
    const twice = [whitelist('w', '1', '1'), whitelist('v', '1', '2', '1')]
    expect(await compared(twice, twice)).toEqual({ same: 5, new: 0, gone: 0, changed: 0 })
  })

  test('of which one may be new, or gone', async () => {
    const [once, thrice] = [[whitelist('w', '1')], [whitelist('w', '1', '1', '1')]]
    expect(await compared(once, thrice)).toEqual({ same: 1, new: 2, gone: 0, changed: 0 })
    expect(await compared(thrice, once)).toEqual({ same: 1, new: 0, gone: 2, changed: 0 })
  })
})

test('of many only the first are listed, and all are counted', async () => {
  const made = await exportOf(transactionsExport, [], 'json', [])
  const opened = await openExport(made.file, made.name, made.factsFile)
  const many = Array.from({ length: mostListed + 100 }, (_, index) => one(`t${index}`))
  const { counts, rows } = await comparedWith(opened, transactionsExport, many)
  expect([counts.new, rows.length]).toEqual([mostListed + 100, mostListed])
})

const anyRecord = fc
  .tuple(
    fc.constantFrom('a', 'b', 'c', '=d', '__proto__'),
    fc.constantFrom('x', '=1', 'y\r\nz', 'long'.repeat(9000)),
  )
  .map(([id, note]) => one(id, { note }))

function one(
  id: string,
  { status = 'completed', note = '', timestamp = '2026-11-21T15:03:22.000Z' } = {},
): Transaction {
  return normaliseTransaction({ transaction_id: id, timestamp, status, transaction: { note } })
}

async function comparedWith<R>(opened: OpenExport, list: ListExport<R>, records: readonly R[]) {
  const comparison = await beginComparison(opened, list, new AbortController().signal)
  for (let at = 0; at < records.length; at += 2) comparison.add(records.slice(at, at + 2))
  return comparison.end()
}
