/** What benchmarks of the built product have in common. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.mjs'
import { dist, isBuilt, root } from '../scripts/build-stamp.mjs'

export const key = 'demo-viewer-key'

/** What browsers accept. */
export const encodings = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** The built product, or another of its programs, on a free port and with data of its own. */
export async function startProduct(/** @type {Record<string, string>} */ environment, program = 'main') {
  if (!(await isBuilt())) {
    process.chdir(root)
    await build()
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'custody-console-bench-'))
  const child = fork(join(dist, 'server', `${program}.js`), {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...environment },
    execArgv: ['--import', usageReporter],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const address = await new Promise((resolve, reject) => {
    let output = ''
    const look = (/** @type {Buffer} */ chunk) => {
      output += chunk
      const ready = / is ready at (\S+)$/m.exec(output)
      if (ready?.[1] === undefined) return
      child.stdout?.off('data', look).resume()
      resolve(ready[1])
    }
    child.stdout?.on('data', look)
    exited.then(() => reject(new Error(`the product ended before it was ready:\n${output}`)), reject)
  })
  return {
    address,
    /** MiB of memory, and seconds of processor of all its threads. */
    async usage() {
      child.send('usage')
      const [{ rss, user, system }] = await once(child, 'message')
      return { memory: Math.round(rss / 1024 / 1024), seconds: (user + system) / 1e6 }
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The product reports its own usage: the operating system counts less finely. */
const usageReporter = `data:text/javascript,${encodeURIComponent(
  'process.on("message", () => process.send({ rss: process.memoryUsage.rss(), ...process.cpuUsage() }))',
)}`

/** The cookie of a new session. */
export async function signIn(/** @type {string} */ address) {
  const answer = await fetch(`${address}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: key }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!answer.ok || cookie === undefined)
    throw new Error(`signing in was answered with HTTP ${answer.status}`)
  return cookie
}

export function number(/** @type {number} */ value) {
  return Math.round(value).toLocaleString('en')
}

export function summary(/** @type {number[]} */ durations) {
  durations.sort((one, other) => one - other)
  return {
    median: durations[Math.floor(durations.length / 2)] ?? Number.NaN,
    worst: durations.at(-1) ?? Number.NaN,
  }
}
