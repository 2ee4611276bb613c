import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionMarkHeader } from '../contract/session.ts'
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

const control = {
  session: 'mark-of-a',
  signal: new AbortController().signal,
  onProgress: () => {},
}

test('a reading is asked in its own session, and ends where another key is signed in', async () => {
  const reading = readBooks(null, { ...control, service: '', account: null })
  await expect(reading).rejects.toMatchObject({ failure: { code: 'GTW-12' } })
  expect(asked).toEqual(['mark-of-a', 'mark-of-a', 'mark-of-a'])
})

/** A full page of any list, so that there is more to ask for. */
function page(path: string) {
  const ids = Array.from({ length: 1000 }, (_, index) => `${path} ${index}`)
  return {
    transactions: ids.map((transaction_id) => ({ transaction_id, transaction: {} })),
    balance: ids.map((asset_id) => ({ asset_id, network_id: 'N', balances: {} })),
    whitelists: ids.map((whitelist_id) => ({ whitelist_id, assets: [] })),
  }
}
