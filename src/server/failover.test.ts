/** What readers notice where a PostgreSQL server goes down or hangs, and its standby takes over. */
import { expect, it, onTestFinished } from 'vitest'
import { errorBody } from '../contract/records.ts'
import {
  bouncerProgram,
  hangDatabase,
  postgresPrograms,
  startBouncer,
  startPostgres,
} from '../database/testing/postgres.ts'
import { isWholeSet } from '../testing/cases.ts'
import { startGateway } from './gateway/testing/gateway.ts'
import { readServiceSettings } from './service/settings.ts'
import { startService } from './service/start.ts'

const readers = 20
const paths = [
  '/transactions?limit=50',
  '/transactions?limit=50&offset=50',
  '/balances',
  '/vaults',
  '/whitelist',
]

/** Longer than any refusal takes: three seconds for the session register, two for each database query. */
const patience = 15_000

async function startInstallation() {
  const primary = await startPostgres(postgresPrograms ?? '')
  onTestFinished(() => primary.stop())
  const bouncer = await startBouncer(bouncerProgram ?? '', primary.port)
  onTestFinished(() => bouncer.stop())
  const direct = await primary.createDatabase()
  const address = new URL(direct)
  address.port = String(bouncer.port)
  const { settings } = readServiceSettings({
    ...{ DATABASE_URL: address.href, DATABASE_TIMEOUT_SECONDS: '2', DEMO_TRANSACTIONS: '200' },
    ...{ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '1000000' },
  })
  if (settings === undefined) throw new Error('the settings are wrong')
  const service = await startService(settings)
  onTestFinished(() => service.close())
  const gateway = await startGateway({
    CUSTODY_API_URL: service.address,
    SESSION_DATABASE_URL: address.href,
  })
  // After all writes: what a standby has not received yet is lost with the primary.
  const cookies = await Promise.all(Array.from({ length: readers }, () => gateway.signIn('demo-viewer-key')))
  const standby = await primary.startStandby()
  onTestFinished(() => standby.stop())
  return { primary, direct, standby, bouncer, gateway, cookies }
}

it.runIf(isWholeSet && postgresPrograms && bouncerProgram).each(['goes down', 'hangs'] as const)(
  'a primary that %s while twenty read: no wrong answer, none that never comes, and nobody is signed out once a standby has taken over',
  async (what) => {
    const { primary, direct, standby, bouncer, gateway, cookies } = await startInstallation()
    const expected = new Map<string, string>()
    const refusals = new Set<string>()
    /** True for the right answer, false for a refusal that says that it is the server's fault. */
    const read = async (cookie: string, path: string) => {
      const answer = await gateway.fetch(`/api${path}`, {
        headers: { cookie },
        signal: AbortSignal.timeout(patience),
      })
      const text = await answer.text()
      if (answer.status !== 200) {
        refusals.add(errorBody.parse(JSON.parse(text)).error_code)
        return false
      }
      const records = text.replaceAll(/"(?:timestamp|as_of)":"[^"]*"/g, '')
      expect(records).toBe(expected.get(path) ?? records)
      expected.set(path, records)
      return true
    }
    const readAll = () =>
      Promise.all(cookies.map((cookie, turn) => read(cookie, paths[turn % paths.length] ?? '')))
    expect(await readAll()).not.toContain(false)

    let hasTakenOver = false
    let refused = 0
    const reading = cookies.map(async (cookie, turn) => {
      for (let right = 0, round = turn; right < 3; round += 1) {
        const isRight = await read(cookie, paths[round % paths.length] ?? '')
        if (!isRight) refused += 1
        if (isRight && hasTakenOver) right += 1
      }
    })
    if (what === 'hangs') onTestFinished(await hangDatabase(direct, 'server'))
    else await primary.stop()
    await expect.poll(() => refused, { timeout: patience }).toBeGreaterThan(0)
    await standby.promote()
    await bouncer.lead(standby.port)
    hasTakenOver = true
    await Promise.all(reading)

    expect([...refusals].filter((code) => !['ERR-01', 'GTW-14'].includes(code))).toEqual([])
    expect(await readAll()).not.toContain(false)
    expect((await gateway.state(await gateway.signIn('demo-viewer-key'))).signedIn).toBe(true)
  },
)
