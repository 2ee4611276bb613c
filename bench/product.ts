/** The built product as a program of its own, which `bench/run.mjs` has built, and how its figures are written. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const key = 'demo-viewer-key'

export type Product = Awaited<ReturnType<typeof startProduct>>

export async function startProduct(environment: Readonly<Record<string, string>>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'custody-console-bench-'))
  const child = fork('dist/server/main.js', {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...environment },
    execArgv: ['--import', usageReporter],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      const [, ready] = / is ready at (\S+)$/m.exec(output) ?? []
      if (ready !== undefined) resolve(ready)
    })
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

export async function signIn(address: string): Promise<string> {
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

export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function summary(figures: readonly number[]): { readonly median: number; readonly worst: number } {
  const sorted = figures.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, worst: sorted.at(-1) ?? Number.NaN }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Cells under each other; the first is a name. */
export function row(name: string, ...figures: readonly string[]): string {
  return name.padEnd(42) + figures.map((figure) => figure.padStart(18)).join('')
}
