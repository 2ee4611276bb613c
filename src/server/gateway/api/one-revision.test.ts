/** What is answered while an update is written: the records of the revision that the answer names. */
import { afterAll, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import type { Queries } from '../../../database/database.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { askingOf, startStepped } from '../../testing/console-api.ts'

const service = await upstream.startScriptedService()
const ids = ['first']
service.script('*', (request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://service.invalid')
  const transactions = ids.slice(Number(searchParams.get('offset'))).map((transaction_id) => ({
    ...{ transaction_id, status: 'completed' },
    transaction: { transaction_type: 'withdraw', amount: '1.50', note: 'rent' },
  }))
  const vaults = ids.map((vault_id) => ({ vault_id, assets: [] }))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ transactions, vaults, whitelists: [], balances: [] }))
})
afterAll(() => service.close())

/** Done once, after the next question to the database: how the account stands. */
let meanwhile: (() => Promise<void>) | null = null
const watched = <Asked extends Queries>(queries: Asked): Asked => ({
  ...queries,
  async query(sql: string, parameters?: readonly (string | null)[]) {
    const rows = await queries.query(sql, parameters)
    const work = meanwhile
    meanwhile = null
    await work?.()
    return rows
  },
})
const database = await openEither()
const { gateway, pass } = await startStepped(
  { CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'key' },
  { ...watched(database), with: (options) => watched(database.with(options)) },
)
const ask = askingOf(gateway)
for (const seconds of [20, 20, 60]) await pass(seconds)

it.each(['/transactions', '/totals', '/vaults', '/changes', '/search?text=rent', '/transactions/first'])(
  '%s has the revision of its records',
  async (path) => {
    const { body: before } = await ask(path)
    meanwhile = async () => {
      ids.unshift(`before ${ids[0]}`)
      await pass(20)
    }
    const { body } = await ask(path)
    const { body: after } = await ask(path)
    expect(after.revision).not.toBe(before.revision)
    expect(body).toEqual({ ...after, as_of: expect.any(String) })
  },
)
