import { describe, expect, test } from 'vitest'
import type { ApiError } from '../../contract/api-error.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import {
  getTransaction,
  getVault,
  listBalances,
  listReference,
  listTransactions,
  listVaults,
  type Records,
} from './endpoints.ts'
import { readFullPage } from './paging.ts'
import { readListRecords } from './read-list.ts'
import { createProfile } from './service-profile.ts'
import type { ServiceRead } from './service-read.ts'
import { queryOf, refusal, replayed } from './testing/answers.ts'
import { referenceLists, wholeTransactions } from './whole-lists.ts'

/** What a reading comes to where the service has this body for each target, or refuses with a code. */
function read<Value>(
  reading: ServiceRead<Value>,
  answer: unknown | ((target: string) => unknown),
  profile = createProfile(),
): Value {
  const bodyOf = ({ target }: { readonly target: string }) => ({
    body: typeof answer === 'function' ? answer(target) : answer,
    receivedAt: '2026-11-01T00:00:00.000Z',
  })
  return replayed(reading, bodyOf, () => 0, profile)
}

const refuse = (code: string) => () => {
  throw refusal(code, { message: 'No records found' }, 0)
}
const failure = (expected: Partial<ApiError['failure']>) =>
  expect.objectContaining({ failure: expect.objectContaining(expected) })

const lists: readonly (readonly [string, () => ServiceRead<Records<unknown>>])[] = [
  ['TXN-02', () => listTransactions({})],
  ['WHT-00', () => listReference('whitelists', {})],
  ['VAL-01', () => listVaults({})],
  ['BAL-00', () => listBalances('all', {})],
  ['BAL-01', () => listBalances('cold', {})],
]

describe('a list', () => {
  test.each(lists)('of which the service says %s is an empty page that keeps the code', (code, list) => {
    expect(read(list(), refuse(code))).toEqual({
      ...{ records: [], receivedAt: '1970-01-01T00:00:00.000Z' },
      noRecords: { code, message: 'No records found' },
    })
  })

  test.each(['ERR-01', 'TXN-00', 'TXN-04', 'GTW-00', ''])('that is refused with "%s" has failed', (code) => {
    for (const [, list] of lists) expect(() => read(list(), refuse(code))).toThrow(failure({ code }))
  })

  test('that came empty says no code', () => {
    expect(read(listTransactions({}), { transactions: [] })).not.toHaveProperty('noRecords')
  })
})

test('each record keeps its text where the answer has it, also alone', () => {
  const items = ['{"transaction_id":"t1","transaction":{"amount":1.50}}', '{ "id" : "t2" }']
  const text = `{"transactions": [${items.join(' ,\n')}]}`
  const answered = <R>(reading: ServiceRead<Records<R>>) =>
    replayed(reading, () => ({ body: JSON.parse(text), text, receivedAt: '' })).records
  expect(answered(listTransactions({})).map((record) => record.text)).toEqual(items)
  expect(answered(getTransaction('t2')).map((record) => record.text)).toEqual([items[1]])
  expect(read(listTransactions({}), JSON.parse(text)).records[0]).not.toHaveProperty('text')
})

