import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database/database.ts'
import { databaseKinds } from './testing/databases.ts'
import { readsConform } from './testing/reads.ts'
import { fill, listen, type TestService } from './testing/service.ts'

/** Every answer to a read, by database and path: what one database answered, the other must answer too. */
const answers = new Map<string, Map<string, string>>(databaseKinds.map(({ name }) => [name, new Map()]))

describe.each(databaseKinds)('the read API on $name', ({ name, open }) => {
  let database: Database
  let service: TestService

  beforeAll(async () => {
    database = await open()
    await fill(database)
    service = await listen(database)
  })

  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  readsConform(() => ({
    async get(path) {
      const answer = await service.inject(path)
      const received = { httpStatus: answer.status, headers: answer.headers, text: await answer.text() }
      answers.get(name)?.set(path, `${received.httpStatus} ${received.text}`)
      return received
    },
  }))
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
