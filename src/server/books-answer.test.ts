/** Books answer as the service that they were read from. */
import { beforeAll, describe, expect, it } from 'vitest'
import { answerFromBooks } from '../books/answer.ts'
import type { Books } from '../books/books.ts'
import { fixtureBooks, fixtureTransactions } from './service/testing/books.ts'
import { listedTransactions } from './service/testing/model.ts'
import { readsConform } from './service/testing/reads.ts'
import { readBooksNow, startConsoleOver, withEveryDay } from './testing/console.ts'

const { reach } = await startConsoleOver(fixtureBooks)

describe('books in place of the service', () => {
  let books: Books

  beforeAll(async () => {
    reach()
    books = await withEveryDay(await readBooksNow(null, { service: 'https://custody.invalid' }))
  })

  /** Those that a service sends too. */
  const headers = new Headers({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  const reads = () => ({
    async get(path: string) {
      const { status, body } = answerFromBooks(books, path)
      return { httpStatus: status, headers, text: JSON.stringify(body) }
    },
  })
  readsConform(reads, 'days')

  it.each(['asset_id', 'network_id', 'transaction_type', 'status'] as const)(
    'list what any of several values of %s matches, in the order of the service',
    async (name) => {
      const values = [...new Set(fixtureTransactions.map((row) => row[name]))].slice(0, 2)
      const query = new URLSearchParams(values.map((value) => [name, value]))
      const received = await reads().get(`/transactions?${query}`)
      const lists = values.map((value) => listedTransactions({ [name]: value }))
      const expected = listedTransactions({}).filter((row) =>
        lists.flat().some(({ transaction_id }) => transaction_id === row.transaction_id),
      )
      expect(expected.length).toBeGreaterThan(0)
      expect(JSON.parse(received.text)).toEqual({ transactions: expected })
    },
  )

  it('refuse part of a day on which something was recorded, and answer where that is nothing', async () => {
    const asked = (query: string) => answerFromBooks(books, `/transactions?${query}`)
    const part = asked('start_date=2026-11-01T12:00:00Z')
    expect(part).toMatchObject({ status: 400, body: { error_code: 'TXN-03' } })
    expect(JSON.stringify(part.body)).toContain('Use the whole UTC days')
    expect(asked('end_date=2099-01-01T12:00:00Z')).toEqual(asked(''))
  })
})
