import { expect, it } from 'vitest'
import { DatabaseError } from '../../database/database.ts'
import { Queue } from '../../database/queue.ts'
import { unexpectedRefusal } from './unexpected.ts'

it('a database at something else is busy, one that does not answer is away, and all else is a defect', async () => {
  const queue = new Queue()
  await queue.take('report')
  const busy = await queue.take('list', 0).catch((error: unknown) => error)
  const errors = [busy, new DatabaseError('connection refused'), new Error('a defect')]
  expect(errors.map((error) => unexpectedRefusal(error).code)).toEqual(['GTW-23', 'GTW-27', 'GTW-08'])
})
