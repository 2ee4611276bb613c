/** The API of the console over HTTP: from a store that a real service filled, and from the service where there is none. */
import { afterAll, describe, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { fill, listen } from '../../service/testing/service.ts'
import { testClock } from '../testing/clock.ts'
import { forTests, startGateway } from '../testing/gateway.ts'

const books = await openEither()
await fill(books)
const real = await listen(books)
const service = forTests(await upstream.startScriptedService(real.address))
afterAll(async () => {
  await real.close()
  await books.close()
})

async function startApi(settings: Record<string, string> = {}) {
  const database = await openEither()
  afterAll(() => database.close())
  const clock = testClock()
  const gateway = await startGateway(
    { CUSTODY_API_URL: service.address, KEEP_RECORDS: 'configured', ...settings },
    { openRecords: async () => ({ ...database, close: async () => {} }), clock },
  )
  const pass = async (seconds: number) => {
    clock.move(1000 * seconds)
    gateway.sync.step()
    await gateway.sync.settled()
  }
  await pass(0)
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await gateway.fetch(`/api${path}`, init)
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
  return { gateway, database, pass, ask }
}

const fixed = await startApi({ CUSTODY_API_KEY: 'demo-viewer-key' })

describe('transactions', () => {
  it('come from the store, in the order of the service', async () => {
    const { status, body } = await fixed.ask('/transactions?limit=2')
    expect([status, body.from, body.records.length, body.has_next]).toEqual([200, 'store', 2, true])
  })
})

describe('where nothing is kept', async () => {
  const off = await startGateway({
    CUSTODY_API_URL: service.address,
    CUSTODY_API_KEY: 'demo-viewer-key',
    SYNC: 'off',
  })
  const ask = async (path: string) => {
    const answer = await off.fetch(`/api${path}`)
    return { status: answer.status, body: await answer.json() }
  }

  it.each(['/transactions', '/vaults', '/balances', '/balances/cold', '/whitelist'])(
    '%s is the page of the service',
    async (path) => {
      const { status, body } = await ask(`${path}?limit=1`)
      expect([status, body.from, body.total, body.records.length, body.has_next]).toEqual([
        200,
        'service',
        null,
        1,
        true,
      ])
    },
  )
})
