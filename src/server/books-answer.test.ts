/** Books answer as the service that they were read from. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPackServer } from '../bin/pack-server.ts'
import { answerFromBooks } from '../books/answer.ts'
import type { Books } from '../books/books.ts'
import { readBooks } from '../books/read-books.ts'
import { apiPrefix } from '../contract/session.ts'
import type { ReadSource } from './service/conformance/expectations.ts'
import { parametersConform } from './service/conformance/parameters.ts'
import { readsConform } from './service/conformance/reads.ts'
import type { Database } from './service/database/database.ts'
import { openEither } from './service/testing/databases.ts'
import { fill, listen } from './service/testing/service.ts'
import { booksControl } from './testing/console.ts'

/** Pages are not asked for here. */
const noConsole = { addFiles: async () => {}, sendPage: async () => '' }

describe('books in place of the service', () => {
  let database: Database
  let books: Books
  let app: FastifyInstance
  let address: string

  beforeAll(async () => {
    const { fetch } = globalThis
    database = await openEither()
    await fill(database)
    const service = await listen(database)
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      fetch(path.replace(apiPrefix, service.address), {
        ...init,
        headers: { 'x-api-key': 'demo-viewer-key' },
      }),
    )
    books = await readBooks(null, { ...booksControl, service: 'https://custody.invalid' })
    vi.unstubAllGlobals()
    await service.close()
    app = await createPackServer({ path: '', books, keys: [] }, noConsole)
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })

  afterAll(async () => {
    await app?.close()
    await database?.close()
  })

  const reads = (): ReadSource => ({
    async get(path) {
      const answer = await fetch(`${address}${apiPrefix}${path}`)
      return { httpStatus: answer.status, headers: answer.headers, text: await answer.text() }
    },
  })
  readsConform(reads, 'days')
  parametersConform(reads)

  it('refuse part of a day on which something was recorded, and answer where that is nothing', async () => {
    const asked = (query: string) => answerFromBooks(books, `/transactions?${query}`)
    const part = asked('start_date=2026-11-01T12:00:00Z')
    expect(part).toMatchObject({ status: 400, body: { error_code: 'TXN-03' } })
    expect(JSON.stringify(part.body)).toContain('only whole UTC days')
    expect(asked('end_date=2099-01-01T12:00:00Z')).toEqual(asked(''))
  })
})
