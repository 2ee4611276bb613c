/** The built product as a process of its own: what `npm start` runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { putDatabase } from '../../src/database/testing/embedded.ts'

export const programFile = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

export interface Product {
  readonly address: string
  /** Everything that it has written so far, log and all. */
  output(): string
  /** By default as an operator stops it; `SIGKILL` is how it dies. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts the product on a free port with a data directory of its own, and waits until it says that it is ready. */
export async function startProduct(environment: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'custody-console-e2e-'))
  // Filling the database is the slow part of a first start. A test that names a directory sees it filled.
  const isKept = environment.KEEP_RECORDS !== 'none' && environment.DATABASE_URL === undefined
  if (isKept && environment.DATA_DIR === undefined) await putDatabase(dataDir)
  // Optimising the database's code takes longer than a run lasts.
  const child = spawn(process.execPath, ['--liftoff-only', programFile], {
    // Nothing of the caller's settings: a test says what it needs.
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_TRANSACTIONS: '1300',
      SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
      SYNC_PER_MINUTE: '100000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  let isReady = false
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      // Stop searching once found: searching the whole log at each chunk would take quadratic time.
      if (isReady) return
      const ready = /^Custody Console is ready at (\S+)$/m.exec(output)
      if (ready?.[1] === undefined) return
      isReady = true
      resolve(ready[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    exited.then(() => reject(new Error(`the product ended before it was ready:\n${output}`)), reject)
  })
  return {
    address,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Keeps no records unless told to: to make a database for them takes seconds. */
export function startGatewayBefore(
  serviceAddress: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Product> {
  return startProduct({
    CUSTODY_API_URL: serviceAddress,
    SESSION_SECRET: 'a secret for tests; long enough to be one',
    KEEP_RECORDS: 'none',
    ...environment,
  })
}
