/** The product in this process, on files of its own: no time passes for its records but what a test lets pass. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../src/database/open.ts'
import { putDatabase } from '../../src/database/testing/embedded.ts'
import { builtConsole } from '../../src/server/gateway/console-files.ts'
import { createGateway } from '../../src/server/gateway/gateway.ts'
import { keyRing } from '../../src/server/gateway/sealing.ts'
import { readGatewaySettings } from '../../src/server/gateway/settings.ts'
import { testClock } from '../../src/server/gateway/testing/clock.ts'

const consoleFolder = fileURLToPath(new URL('../../dist/console/', import.meta.url))

/** `settings`: as an operator writes them. */
export async function startSteppedConsole(settings: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'custody-console-stepped-'))
  const dataDir = join(folder, 'data')
  await putDatabase(dataDir)
  const secret = 'a secret for tests; long enough to be one'
  const read = readGatewaySettings({
    ...{ DATA_DIR: dataDir, SESSION_SECRET: secret, KEEP_RECORDS: 'configured' },
    ...settings,
  })
  if (read.settings === undefined) throw new Error(read.problems.join('\n'))
  const given = read.settings
  const clock = testClock()
  const ring = keyRing([secret])
  const database = await openDatabase({ dataDir, timeoutSeconds: 60 })

  const app = await createGateway({
    settings: given,
    service: { address: given.CUSTODY_API_URL ?? '', embedded: false, name: given.CUSTODY_API_URL ?? '' },
    ...{ demonstrationKey: null, keyRing: ring, signing: null, inventedPrices: null, clock },
    console: await builtConsole(consoleFolder),
    openRecords: async () => database,
    openLeftRecords: async () => null,
    log: { write: () => {} },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const [{ port }] = app.addresses() as [AddressInfo]
  return {
    address: `http://127.0.0.1:${port}`,
    /** Seconds: what is due then is done. */
    async pass(seconds: number) {
      clock.move(1000 * seconds)
      app.sync.step()
      await app.sync.settled()
    },
    async close() {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
