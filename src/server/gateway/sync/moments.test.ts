/** Reports that wait for moments: whoever asks for them, the service is asked once, and by the copy that reads the account. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { dayLength, dayText } from '../../../contract/day.ts'
import { revisionPath } from '../../../contract/revision.ts'
import { daily, today } from '../../../sync/service/testing/dated-ledger.ts'
import { type AccountLedger, answerTo } from '../../../sync/testing/account-ledger.ts'
import { sessionOf, syncingGateways } from '../../testing/syncing.ts'
import { testClock } from '../testing/clock.ts'
import { forTests, type TestGateway } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const { startSyncing, shared, ownKey } = await syncingGateways(service)

const hour = 3_600_000
const hongKong = (day: number) => day * dayLength - 8 * hour
const here = new AbortController().signal

let ledger: AccountLedger
let answer: upstream.Script
beforeEach(() => {
  ledger = {
    deposits: daily(20, 4).map(({ id, at }, index) => ({
      ...{ id, at: at - ((index * 7) % 11) * hour, status: 'completed', amount: 1 },
    })),
  }
  answer = (request, response) =>
    upstream.json(answerTo(ledger, { target: request.url ?? '' }))(request, response)
  service.script('*', answer)
})
afterEach(() => service.reset())

/** Of an account that is read and dated. */
async function startDated(settings = ownKey(), clock = testClock()) {
  const started = await startSyncing(settings, shared, clock)
  for (let minutes = 0; minutes < 3; minutes += 1) await started.pass(60)
  const asked = () =>
    service.received.map(({ target }) => target).filter((target) => target.includes('_date='))
  return { ...started, asked, session: sessionOf(settings.CUSTODY_API_KEY) }
}

async function ask({ sync }: TestGateway, session: ReturnType<typeof sessionOf>, moments: readonly number[]) {
  const kept = await sync.records(session)
  if (!('rows' in kept)) throw new Error('No records are kept.')
  return await sync.moments(kept, session, moments, here)
}

async function momentsTold(gateway: TestGateway) {
  return (await (await gateway.fetch(revisionPath)).json()).moments
}

it('several who ask for the same and for other moments at once share what is asked of the service', async () => {
  const { gateway, session, asked } = await startDated()
  const before = asked().length
  const [one, other] = [[today - 9, today - 3].map(hongKong), [today - 3, today - 12].map(hongKong)]
  await Promise.all([one, one, other, one].map((moments) => ask(gateway, session, moments)))
  await gateway.sync.settled()
  const more = asked().slice(before)
  expect(more).toHaveLength(6)
  expect(new Set(more).size).toBe(6)
  for (const moments of [one, other]) expect(await ask(gateway, session, moments)).toBeNull()
  expect(asked()).toHaveLength(before + 6)
  expect(await momentsTold(gateway)).toBeNull()
})

it('where the service hangs, whoever asks hears how far it is, and later that it does not answer', async () => {
  const { gateway, session, pass, clock } = await startDated()
  const hanging = upstream.held(answer)
  service.script('*', hanging.script)
  const moments = [today - 9, today - 3].map(hongKong)
  expect(await ask(gateway, session, moments)).toEqual({ missing: 8, sought: 8 })
  await hanging.arrived()
  expect(await ask(gateway, session, moments)).toEqual({ missing: 8, sought: 8 })
  expect(await momentsTold(gateway)).toEqual({ missing: 8, sought: 8 })
  const statement = `/api/reports/statement?period=${dayText(today - 9)}..${dayText(today - 4)}&zone=Asia%2FHong_Kong`
  const waiting = await gateway.fetch(statement)
  expect([waiting.status, await waiting.json()]).toMatchObject([
    503,
    { error_code: 'GTW-26', details: expect.stringContaining('8 transactions') },
  ])
  // Nobody waits any more.
  clock.move(20_000)
  expect(await momentsTold(gateway)).toBeNull()
  service.script('*', upstream.hangUp)
  hanging.release()
  await gateway.sync.settled()
  for (let minutes = 0; minutes < 3; minutes += 1) await pass(60)
  const kept = await gateway.sync.records(session)
  expect('standing' in kept && kept.standing.status.silence).toMatchObject({ code: 'GTW-00' })
  service.script('*', answer)
  for (let minutes = 0; minutes < 6; minutes += 1) await pass(60)
  expect(await ask(gateway, session, moments)).toBeNull()
  expect(await (await gateway.fetch(statement)).json()).toMatchObject({
    report: { tables: expect.any(Array) },
  })
})

it('a copy that does not read the account has the one that does ask', async () => {
  const settings = ownKey()
  const clock = testClock()
  const reading = await startDated(settings, clock)
  const { gateway, session } = await startSyncing(settings, shared, clock).then((started) => ({
    ...started,
    session: sessionOf(settings.CUSTODY_API_KEY),
  }))
  const moments = [hongKong(today - 5)]
  const before = reading.asked().length
  expect(await ask(gateway, session, moments)).toEqual({ missing: 4, sought: 4 })
  await gateway.sync.settled()
  expect(reading.asked()).toHaveLength(before)
  await reading.pass(10)
  expect(reading.asked()).toHaveLength(before + 2)
  expect(await ask(gateway, session, moments)).toBeNull()
})

it('whoever looks at a period has its ends sought before all days are known', async () => {
  const hidden = dayText(today - 5)
  service.script('*', (request, response) => {
    const query = new URL(request.url ?? '', service.address).searchParams
    const isOneDay = query.get('start_date')?.slice(0, 10) === query.get('end_date')?.slice(0, 10)
    const isHidden = isOneDay && (query.get('start_date') ?? '') < hidden
    const script = query.has('start_date') && isHidden ? upstream.errorAnswer('ERR-01') : answer
    script(request, response)
  })
  const { gateway } = await startSyncing(ownKey(), shared)
  const period = `start_date=${dayText(today - 12)}&end_date=${dayText(today - 9)}`
  const ask = async (path: string) => await (await gateway.fetch(`/api/${path}`)).json()
  expect(await ask(`transactions?${period}`)).toMatchObject({ from: 'service', total: null })
  await gateway.sync.settled()
  const within = ledger.deposits.filter(
    ({ at }) => at >= (today - 12) * dayLength && at < (today - 8) * dayLength,
  ).length
  const decided = { from: 'store', total: within, undecided: 0 }
  expect(await ask(`transactions?${period}`)).toMatchObject(decided)
  expect(await ask(`totals?${period}`)).toMatchObject({ totals: [{ count: within }], undecided: 0 })
  expect((await ask('sync')).dates).toMatchObject({ is_complete: false })
})
