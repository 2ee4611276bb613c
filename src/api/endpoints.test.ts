import { afterEach, describe, expect, test, vi } from 'vitest'
import { walkList } from '../books/reading/walk.ts'
import { wholeTransactions, wholeWhitelists } from '../books/reading/whole-lists.ts'
import {
  getTransaction,
  getVault,
  listBalances,
  listTransactions,
  listVaults,
  listWhitelists,
  type Records,
} from './endpoints.ts'
import { readPage } from './paging.ts'
import type { Answer, Reading, ServiceRequest } from './reading.ts'
import { runOnce } from './request.ts'
import { run } from './retries.ts'
import { profileOfSession, serviceProfile } from './service-profile.ts'
import { queryOf, refusal } from './testing/answers.ts'

afterEach(() => vi.unstubAllGlobals())

function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

function refuse(code: string): void {
  answer({ error_code: code, error_message: 'No records found' }, 400)
}

const lists: readonly (readonly [string, () => Reading<Records<unknown>>])[] = [
  ['TXN-02', () => listTransactions({})],
  ['WHT-00', () => listWhitelists({})],
  ['VAL-01', () => listVaults({})],
  ['BAL-00', () => listBalances('all', {})],
  ['BAL-01', () => listBalances('cold', {})],
]

describe('a list', () => {
  test.each(lists)(
    'of which the service says %s is an empty page that keeps the code',
    async (code, list) => {
      refuse(code)
      expect(await runOnce(list())).toEqual({
        records: [],
        timestamp: null,
        receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        noRecords: { code, message: 'No records found' },
      })
    },
  )

  test.each(['ERR-01', 'TXN-00', 'TXN-04', 'GTW-00', ''])(
    'that is refused with "%s" has failed',
    async (code) => {
      refuse(code)
      for (const [, list] of lists) await expect(runOnce(list())).rejects.toMatchObject({ failure: { code } })
    },
  )

  test('that came empty says no code', async () => {
    answer({ transactions: [] })
    expect(await runOnce(listTransactions({}))).not.toHaveProperty('noRecords')
  })
})

describe('what the specification leaves open', () => {
  test('a large limit that is refused is asked for once in a session, whatever the list, and the lists are read in smaller pages', async () => {
    profileOfSession('of a service that takes 200 at most')
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path)
      const { pathname, searchParams } = new URL(path, 'http://console.invalid')
      const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))]
      if (limit > 200) return Response.json({ error_code: 'ERR-00', details: 'limit' }, { status: 400 })
      const ids = Array.from({ length: 450 }, (_, index) => `id-${index}`).slice(offset, offset + limit)
      return Response.json(
        pathname.endsWith('/whitelist')
          ? { whitelists: ids.map((whitelist_id) => ({ whitelist_id })) }
          : { transactions: ids.map((transaction_id) => ({ transaction_id })) },
      )
    })
    expect(await runOnce(readPage(listTransactions, 500, 0))).toMatchObject({
      records: { length: 200 },
      hasNext: true,
    })
    expect(await runOnce(readPage(listTransactions, 500, 400))).toMatchObject({
      records: { length: 50 },
      hasNext: false,
    })
    expect(await runOnce(walkList(wholeTransactions({})))).toMatchObject({ rows: 450 })
    expect(await runOnce(walkList(wholeWhitelists({})))).toMatchObject({ rows: 450 })
    const limits = asked.map((path) => Number(/limit=(\d+)/.exec(path)?.[1]))
    expect(limits.filter((limit) => limit > 200)).toHaveLength(1)
    // The second reading begins its pages elsewhere.
    expect(limits).toContain(100)
  })

  test('a page that is refused in every length is asked for again as it was, and says nothing of lengths', async () => {
    profileOfSession('of a service that refuses for a while')
    const asked: (string | null)[] = []
    let isRefused = true
    const answer = async (request: ServiceRequest): Promise<Answer> => {
      asked.push(queryOf(request).get('limit'))
      if (isRefused) throw refusal('ERR-00')
      return { body: { transactions: [] }, receivedAt: '' }
    }
    await run(listTransactions({ limit: 1000, offset: 999 }), {
      signal: new AbortController().signal,
      answer,
      onFailure: async () => {
        isRefused = false
      },
    })
    expect(asked).toEqual(['1000', '200', '1000', '1000'])
    expect(serviceProfile().mostRows).toBe(1000)
  })

  test('an answer of another form is asked for again, as one that failed', async () => {
    const bodies: unknown[] = [{ rows: [] }, { transactions: [] }]
    const answer = async (): Promise<Answer> => ({ body: bodies.shift(), receivedAt: '' })
    const onFailure = vi.fn(async () => {})
    const { signal } = new AbortController()
    expect((await run(listTransactions({}), { signal, answer, onFailure })).records).toEqual([])
    const failure = { kind: 'unexpected-body', requestPath: '/transactions' }
    expect(onFailure.mock.calls).toEqual([
      [expect.objectContaining({ failure: expect.objectContaining(failure) })],
    ])
  })

  test('a type that is refused in one spelling is asked for in the other', async () => {
    vi.stubGlobal('fetch', async (path: string) =>
      path.includes('changepool')
        ? Response.json({ transactions: [{ id: 't' }] })
        : Response.json({ error_code: 'TXN-00' }, { status: 400 }),
    )
    expect((await runOnce(listTransactions({ transaction_type: 'change pool' }))).records).toHaveLength(1)
    await expect(runOnce(listTransactions({ transaction_type: 'stake' }))).rejects.toMatchObject({
      failure: { code: 'TXN-00' },
    })
  })
})

