import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessConforms } from './conformance/access.ts'
import { demonstrationConforms } from './conformance/demonstration.ts'
import { httpConforms } from './conformance/http.ts'
import { parametersConform } from './conformance/parameters.ts'
import { readsConform } from './conformance/reads.ts'
import { walkingConforms } from './conformance/walking.ts'
import type { Database } from './database/database.ts'
import { databaseKinds } from './testing/databases.ts'
import { fill, listen, type TestService } from './testing/service.ts'

const kinds = databaseKinds()

/** Every answer to the viewer's GETs, by database and path: what one database answered, the other must answer too. */
const answers = new Map<string, Map<string, string>>(kinds.map(({ name }) => [name, new Map()]))

describe.each(kinds)('the read API on $name', (kind) => {
  let database: Database
  let service: TestService

  beforeAll(async () => {
    database = await kind.open()
    await fill(database)
    const listening = await listen(database, { publicUrl: 'https://custody.example' })
    const recorded = answers.get(kind.name)
    service = {
      ...listening,
      async get(path, init) {
        const received = await listening.get(path, init)
        if (init === undefined) recorded?.set(path, `${received.httpStatus} ${received.text}`)
        return received
      },
    }
  })

  afterAll(async () => {
    await service?.close()
    await database?.close()
    await kind.stop()
  })

  const under = () => service
  readsConform(under)
  parametersConform(under)
  accessConforms(under)
  httpConforms(under)
  demonstrationConforms(under)
  walkingConforms(under, kind.open)
})

it.skipIf(kinds.length < 2)('two databases answer identical requests identically, to the byte', () => {
  const [first, second] = [...answers.values()]
  const shared = [...(first ?? [])].filter(([path]) => second?.has(path))
  expect(shared.length).toBeGreaterThan(300)
  for (const [path, answer] of shared) expect(second?.get(path), path).toBe(answer)
})
