/** Consoles ask the gateway, and the gateway asks the service: how many of them there are is nothing to it. */
import { afterAll, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { addressEndpoints } from '../../../contract/addresses.ts'
import { revisionPath } from '../../../contract/revision.ts'
import { idleHeader } from '../../../contract/session.ts'
import { syncPath } from '../../../contract/sync.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { isWholeSet } from '../../../testing/cases.ts'
import { fixtureTransactions } from '../../service/testing/books.ts'
import { fill, listen } from '../../service/testing/service.ts'
import { startApi } from '../../testing/console-api.ts'
import { forTests } from '../testing/gateway.ts'

const books = await openEither()
await fill(books)
// The service caches places in its lists for a second of its clock.
let passed = 0
const real = await listen(books, { clock: () => (passed += 1000) })
const service = forTests(await upstream.startScriptedService(real.address))
afterAll(() => real.close())

const [first] = fixtureTransactions
/** What pages of the console ask for, those of a record aside: that is always asked of the service. */
const pages = [
  '/transactions?limit=51',
  '/transactions?status=pending&status=failed&text=hash',
  `/transactions?address=${first?.source_address}&start_date=2026-11-01&end_date=2026-11-02`,
  '/totals?by=asset_id&by=transaction_type&status=completed',
  '/vaults?limit=51',
  '/balances/cold?asset_id=BTC',
  '/whitelist?text=Exchange',
  '/search?text=hash-1',
  addressEndpoints.ownAddresses.path,
  addressEndpoints.formerDestinations.path,
]
/** Steps of SYNC_SECONDS, in each of which a tab asks three times whether the records are others. */
const steps = isWholeSet ? 2 : 1

/** Consoles of one account, as many sign-ins as tabs; each gets the answers that its pages show. */
async function startConsoles(count: number) {
  const { gateway, pass } = await startApi({ CUSTODY_API_URL: service.address })
  const cookies: string[] = []
  for (let index = 0; index < count; index += 1) cookies.push(await gateway.signIn('demo-viewer-key'))
  for (const seconds of [0, 20, 20, 20]) await pass(seconds)
  const askAll = (path: string, headers: Record<string, string> = {}) =>
    Promise.all(
      cookies.map(async (cookie) => {
        const answer = await gateway.fetch(path, { headers: { cookie, ...headers } })
        expect(answer.status, path).toBe(200)
        return await answer.json()
      }),
    )
  const revisions = async () => {
    const all = await askAll(revisionPath, { [idleHeader]: '1000' })
    return all.map(({ revision }) => revision)
  }
  return { gateway, cookies, pass, askAll, revisions }
}

/** Requests of lists, by their filters and in their number. */
async function listsAskedBy(count: number): Promise<readonly string[]> {
  const { cookies, pass, askAll, revisions } = await startConsoles(count)
  expect(new Set(cookies).size).toBe(count)
  const before = service.received.length
  for (let step = 0; step < steps; step += 1) {
    for (const path of pages)
      for (const body of await askAll(`/api${path}`)) expect(body.from, path).toBe('store')
    await askAll(syncPath)
    for (const seconds of [5, 5, 5]) {
      await pass(seconds)
      expect(new Set(await revisions()).size).toBe(1)
    }
  }
  return service.received.slice(before).map(({ target }) => target)
}

it('twenty consoles ask the service for as many lists as one does', async () => {
  const ofOne = await listsAskedBy(1)
  const ofTwenty = await listsAskedBy(20)
  expect(ofTwenty.toSorted()).toEqual(ofOne.toSorted())
  expect(ofOne.length).toBeGreaterThan(0)
})

it('twenty consoles show a change at the service 25 seconds later', async () => {
  const { askAll, pass, revisions } = await startConsoles(20)
  const known = await revisions()
  const shown = () => askAll('/api/transactions?status=failed&text=changed-now')
  expect((await shown()).map(({ records }) => records.length)).toEqual(known.map(() => 0))
  await books.query(
    "update transaction set status = 'failed', note = 'changed-now' where transaction_id = $1",
    [first?.transaction_id ?? ''],
  )
  await pass(15)
  for (const seconds of [5, 5]) await pass(seconds)
  expect((await revisions()).filter((revision, index) => revision !== known[index])).toHaveLength(20)
  const ids = (await shown()).map(({ records }) => records[0]?.transaction_id)
  expect(ids).toEqual(known.map(() => first?.transaction_id))
})