describe('a record by its id', () => {
  const singles = [
    [
      'TXN-04',
      '/transactions/a%20b',
      () => runOnce<unknown>(getTransaction('a b')),
      { transactions: [] },
      'TXN-02',
    ],
    ['VAL-02', '/vaults/a%2Fb', () => runOnce<unknown>(getVault('a/b')), { vaults: [] }, 'VAL-01'],
  ] as const

  test.each(singles)(
    'that is not there is %s, however the service says so',
    async (code, path, get, empty, none) => {
      answer(empty)
      await expect(get()).rejects.toMatchObject({ failure: { code, message: '', requestPath: path } })
      refuse(none)
      await expect(get()).rejects.toMatchObject({ failure: { code, message: '', requestPath: path } })
      refuse(code)
      await expect(get()).rejects.toMatchObject({ failure: { code, message: 'No records found' } })
    },
  )

  // The gateway forwards no path with them: GTW-05.
  test.each(['a/b', 'a;b', 'a\\b', 'a\u0001', '.', '..', '%2e'])(
    'that no path can carry is asked for by the filter: %j',
    async (id) => {
      const asked: string[] = []
      vi.stubGlobal('fetch', async (path: string) => {
        asked.push(path)
        return Response.json({ transactions: [{ transaction_id: id }] })
      })
      expect((await runOnce(getTransaction(id))).records.map(({ transaction_id }) => transaction_id)).toEqual(
        [id],
      )
      const [query] = asked.map((path) => new URL(path, 'http://console.invalid').searchParams)
      expect(query?.get('transaction_id')).toBe(id)
      refuse('TXN-02')
      await expect(runOnce(getTransaction(id))).rejects.toMatchObject({ failure: { code: 'TXN-04' } })
      answer({ transactions: [{ transaction_id: 'another' }] })
      await expect(runOnce(getTransaction(id))).rejects.toMatchObject({
        failure: { kind: 'unexpected-body' },
      })
    },
  )

  test('that is there is one', async () => {
    answer({ vault_id: 'a' })
    expect((await runOnce(getVault('a'))).records.map(({ vault_id }) => vault_id)).toEqual(['a'])
    answer({ vault_name: 'A', assets: [] })
    expect((await runOnce(getVault('a'))).records.map(({ vault_name }) => vault_name)).toEqual(['A'])
  })

  test('is no other one in its place', async () => {
    answer({ vaults: [{ vault_id: 'b' }, { vault_id: 'a' }] })
    expect((await runOnce(getVault('a'))).records.map(({ vault_id }) => vault_id)).toEqual(['a'])
    answer({ vault_id: 'b' })
    await expect(runOnce(getVault('a'))).rejects.toMatchObject({
      failure: { kind: 'unexpected-body', details: 'Expected the vault a, and got another vault: b.' },
    })
    answer({ transactions: [{ transaction_id: 'b' }] })
    await expect(runOnce(getTransaction('a'))).rejects.toMatchObject({
      failure: {
        kind: 'unexpected-body',
        details: 'Expected the transaction a, and got another transaction: b.',
      },
    })
  })
})
