import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWholeSet } from '../../testing/cases.ts'
import type { Database } from './database/database.ts'
import { fixtureTransactions } from './testing/books.ts'
import { databaseKinds, openEither } from './testing/databases.ts'
import { expectError, parametersConform, pathWithQuery, readsConform } from './testing/reads.ts'
import { fill, listen, type TestService } from './testing/service.ts'

/** Every answer to a read, by database and path: what one database answered, the other must answer too. */
const answers = new Map<string, Map<string, string>>(databaseKinds.map(({ name }) => [name, new Map()]))

describe.each(databaseKinds)('the read API on $name', ({ name, open }) => {
  let database: Database
  let service: TestService

  beforeAll(async () => {
    database = await open()
    await fill(database)
    const listening = await listen(database)
    service = {
      ...listening,
      async get(path) {
        const received = await listening.get(path)
        answers.get(name)?.set(path, `${received.httpStatus} ${received.text}`)
        return received
      },
    }
  })

  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  readsConform(() => service)
  parametersConform(() => service)

  it('gives the same page by memory as by counting, in whatever order pages are turned', async () => {
    const steps = fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      offset: fc.integer({ min: 0, max: 70 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 8 }), async (pages) => {
        for (const page of pages) {
          const path = pathWithQuery('/transactions', { ...page, start_date: '2026-11-01' })
          expect((await service.get(path)).text).toBe(await countedBy(database, path))
        }
      }),
      { numRuns: isWholeSet ? 12 : 3 },
    )
  })

  it.each(isWholeSet ? changes : changes.slice(0, 2))(
    'sees %s between two pages as plain counting does',
    async (_, sql) => {
      const changing = await (isWholeSet ? open() : openEither())
      await fill(changing)
      const walking = await listen(changing)
      const page = (offset: number) => pathWithQuery('/transactions', { ...filter, limit: 10, offset })
      const before = await walking.get(page(0))
      await changing.script(sql)
      for (const offset of [10, 20, 30])
        expect((await walking.get(page(offset))).text).toBe(await countedBy(changing, page(offset)))
      expect((await walking.get(page(0))).text).not.toBe(before.text)
      await changing.script('truncate transaction')
      expectError(await walking.get(page(10)), 'TXN-02')
      await walking.close()
      await changing.close()
    },
  )
})

it.skipIf(databaseKinds.length < 2)(
  'two databases answer identical requests identically, to the byte',
  () => {
    const [first, second] = [...answers.values()]
    const shared = [...(first ?? [])].filter(([path]) => second?.has(path))
    expect(shared.length).toBeGreaterThan(300)
    for (const [path, answer] of shared) expect(second?.get(path), path).toBe(answer)
  },
)

/** What a service answers that has just started, and so remembers no place where a page ends. */
async function countedBy(database: Database, path: string): Promise<string> {
  const fresh = await listen(database)
  const { text } = await fresh.get(path)
  await fresh.close()
  return text
}

const filter = { source_id: 'vault-2' }
const [firstOfFilter] = fixtureTransactions
  .filter(({ source_id }) => source_id === filter.source_id)
  .sort((one, other) => (one.recorded_at < other.recorded_at ? 1 : -1))
const newest = `(select transaction_id from transaction where source_id = 'vault-2'
  order by recorded_at desc, transaction_id limit 1)`

/** Each changes the first page, so that every later page begins somewhere else. */
const changes = [
  [
    'an insertion',
    `insert into transaction select (t).* from (
      select json_populate_record(x, '{"transaction_id":"new","recorded_at":"2026-12-01T00:00:00Z"}') as t
      from transaction x where transaction_id = '${firstOfFilter?.transaction_id}') as copied`,
  ],
  ['a deletion', `delete from transaction where transaction_id = ${newest}`],
  [
    'a change of what the filter asks for',
    `update transaction set source_id = 'x' where transaction_id = ${newest}`,
  ],
  [
    'a change of the order',
    `update transaction set recorded_at = '2020-01-01' where transaction_id = ${newest}`,
  ],
  ['a change of status', `update transaction set status = 'failed' || '' where source_id = 'vault-2'`],
] as const
