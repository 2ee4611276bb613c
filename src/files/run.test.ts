import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Filter } from '../contract/endpoints.ts'
import { feeAssetAssumption } from '../contract/fee-asset.ts'
import { sessionMarkHeader } from '../contract/session.ts'
import type { ExportControl, ExportFormat } from './list-export.ts'
import { runExport } from './run.ts'
import { exportControl, exportRequest, exportRun } from './testing/export-run.ts'

afterEach(() => vi.unstubAllGlobals())

const timestamp = '2026-11-21T15:03:22.000Z'
const transaction = (index: number) => ({
  transaction_id: `t${index}`,
  timestamp,
  status: index % 2 === 0 ? 'completed' : 'failed',
  transaction: {
    transaction_type: 'withdraw',
    asset_id: 'BTC',
    network_id: 'BTC',
    amount: '0.1',
    fee: 'n/a',
  },
})

/** Answers as a service with so many transactions does, after `before` has had a look at the request. */
function serve(
  count: number,
  before: (query: URLSearchParams, headers: RequestInit['headers']) => Response | null = () => null,
) {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    init.signal?.throwIfAborted()
    const query = new URL(address, 'http://console.invalid').searchParams
    asked.push(query)
    const scripted = before(query, init.headers)
    if (scripted) return scripted
    const offset = Number(query.get('offset'))
    const page = Array.from({ length: count }, (_, index) => transaction(index))
      .filter(({ status }) => (query.get('status') ?? status) === status)
      .slice(offset, offset + Number(query.get('limit')))
    if (page.length === 0) return Response.json({ error_code: 'TXN-02', code: '400' }, { status: 400 })
    return Response.json({ transactions: page })
  })
  return asked
}

const columns = ['transaction_id', 'amount']

const run = (
  format: ExportFormat,
  control: Partial<ExportControl> = {},
  filter: Filter<'transactions'> = { asset_id: 'BTC' },
) => exportRun(format, { filter, columns }, control)

test('a list becomes a file, and what is told of it says whether it is complete', async () => {
  const asked = serve(2500)
  const progress: string[] = []
  const { written, file, text } = await run('csv', { onProgress: ({ text }) => progress.push(text) })
  expect(text.split('\r\n').slice(0, 3)).toEqual(['\ufefftransaction_id,amount', 't0,0.1', 't1,0.1'])
  expect(text.split('\r\n')).toHaveLength(2502)
  // Read to its end, and then once more.
  expect(progress.filter((each) => !each.startsWith('Second reading: '))).toEqual([
    '1,000 records, 1 page',
    '1,999 records, 2 pages',
    '2,500 records, 3 pages',
    '2,500 records, 4 pages',
    '2,500 records, 5 pages',
    ...['1,000', '2,000', '2,500'].map((written) => `Writing: ${written} of 2,500 records`),
  ])
  expect(written).toEqual({
    ...{ completeness: 'complete', reasons: [], remarks: [feeAssetAssumption], rows: 2500, isSoFar: false },
    name: expect.stringMatching(/^transactions_BTC_[\dTZ-]+\.csv$/),
    sha256: createHash('sha256')
      .update(await file.bytes())
      .digest('hex'),
  })
  const pages = asked.filter((query) => query.get('limit') === '1000')
  expect(pages.filter((query) => query.has('end_date'))).toEqual([])
})

test('what does not match the filter is written, counted and named, and the file is not complete', async () => {
  serve(7)
  const { written } = await run('csv', {}, { asset_id: 'ETH', status: 'completed' })
  expect(written).toMatchObject({ completeness: 'partial', rows: 4 })
  expect(written.reasons).toEqual([
    '4 records do not match the filter (asset_id=ETH, status=completed): the service ignored it, or filters in another way.',
  ])
  expect(written.name).toMatch(/\.PARTIAL\.csv$/)
})

test('a record that only a later pass met stands where it was met, and that is remarked', async () => {
  // A record that was behind what was read moves to the head: the first pass never meets it.
  const all = Array.from({ length: 1500 }, (_, index) => transaction(index))
  let asked = 0
  serve(0, (query) => {
    if (query.get('limit') === '1') return null
    const moved = all[1200]
    const rows = ++asked > 1 && moved ? [moved, ...all.filter((each) => each !== moved)] : all
    const offset = Number(query.get('offset'))
    const page = rows.slice(offset, offset + Number(query.get('limit')))
    return page.length > 0 ? Response.json({ transactions: page }) : null
  })
  const { written, text } = await run('csv')
  expect(text.split('\r\n')[1]).toBe('t1200,0.1')
  expect(written).toMatchObject({ rows: 1500 })
  expect(written.remarks).toContain('1 record was found only when the list was read again.')
})

