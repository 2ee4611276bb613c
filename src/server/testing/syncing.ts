/** Gateways that keep the records of a scripted service, driven step by step. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { syncPath } from '../../contract/sync.ts'
import type { Database } from '../../database/database.ts'
import { openEither } from '../../database/testing/databases.ts'
import { testClock } from '../gateway/testing/clock.ts'
import type { TestGateway } from '../gateway/testing/gateway.ts'
import { startStepped } from './console-api.ts'

/** Until the end of a file of tests. `shared`: a database for tests that look at nothing but their own account, which is that of `ownKey`. */
export async function syncingGateways(service: { readonly address: string }) {
  const shared = await openEither()
  let keys = 0
  const ownKey = () => {
    keys += 1
    return { CUSTODY_API_KEY: `key ${keys}` }
  }

  async function startSyncing(settings: Record<string, string> = {}, given?: Database, clock = testClock()) {
    const database = given ?? (await openEither())
    const { gateway, pass } = await startStepped(
      { CUSTODY_API_URL: service.address, ...settings },
      database,
      clock,
    )
    const count = async (table: string) => {
      const [row] = await database.query<'count'>(`select count(*) as count from custody_store.${table}`)
      return Number(row?.count)
    }
    const linesOf = (message: string) =>
      gateway.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message)
    return { gateway, database, clock, pass, count, linesOf }
  }
  return { startSyncing, shared, ownKey }
}

export async function syncReportOf(gateway: TestGateway, cookie = '') {
  const answer = await gateway.fetch(syncPath, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return await answer.json()
}

export const oneTransaction = { transaction_id: 'one', status: 'completed', transaction: {} }

/** Script of an account of one transaction, which no filter but its id divides: it is read within a few requests. */
export function serveOneTransaction(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://service.invalid')
  const isFirstPage = searchParams.get('offset') === '0' || !searchParams.has('offset')
  const transactions = isFirstPage ? [oneTransaction] : []
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ transactions, whitelists: [], vaults: [], balances: [], of: pathname }))
}

/** As after a while without any copy: sessions are over, and no copy is at work. */
export async function endSessionsUnseen(database: Database): Promise<void> {
  await database.script(
    "update custody_store.session set until = now(); update custody_store.lease set looked_at = now() - interval '61 seconds'",
  )
}

/** Of somebody who typed a key. */
export function sessionOf(apiKey: string) {
  const session = {
    apiKey,
    accountId: null,
    person: null,
    account: null,
    accounts: [],
    idleSeconds: null,
    pack: null,
  }
  return { ...session, id: '', signIn: '', fingerprint: '', expiresAt: null }
}
