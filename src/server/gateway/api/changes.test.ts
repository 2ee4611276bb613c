/** What changed, over HTTP, of a service that is scripted to change. */
import { expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import type { ChangesAnswer } from '../../../contract/changes.ts'
import { dayLength } from '../../../contract/day.ts'
import type { Report } from '../../../contract/report.ts'
import { openEither } from '../../../database/testing/databases.ts'
import { fileTable } from '../../../reports/report-file.ts'
import { askingOf, startStepped } from '../../testing/console-api.ts'
import { testClock } from '../testing/clock.ts'

let status = 'pending'
const service = await upstream.startScriptedService()
const transaction = () => ({
  transaction_id: 'one',
  status,
  transaction: { transaction_type: 'withdraw', amount: '1.50' },
})

/** An account of one transaction. */
function serveTransaction() {
  service.script('*', (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.invalid')
    const isFirst = ['0', null].includes(searchParams.get('offset'))
    const asked = searchParams.get('status')
    const transactions = isFirst && (asked === null || asked === status) ? [transaction()] : []
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ transactions, whitelists: [], vaults: [], balances: [] }))
  })
}

it('tells what moved forward since the first reading, of all and of one record', async () => {
  serveTransaction()
  const database = await openEither()
  const { gateway, pass } = await startStepped(
    { CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'key' },
    database,
  )
  const ask = askingOf(gateway)
  const changes = async (query = '') => (await ask(`/changes${query}`)).body as ChangesAnswer
  for (const seconds of [20, 20, 60]) await pass(seconds)
  expect(await changes()).toMatchObject({ last: 0, changes: [] })
  status = 'completed'
  await pass(20)
  const told = await changes('?after=0')
  expect(told.changes).toMatchObject([{ id: 'one', transaction_type: 'withdraw', amount: '1.50' }])
  expect(await changes('?kind=transaction&id=one')).toMatchObject({ changes: told.changes })
  expect(await changes('?kind=vault&id=one')).toMatchObject({ changes: [] })
  expect(await changes('?after=0&kind=transaction&id=one&id=two')).toMatchObject({
    ...{ changes: told.changes, until: told.until },
  })
  expect(await changes('?after=0&id=two&id=three')).toMatchObject({ changes: [] })
  expect(await changes(`?after=${told.last}&id=one`)).toMatchObject({ changes: [] })
  expect(await changes(`?after=${told.last}`)).toMatchObject({ changes: [] })
  expect((await ask('/changes?kind=odd')).body).toMatchObject({ error_code: 'ERR-00' })
})

it('tells what happened while no gateway ran as one interval, and after a restart nothing twice', async () => {
  status = 'pending'
  serveTransaction()
  const database = await openEither()
  const clock = testClock()
  const start = async () => {
    const settings = { CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'key' }
    const { gateway, pass } = await startStepped(settings, database, clock)
    const changes = async () => (await askingOf(gateway)('/changes')).body as ChangesAnswer
    return { gateway, pass, changes }
  }
  const first = await start()
  for (const seconds of [20, 20, 60]) await first.pass(seconds)
  const off = clock.now()
  await first.gateway.close()
  status = 'completed'
  clock.move(2 * dayLength)
  const second = await start()
  await second.pass(20)
  const told = await second.changes()
  expect(told.changes).toMatchObject([{ event: 'changed', before: 'pending', after: 'completed' }])
  const [change] = told.changes
  expect(Date.parse(change?.since ?? '')).toBeLessThanOrEqual(off)
  expect(Date.parse(change?.seen ?? '')).toBeGreaterThanOrEqual(off + 2 * dayLength)
  await second.gateway.close()
  const third = await start()
  await third.pass(20)
  expect(await third.changes()).toMatchObject({ last: told.last, changes: told.changes })
  await third.gateway.close()
})

it('counts what was sent to a changed entry as the list that it leads to does', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  let assets: readonly object[] = []
  let sent: readonly string[] = ['before']
  service.script('*', (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service.invalid')
    const isAsked = (name: string, value: string) => (searchParams.get(name) ?? value) === value
    const transactions = sent
      .filter(
        (id) => isAsked('offset', '0') && isAsked('status', 'completed') && isAsked('transaction_id', id),
      )
      .map((transaction_id) => ({
        ...{ transaction_id, status: 'completed' },
        transaction: {
          ...{ transaction_type: 'withdraw', asset_id: 'ETH', network_id: 'ETH', amount: '2.5' },
          destination: { destination_type: 'whitelist', destination_id: 'W', destination_address: address },
        },
      }))
    const whitelists = [{ whitelist_id: 'W', whitelist_name: 'Broker', assets }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ transactions, whitelists, vaults: [], balances: [] }))
  })
  const database = await openEither()
  const settings = { CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'key' }
  const { gateway, pass } = await startStepped(settings, database)
  const ask = askingOf(gateway)
  for (const seconds of [20, 20, 60]) await pass(seconds)
  assets = [{ asset_id: 'ETH', network_id: 'ETH', address, memo: '' }]
  await pass(60)
  sent = ['second', 'first', ...sent]
  await pass(60)
  const { report } = (await ask('/reports/changes?show=whitelists')).body as { report: Report }
  const [row] = report.tables.flatMap(({ rows }) => rows)
  expect(row?.cells).toMatchObject({ change: 'Address added', sent: '5 ETH in 2' })
  const listed = await ask(row?.hrefs?.sent ?? '')
  expect(listed.body).toMatchObject({ records: [{}, {}], has_next: false })
  expect(fileTable(report).rows[0]).toMatchObject({ sent_since_count: '2', sent_since: '5 ETH' })
})
