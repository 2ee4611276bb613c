import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  getTransaction,
  getVault,
  listBalances,
  listTransactions,
  listVaults,
  listWhitelists,
} from './endpoints.ts'

afterEach(() => vi.unstubAllGlobals())

function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

function refuse(code: string): void {
  answer({ error_code: code, error_message: 'No records found' }, 400)
}

const lists = [
  ['TXN-02', () => listTransactions({})],
  ['WHT-00', () => listWhitelists({})],
  ['VAL-01', () => listVaults({})],
  ['BAL-00', () => listBalances('all', {})],
  ['BAL-01', () => listBalances('cold', {})],
] as const

describe('a list', () => {
  test.each(lists)(
    'of which the service says %s is an empty page that keeps the code',
    async (code, list) => {
      refuse(code)
      expect(await list()).toEqual({
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
      for (const [, list] of lists) await expect(list()).rejects.toMatchObject({ failure: { code } })
    },
  )

  test('that came empty says no code', async () => {
    answer({ transactions: [] })
    expect(await listTransactions({})).not.toHaveProperty('noRecords')
  })
})

describe('a record by its id', () => {
  const singles = [
    ['TXN-04', '/transactions/a%2Fb', () => getTransaction('a/b'), { transactions: [] }, 'TXN-02'],
    ['VAL-02', '/vaults/a%2Fb', () => getVault('a/b'), { vaults: [] }, 'VAL-01'],
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

  test('that is there is one', async () => {
    answer({ vault_id: 'a' })
    expect((await getVault('a')).records.map(({ vault_id }) => vault_id)).toEqual(['a'])
  })
})
