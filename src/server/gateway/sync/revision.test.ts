/** The revision that consoles ask for every five seconds, and the update that they can ask for. */

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import * as upstream from '../../../../e2e/support/scripted-service.ts'
import { revisionPath } from '../../../contract/revision.ts'
import { idleHeader } from '../../../contract/session.ts'
import { syncPath } from '../../../contract/sync.ts'
import type { Database } from '../../../database/database.ts'
import { viewerKey } from '../../service/keys.ts'
import { startBooks } from '../../testing/console-api.ts'
import { newFolder } from '../../testing/folder.ts'
import { oneTransaction, serveOneTransaction, syncingGateways } from '../../testing/syncing.ts'
import { testClock } from '../testing/clock.ts'
import { forTests, type TestGateway } from '../testing/gateway.ts'

const real = await startBooks()
const service = forTests(await upstream.startScriptedService(real.address))
const { startSyncing, shared, ownKey } = await syncingGateways(service)

describe('what a console asks for every five seconds', () => {
  async function revisionOf(gateway: TestGateway, cookie = '', headers = {}) {
    const answer = await gateway.fetch(revisionPath, { headers: { cookie, ...headers } })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text.length).toBeLessThan(600)
    return JSON.parse(text)
  }

  const twoTransactions: upstream.Script = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', service.address)
    const transactions = [{ ...oneTransaction, transaction_id: 'two' }, oneTransaction]
    upstream.json({ transactions: transactions.slice(Number(searchParams.get('offset'))) })(request, response)
  }

  it('is another revision once the records are others, and is read with one question by all who ask', async () => {
    service.script('*', serveOneTransaction)
    let counted = 0
    const database: Database = {
      ...shared,
      query(sql, parameters) {
        counted += 1
        return shared.query(sql, parameters)
      },
    }
    const auditLog = join(await newFolder(), 'audit.log')
    const { gateway, clock, pass } = await startSyncing({ ...ownKey(), AUDIT_LOG: auditLog }, database)
    const before = await revisionOf(gateway)
    expect(before).toMatchObject({
      ...{ not_kept: null, completeness: 'complete', transactions: 1, reading: null, silence: null },
      ...{ revision: expect.any(String), as_of: expect.any(String), read_whole: expect.any(String) },
      dates: { off: 'ignored', days: 'service', is_complete: false },
    })
    const written = await readFile(auditLog, 'utf8')
    clock.move(1000)
    counted = 0
    await Promise.all(Array.from({ length: 20 }, () => revisionOf(gateway)))
    expect(counted).toBe(1)
    expect(await readFile(auditLog, 'utf8')).toBe(written)
    await pass(15)
    const later = await revisionOf(gateway)
    expect(later.revision).toBe(before.revision)
    expect(later.as_of).not.toBe(before.as_of)
    service.script('/transactions', twoTransactions)
    await pass(15)
    expect((await revisionOf(gateway)).revision).not.toBe(before.revision)
  })

  it('is read anew for whoever asks for that, and he waits for it', async () => {
    service.script('*', serveOneTransaction)
    const clock = testClock()
    // Nobody is sent away after some seconds.
    const patient = {
      ...clock,
      sleep: (milliseconds: number, signal: AbortSignal) =>
        milliseconds < 20_000 ? clock.sleep(milliseconds, signal) : once(signal, 'abort').then(() => {}),
    }
    const { gateway } = await startSyncing(ownKey(), shared, patient)
    const before = await revisionOf(gateway)
    service.script('/transactions', twoTransactions)
    const answer = await gateway.post(syncPath, {})
    expect(answer.status).toBe(200)
    const after = await answer.json()
    expect(after.transactions).toBe(2)
    expect(after.revision).not.toBe(before.revision)
    expect(await revisionOf(gateway)).toEqual(after)
  })

  it('is nobody’s activity: a session ends in time, and is told so', async () => {
    service.script('*', serveOneTransaction)
    vi.useFakeTimers({ toFake: ['Date'] })
    const { gateway } = await startSyncing({ SESSION_IDLE_MINUTES: '2' }, shared)
    const cookie = await gateway.signIn(viewerKey)
    const begun = Date.now()
    for (const idle of [50_000, 100_000, 119_000]) {
      vi.setSystemTime(begun + idle)
      await revisionOf(gateway, cookie, { [idleHeader]: String(idle) })
    }
    vi.setSystemTime(begun + 121_000)
    const answer = await gateway.fetch(revisionPath, { headers: { cookie, [idleHeader]: '121000' } })
    expect((await answer.json()).error_code).toBe('GTW-04')
  })

  it.each([
    [{ SYNC: 'off' }, 'off'],
    [{ KEEP_RECORDS: 'none' }, 'none'],
  ])('says with %o that no records are kept', async (settings, not_kept) => {
    const { gateway } = await startSyncing({ ...ownKey(), ...settings }, shared)
    expect(await revisionOf(gateway)).toMatchObject({ revision: null, not_kept })
    expect(await (await gateway.post(syncPath, {})).json()).toMatchObject({ not_kept })
  })
})
