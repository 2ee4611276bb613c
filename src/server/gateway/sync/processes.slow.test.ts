/** Real processes of the gateway on one PostgreSQL, told to end at any moment. Those that are killed and paused are in `copies.slow.test.ts`. */
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
      upstream.errorAnswer('TXN-04')(request, response)
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
  return { start, holder, expectRead, arrive, signalAt }
}

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
