import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { run } from '../../api/retries.ts'
import { profileOfSession } from '../../api/service-profile.ts'
import { sessionMarkHeader } from '../../contract/session.ts'
import type { ServiceRequest } from '../../sync/service/reading.ts'
import { pageOf, replayed } from '../../sync/service/testing/answers.ts'
import type { Books } from '../books.ts'
import { readBooks } from './read-books.ts'

/** The requests, in their order; from the third on another key is signed in. */
let asked: (string | null)[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname: path } = new URL(address, 'http://console.invalid')
    asked.push(new Headers(init.headers).get(sessionMarkHeader))
    if (asked.length > 2) return Response.json({ error_code: 'GTW-12', code: '409' }, { status: 409 })
    return Response.json(page(path))
  })
})
afterEach(() => vi.unstubAllGlobals())

const options = { session: 'mark-of-a', signal: new AbortController().signal }
const control = { service: '', account: null, onProgress: () => {} }

test('a reading is asked in its own session, and ends where another key is signed in', async () => {
  const reading = run(readBooks(null, control), options)
  await expect(reading).rejects.toMatchObject({ failure: { code: 'GTW-12' } })
  expect(new Set(asked)).toEqual(new Set(['mark-of-a']))
  // Two, and those that were under way beside the one that failed.
  expect(asked.length).toBeLessThanOrEqual(6)
})

test.each([3, 3000])('what was read once is told once, with all of %i whitelists', (count) => {
  profileOfSession(`of ${count} whitelists`)
  const told: Books[] = []
  const lists = { transactions: 2000, whitelist: count, vaults: 0, balances: 0 }
  const answer = (request: ServiceRequest) => {
    const [, name = ''] = /^\/(\w+)/.exec(request.target) ?? []
    const { limit, offset } = pageOf(request)
    const total = Object.entries(lists).find(([list]) => list === name)?.[1] ?? 0
    const { transactions, whitelists } = page('', total)
    const cut = <R>(rows: readonly R[]) => rows.slice(offset, offset + limit)
    const body = { transactions: cut(transactions), whitelists: cut(whitelists), vaults: [], balance: [] }
    return { body, receivedAt: '' }
  }
  replayed(readBooks(null, { ...control, onFirstBooks: (books) => told.push(books) }), answer)
  expect(told.map(({ whitelists, transactions }) => [whitelists.rows, transactions.rows])).toEqual([
    [count, 2000],
  ])
  expect(told[0]?.transactions.completeness).toBe('read-once')
})

function page(path: string, length = 1000) {
  const ids = Array.from({ length }, (_, index) => `${path} ${index}`)
  return {
    transactions: ids.map((transaction_id) => ({ transaction_id, transaction: {} })),
    vaults: ids.map((vault_id) => ({ vault_id, assets: [] })),
    balance: ids.map((asset_id) => ({ asset_id, network_id: 'N', balances: {} })),
    whitelists: ids.map((whitelist_id) => ({ whitelist_id, assets: [] })),
  }
}