test('JSON holds whole records, with the field names of the API', async () => {
  serve(3)
  const { text } = await run('json')
  expect(JSON.parse(text)).toMatchObject([transaction(0), transaction(1), transaction(2)])
})

test('every request is for the session in which it was begun, and waits for that one', async () => {
  const meant: unknown[] = []
  let lost = true
  serve(1200, (query, headers) => {
    meant.push(new Headers(headers).get(sessionMarkHeader))
    if (query.get('offset') !== '999' || !lost) return null
    lost = false
    return Response.json({ error_code: 'GTW-04', code: '401' }, { status: 401 })
  })
  const onFailure = vi.fn(async () => {})
  const { written } = await run('csv', { onFailure })
  expect(onFailure).toHaveBeenCalledOnce()
  expect(new Set(meant)).toEqual(new Set(['mark-of-a']))
  expect(written).toMatchObject({ completeness: 'complete', rows: 1200 })
})

test('cancelled, it gives no file; a disk that is full is a failure', async () => {
  serve(5000)
  const cancel = new AbortController()
  await expect(
    run('csv', { signal: cancel.signal, onProgress: () => cancel.abort(new Error('cancelled')) }),
  ).rejects.toThrow('cancelled')
  const sink = { write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
  await expect(runExport(exportRequest('csv', { columns }), sink, exportControl())).rejects.toThrow('full')
})

describe('a filter by address', () => {
  const spelled = { to: ['0xab', '0xAB'], from: ['0xab'] } as const
  const rowAt = (index: number, end: 'source' | 'destination', address: string) => {
    const { transaction: details, ...item } = transaction(index)
    return { ...item, transaction: { ...details, network_id: 'ETH', [end]: { [`${end}_address`]: address } } }
  }
  const rows = [
    rowAt(0, 'destination', '0xab'),
    rowAt(1, 'destination', '0xAB'),
    rowAt(2, 'source', '0xab'),
    rowAt(3, 'source', '0xcd'),
  ]
  const textual = () =>
    vi.stubGlobal('fetch', async (path: string) => {
      const query = new URL(path, 'http://console.invalid').searchParams
      const fits = ({ transaction: details }: (typeof rows)[number]) =>
        (['source', 'destination'] as const).every((end) => {
          const wanted = query.get(`${end}_address`)
          const parties: Readonly<Record<string, unknown>> = details
          return wanted === null || JSON.stringify(parties[end] ?? {}).includes(`"${wanted}"`)
        })
      const offset = Number(query.get('offset'))
      const page = rows.filter(fits).slice(offset, offset + Number(query.get('limit')))
      if (page.length === 0) return Response.json({ error_code: 'TXN-02', code: '400' }, { status: 400 })
      return Response.json({ transactions: page })
    })
  const asked = (doubt: string | null = null) => ({
    filter: { address: '0xab' },
    columns,
    account: {
      requests: [
        ...spelled.to.map((destination_address) => ({ destination_address })),
        ...spelled.from.map((source_address) => ({ source_address })),
      ],
      spellings: [...spelled.to],
      doubt,
    },
  })

  test('becomes one file of every spelling at either end, which says what was asked for', async () => {
    textual()
    const { written, text } = await exportRun('csv', asked(), {})
    expect(text.split('\r\n').slice(1, -1)).toEqual(['t0,0.1', 't1,0.1', 't2,0.1'])
    expect(written).toMatchObject({ completeness: 'complete', rows: 3 })
    expect(written.remarks).toContainEqual(
      'The service compares addresses as text. It was asked for 2 spellings: 0xab, 0xAB.',
    )
  })

  test('is never complete where a spelling was not asked for', async () => {
    textual()
    const { written } = await exportRun('csv', asked('Not all lists could be read.'), {})
    expect(written).toMatchObject({ completeness: 'partial', reasons: ['Not all lists could be read.'] })
  })
})
