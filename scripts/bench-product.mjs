import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dist } from './build-stamp.mjs'

/** The built product on a free port, with data of its own. */
export async function startProduct() {
  const dataDir = await mkdtemp(join(tmpdir(), 'custody-console-bench-'))
  const child = spawn(process.execPath, [join(dist, 'server', 'main.js')], {
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_TRANSACTIONS: '2000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const address = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const ready = /^Custody Console is ready at (\S+)$/m.exec(output)
      if (ready?.[1] !== undefined) resolve(ready[1])
    })
    exited.then(() => reject(new Error(`the product ended before it was ready:\n${output}`)), reject)
  })
  return {
    address,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
