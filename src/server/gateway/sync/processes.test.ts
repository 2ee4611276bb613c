/** Real processes of the gateway on one PostgreSQL: one is killed in its first reading, one stopped and woken, one told to end at any moment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { openDatabase } from '../../../database/open.ts'
import { postgresPort } from '../../../database/testing/databases.ts'
import { createDatabaseAt } from '../../../database/testing/postgres.ts'
import { type AccountLedger, answerTo, newestOnTop } from '../../../sync/testing/account-ledger.ts'
import { isWholeSet } from '../../../testing/cases.ts'
import { newFolder } from '../../testing/folder.ts'
import { forTests, testSecret } from '../testing/gateway.ts'

const service = forTests(await upstream.startScriptedService())
const patience = { timeout: 60_000, interval: 100 }

async function startInstallation() {
  const databaseUrl = await createDatabaseAt(postgresPort ?? 0)
  const database = await openDatabase({ databaseUrl, timeoutSeconds: 10 })
  onTestFinished(() => database.close())
  const now = Date.now()
  const deposits = Array.from({ length: 300 }, (_, index) => ({
    ...{ id: `t${index}`, status: index % 50 === 7 ? 'pending' : 'completed', amount: 1 + index },
    at: now - (1 + index) * 3_600_000,
  }))
  const ledger: AccountLedger = { deposits, cap: 20 }
  const hooks = { asked: 0, at: (_asked: number) => {} }
  service.script('*', (request, response) => {
    hooks.asked += 1
    hooks.at(hooks.asked)
    try {
      upstream.json(answerTo(ledger, { target: request.url ?? '' }))(request, response)
    } catch {
      upstream.errorBody('TXN-04')(request, response)
    }
  })
  const start = async (name: string): Promise<ChildProcess & { readonly log: string[] }> => {
    const log: string[] = []
    const child = spawn('node', ['scripts/start.mjs', 'main'], {
      env: {
        ...{
          PATH: process.env.PATH,
          PORT: '0',
          DATA_DIR: await newFolder(),
          COPY_NAME: name,
          SYNC_SECONDS: '1',
        },
        ...{ CUSTODY_API_URL: service.address, CUSTODY_API_KEY: 'key', SESSION_SECRET: testSecret },
        ...{ DATABASE_URL: databaseUrl, KEEP_RECORDS: 'configured', SYNC_PER_MINUTE: '100000' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => log.push(String(text)))
    return Object.assign(child, { log })
  }
  const endLeases = () =>
    database.script("update custody_store.lease set until = now() - interval '1 second'")
  const holder = async () =>
    (await database.query<'holder'>('select holder from custody_store.lease'))[0]?.holder?.split(' ')[0] ??
    null
  const expectRead = () =>
    expect
      .poll(async () => {
        const rows = await database.query<'id' | 'status' | 'occurrence'>(
          'select id, status, occurrence from custody_store.transaction where unlisted_in is null and gone_in is null order by position',
        )
        return rows.map(({ id, status, occurrence }) => `${id} ${status} ${occurrence}`)
      }, patience)
      .toEqual(newestOnTop(ledger.deposits).map(({ id, status }) => `${id} ${status} 1`))
  const arrive = (id: string) => ledger.deposits.push({ id, at: Date.now(), status: 'completed', amount: 1 })
  /** Resolves with the exit of the process that gets this signal when so many more requests have come. */
  const signalAt = (more: number, signal: NodeJS.Signals, child: ChildProcess) => {
    const last = hooks.asked + more
    return new Promise<void>((resolve) => {
      hooks.at = (asked) => {
        if (asked !== last) return
        child.kill(signal)
        resolve()
      }
    })
  }
  return { database, hooks, start, endLeases, holder, expectRead, arrive, signalAt }
}

it.runIf(isWholeSet && postgresPort !== null)(
  'one is killed in its first reading, and the next stopped past its lease: nothing is missing or doubled',
  async () => {
    const { database, hooks, start, endLeases, holder, expectRead, arrive, signalAt } =
      await startInstallation()
    const killed = await start('killed')
    const exited = once(killed, 'exit')
    await signalAt(20, 'SIGKILL', killed)
    await exited
    expect(await holder()).toBe('killed')

    const stopped = await start('stopped')
    await endLeases()
    await expectRead()
    expect(await holder()).toBe('stopped')
    const other = await start('other')
    // In the middle of an update: its answers come while it does not hear them.
    await signalAt(3, 'SIGSTOP', stopped)
    arrive('meanwhile')
    await endLeases()
    await expect.poll(holder, patience).toBe('other')
    await expectRead()
    const written = () =>
      database.query(
        'select id, position, record, first_seen, changed_in, unlisted_in from custody_store.transaction order by id',
      )
    const before = await written()
    stopped.kill('SIGCONT')
    const asked = hooks.asked
    await expect.poll(() => hooks.asked, patience).toBeGreaterThan(asked + 20)
    expect(await written()).toEqual(before)
    expect(await holder()).toBe('other')
    arrive('afterwards')
    await expectRead()
    for (const { log } of [stopped, other]) expect(log.join('')).not.toContain('a reading failed')
  },
  300_000,
)

it.runIf(isWholeSet && postgresPort !== null)(
  'one that is told to end does so within ten seconds, whatever it reads, and leaves the account to the next',
  async () => {
    const { start, holder, expectRead, arrive, signalAt } = await startInstallation()
    for (const more of [3, 10, 25, 31, 40, 47, 60]) {
      arrive(`before ${more}`)
      const copy = await start(`copy-${more}`)
      const exited = once(copy, 'exit')
      await signalAt(more, 'SIGTERM', copy)
      const begun = performance.now()
      expect(await exited).toEqual([0, null])
      expect(performance.now() - begun).toBeLessThan(10_000)
      expect(await holder()).toBeNull()
      expect(copy.log.join('')).not.toContain('a reading failed')
    }
    await start('last')
    await expectRead()
  },
  300_000,
)