describe('what the specification leaves open', () => {
  test('a large limit that is refused is asked for once in a session, whatever the list, and the lists are read in smaller pages', () => {
    const profile = createProfile()
    const limits: number[] = []
    const answer = (target: string) => {
      const query = queryOf({ target })
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      limits.push(limit)
      if (limit > 200) throw refusal('ERR-00', { details: 'limit' })
      const ids = Array.from({ length: 450 }, (_, index) => `id-${index}`).slice(offset, offset + limit)
      return target.startsWith('/whitelist')
        ? { whitelists: ids.map((whitelist_id) => ({ whitelist_id })) }
        : { transactions: ids.map((transaction_id) => ({ transaction_id })) }
    }
    const idOf = ({ transaction_id }: Transaction) => transaction_id
    const page = (offset: number) =>
      read(readFullPage('transactions', listTransactions, idOf, { limit: 400, offset }), answer, profile)
    expect(page(0)).toMatchObject({ records: { length: 400 }, hasNext: true })
    expect(page(400)).toMatchObject({ records: { length: 50 }, hasNext: false })
    expect(read(readListRecords(wholeTransactions()), answer, profile).rows).toBe(450)
    expect(read(readListRecords(referenceLists.whitelists), answer, profile).rows).toBe(450)
    expect(limits.filter((limit) => limit > 200)).toHaveLength(1)
    // The second reading begins its pages elsewhere.
    expect(limits).toContain(100)
  })

  test.each([100, 50, 20])('a largest limit of %i is found once', (most) => {
    const profile = createProfile()
    const limits: number[] = []
    const answer = (target: string) => {
      const limit = Number(queryOf({ target }).get('limit'))
      limits.push(limit)
      if (limit > most) throw refusal('ERR-00')
      return { transactions: [] }
    }
    read(listTransactions({ limit: 1000, offset: 0 }), answer, profile)
    const found = limits.length
    read(listTransactions({ limit: 1000, offset: 0 }), answer, profile)
    expect(limits.slice(found)).toEqual([most])
    expect(profile.known).toMatchObject({ mostRows: most, takenRows: most })
  })

  test('what is refused of a limit that was taken before is something else', () => {
    const profile = createProfile()
    let asked = 0
    read(listTransactions({ limit: 1000, offset: 0 }), { transactions: [] }, profile)
    const refuses = () => {
      asked += 1
      throw refusal('ERR-00')
    }
    expect(() => read(listTransactions({ limit: 1000, asset_id: '?' }), refuses, profile)).toThrow('ERR-00')
    expect(asked).toBe(1)
  })

  test('a page that is refused in every length is asked for again as it was, and says nothing of lengths', () => {
    const profile = createProfile()
    const asked: (string | null)[] = []
    let isRefused = true
    const answer = (target: string) => {
      asked.push(queryOf({ target }).get('limit'))
      if (isRefused) throw refusal('ERR-00')
      return { transactions: [] }
    }
    const page = () => read(listTransactions({ limit: 1000, offset: 999 }), answer, profile)
    expect(page).toThrow('ERR-00')
    isRefused = false
    page()
    expect(asked).toEqual(['1000', '200', '100', '50', '20', '1000', '1000'])
    expect(profile.known.mostRows).toBe(1000)
  })

  test('a type that is refused in one spelling is asked for in the other', () => {
    const answer = (target: string) => {
      if (!target.includes('changepool')) throw refusal('TXN-00')
      return { transactions: [{ id: 't' }] }
    }
    expect(read(listTransactions({ transaction_type: 'change pool' }), answer).records).toHaveLength(1)
    const other = listTransactions({ transaction_type: 'stake' })
    expect(() => read(other, answer)).toThrow(failure({ code: 'TXN-00' }))
  })
})

describe('a record by its id', () => {
  test.each([
    ['TXN-04', '/transactions/a%20b', () => getTransaction('a b'), { transactions: [] }, 'TXN-02'],
    ['VAL-02', '/vaults/a%2Fb', () => getVault('a/b'), { vaults: [] }, 'VAL-01'],
  ] as const)(
    'that is not there is %s, however the service says so',
    (code, requestPath, get, empty, none) => {
      const expected = failure({ code, message: '', requestPath })
      expect(() => read<unknown>(get(), empty)).toThrow(expected)
      expect(() => read<unknown>(get(), refuse(none))).toThrow(expected)
      expect(() => read<unknown>(get(), refuse(code))).toThrow(failure({ code, message: 'No records found' }))
    },
  )

  // The gateway forwards no path with them: GTW-05.
  test.each(['a/b', 'a;b', 'a\\b', 'a\u0001', '.', '..', '%2e'])(
    'that no path can carry is asked for by the filter: %j',
    (id) => {
      const answer = (target: string) => {
        expect(queryOf({ target }).get('transaction_id')).toBe(id)
        return { transactions: [{ transaction_id: id }] }
      }
      expect(read(getTransaction(id), answer).records).toMatchObject([{ transaction_id: id }])
      expect(() => read(getTransaction(id), refuse('TXN-02'))).toThrow(failure({ code: 'TXN-04' }))
      const other = { transactions: [{ transaction_id: 'another' }] }
      expect(() => read(getTransaction(id), other)).toThrow(failure({ kind: 'unexpected-body' }))
    },
  )

  test.each([
    [{ vault_id: 'a' }, { vault_id: 'a' }],
    [{ vault_name: 'A', assets: [] }, { vault_name: 'A' }],
    [{ vaults: [{ vault_id: 'b' }, { vault_id: 'a' }] }, { vault_id: 'a' }],
  ])('that is in %j is one', (body, vault) => {
    expect(read(getVault('a'), body).records).toMatchObject([vault])
  })

  test('is no other one in its place', () => {
    const other = (name: string) =>
      failure({ kind: 'unexpected-body', details: `Expected the ${name} a, but got the ${name} b.` })
    expect(() => read(getVault('a'), { vault_id: 'b' })).toThrow(other('vault'))
    expect(() => read(getTransaction('a'), { transactions: [{ transaction_id: 'b' }] })).toThrow(
      other('transaction'),
    )
  })
})
