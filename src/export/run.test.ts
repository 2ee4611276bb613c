import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionMarkHeader } from '../contract/session.ts'
import type { ExportJob } from './export-job.ts'
import type { ExportFormat } from './facts.ts'
import { columnsFor } from './list-export.ts'
import { type ExportControl, runExport } from './run.ts'
import { transactionsExport } from './transactions.ts'

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
    const length = Math.max(0, Math.min(Number(query.get('limit')), count - offset))
    if (length === 0) return Response.json({ error_code: 'TXN-02', code: '400' }, { status: 400 })
    return Response.json({ transactions: Array.from({ length }, (_, index) => transaction(offset + index)) })
  })
  return asked
}

function job(format: ExportFormat): ExportJob {
  return {
    asked: { list: 'transactions', filter: { asset_id: 'BTC' } },
    format,
    columns: columnsFor(transactionsExport, ['transaction_id', 'amount']),
    link: '/transactions?asset_id=BTC',
    session: 'mark-of-a',
    service: { address: 'https://custody.invalid', account: null },
  }
}

async function run(format: ExportFormat, control: Partial<ExportControl> = {}) {
  const chunks: Uint8Array[] = []
  const signal = new AbortController().signal
  const facts = await runExport(
    job(format),
    { write: (bytes) => void chunks.push(bytes.slice()) },
    { signal, sleep: async () => {}, ...control },
  )
  const file = Buffer.concat(chunks)
  return { facts, file, text: file.toString('utf8') }
}

test('a list becomes a file, and the facts say what it is', async () => {
  const asked = serve(2500)
  const progress: number[] = []
  const { facts, file, text } = await run('csv', { onProgress: ({ rows }) => progress.push(rows) })
  expect(text.split('\r\n').slice(0, 3)).toEqual(['\ufefftransaction_id,amount', 't0,0.1', 't1,0.1'])
  expect(text.split('\r\n')).toHaveLength(2502)
  expect(progress).toEqual([1000, 1999, 2500])
  expect(facts).toMatchObject({
    completeness: 'complete',
    reasons: [],
    rows: 2500,
    read: { records: 2500, repairs: 0, arrived: 0 },
    pinned_end_date: timestamp,
    asked: {
      endpoint: '/transactions',
      parameters: { asset_id: 'BTC', end_date: timestamp },
      columns: ['transaction_id', 'amount'],
      link: '/transactions?asset_id=BTC',
    },
    file: { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') },
  })
  expect(facts.file.name).toMatch(/^transactions_[\dTZ-]+\.csv$/)
  expect(
    facts.totals.groups.map(({ values, rows, sums }) => [...values, rows, ...sums.map(({ sum }) => sum)]),
  ).toEqual([
    ['BTC', 'BTC', 'withdraw', 'completed', 1250, '125', '0'],
    ['BTC', 'BTC', 'withdraw', 'failed', 1250, '125', '0'],
  ])
  expect(facts.totals.groups[0]?.sums[1]?.unreadable).toBe(1250)
  // What is asked after the end was set is asked with it, the very first look apart.
  expect(asked.slice(1).every((query) => query.get('end_date') === timestamp)).toBe(true)
})

test('JSON holds the records as they came', async () => {
  serve(3)
  const { text, facts } = await run('json')
  expect(JSON.parse(text)).toEqual([transaction(0), transaction(1), transaction(2)])
  expect(facts.asked.columns).toBe(null)
})

test('nothing that matches is a whole file without rows', async () => {
  serve(0)
  const { facts, text } = await run('csv')
  expect(facts).toMatchObject({ completeness: 'complete', rows: 0 })
  expect(text).toBe('\ufefftransaction_id,amount\r\n')
})

test('what cannot be proved whole is named PARTIAL, with the reason', async () => {
  serve(5, (query) =>
    query.get('limit') === '1' ? null : Response.json({ transactions: [transaction(0), transaction(1)] }),
  )
  const { facts } = await run('xlsx')
  expect(facts.completeness).toBe('partial')
  expect(facts.reasons).toEqual([expect.stringMatching(/same page/)])
  expect(facts.file.name).toMatch(/\.PARTIAL\.xlsx$/)
})

test('told to finish, it closes the file with what was read, as partial', async () => {
  serve(5000)
  const finish = new AbortController()
  const { facts, text } = await run('csv', {
    finish: finish.signal,
    onProgress: ({ rows }) => rows > 1500 && finish.abort('The reader ended it.'),
  })
  expect(facts).toMatchObject({ completeness: 'partial', reasons: ['The reader ended it.'], rows: 1999 })
  expect(text.split('\r\n')).toHaveLength(2001)
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
  const onSignInNeeded = vi.fn(async () => {})
  const { facts } = await run('csv', { onSignInNeeded })
  expect(onSignInNeeded).toHaveBeenCalledOnce()
  expect(new Set(meant)).toEqual(new Set(['mark-of-a']))
  expect(facts).toMatchObject({ completeness: 'complete', rows: 1200 })
  expect(facts.service).toEqual({ address: 'https://custody.invalid', account: null })
})

test.each(['TXN-03', 'ERR-00'])(
  'a service that refuses the end date with %s is read without',
  async (code) => {
    serve(1200, (query) =>
      query.has('end_date') ? Response.json({ error_code: code, code: '400' }, { status: 400 }) : null,
    )
    const onFailure = vi.fn(() => Promise.reject(new Error('held up')))
    const { facts } = await run('csv', { onFailure })
    expect(onFailure).not.toHaveBeenCalled()
    expect(facts).toMatchObject({ completeness: 'complete', rows: 1200, pinned_end_date: null })
  },
)

test('it waits where the service is gone for minutes, and goes on', async () => {
  let failures = 15
  serve(1200, (query) => {
    if (query.get('offset') !== '999' || failures-- <= 0) return null
    throw new TypeError('gone')
  })
  const waits: unknown[] = []
  const { facts } = await run('csv', { onWait: (waiting) => waiting && waits.push(waiting) })
  expect(facts).toMatchObject({ completeness: 'complete', rows: 1200 })
  expect(waits).toHaveLength(15)
})

test('cancelled, it gives no file; a disk that is full is a failure', async () => {
  serve(5000)
  const cancel = new AbortController()
  await expect(
    run('csv', { signal: cancel.signal, onProgress: () => cancel.abort(new Error('cancelled')) }),
  ).rejects.toThrow('cancelled')
  const sink = { write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
  await expect(runExport(job('csv'), sink, { signal: new AbortController().signal })).rejects.toThrow('full')
})
