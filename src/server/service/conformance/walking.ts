import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWholeSet } from '../../../testing/cases.ts'
import type { Database } from '../database/database.ts'
import { fixtureTransactions } from '../testing/books.ts'
import { fill, listen, type TestService } from '../testing/service.ts'
import { expectError, pathWithQuery, type Under } from './expectations.ts'

/** A service that remembers where pages end must answer as one that has just started and remembers nothing. */
export function walkingConforms(service: Under, openDatabase: () => Promise<Database>): void {
  const asFresh = async (database: Database, path: string): Promise<string> => {
    const fresh = await listen(database)
    try {
      return (await fresh.get(path)).text
    } finally {
      await fresh.close()
    }
  }

  describe('walking a list', () => {
    it('gives the same page by memory as by counting, in whatever order pages are turned', async () => {
      const steps = fc.record({
        limit: fc.integer({ min: 1, max: 30 }),
        offset: fc.integer({ min: 0, max: 70 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 8 }), async (pages) => {
          for (const page of pages) {
            const path = pathWithQuery('/transactions', { ...page, start_date: '2026-11-01' })
            expect((await service().get(path)).text).toBe(await asFresh(service().database, path))
          }
        }),
        { numRuns: isWholeSet ? 12 : 3 },
      )
    })

    it.each(isWholeSet ? changes : changes.slice(0, 2))(
      'sees %s between two pages as plain counting does',
      async (_, sql) => {
        const database = await openDatabase()
        await fill(database)
        const walking = await listen(database)
        try {
          const before = await turn(walking, 0)
          await database.script(sql)
          for (const offset of [10, 20, 30]) {
            const path = pathWithQuery('/transactions', { ...filter, limit: 10, offset })
            const counted = await asFresh(database, path)
            expect((await walking.get(path)).text).toBe(counted)
          }
          expect(await turn(walking, 0)).not.toBe(before)
        } finally {
          await walking.close()
          await database.close()
        }
      },
    )

    it('sees that the rest of the list has gone', async () => {
      const database = await openDatabase()
      await fill(database)
      const walking = await listen(database)
      try {
        await turn(walking, 0)
        await database.script('truncate transaction')
        expectError(
          await walking.get(pathWithQuery('/transactions', { ...filter, limit: 10, offset: 10 })),
          'TXN-02',
        )
      } finally {
        await walking.close()
        await database.close()
      }
    })
  })
}

const filter = { source_id: 'vault-2' }

async function turn(service: TestService, offset: number): Promise<string> {
  return (await service.get(pathWithQuery('/transactions', { ...filter, limit: 10, offset }))).text
}

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
