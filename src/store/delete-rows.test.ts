import { expect, it } from 'vitest'
import type { Queries } from '../database/database.ts'
import { openEither } from '../database/testing/databases.ts'
import { deleteRows } from './delete-rows.ts'
import { openStore } from './store.ts'

const database = await openEither()

it('rows go in pieces, and those of an account that is not analyzed without comparing each with every other', async () => {
  await openStore(database)
  await database.script('analyze custody_store.change')
  await database.query(
    `insert into custody_store.change (account, reading, place, kind, record_id, event, is_whole)
     select name, nth / 100, nth % 100, 'transaction', 'T', 'new', true from generate_series(1, 20000) as nth, unnest(array['one', 'other']) as name`,
  )
  const plans: string[] = []
  const explaining: Queries = {
    ...database,
    async query(sql, parameters) {
      const lines = await database.query<'QUERY PLAN'>(`explain ${sql}`, parameters)
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
      return await database.query(sql, parameters)
    },
  }
  const left: (string | null)[] = []
  await deleteRows(
    'change',
    async (piece) => {
      const end = await piece(explaining, 'one')
      const rows = await database.query<'rows'>(
        `select count(*) || ' of ' || account as rows from custody_store.change group by account order by account`,
      )
      left.push(rows.map(({ rows }) => rows).join())
      return end
    },
    'reading >= 10',
  )
  expect(left).toEqual(['10000 of one,20000 of other', '999 of one,20000 of other'])
  expect(plans.join()).not.toMatch(/Nested Loop/)
})
