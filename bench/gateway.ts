/**
 * `npm run bench:gateway`: what the gateway costs. A thread serves a page of 50 transactions over loopback. It is asked directly, and through
 * built gateways with a session, in turns, so that other work on the machine affects all alike. Then 500 requests a second for a minute. Exits
 * with 1 where a gateway failed a request.
 */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import autocannon from 'autocannon'
import { viewerKey } from '../src/server/service/keys.ts'
import {
  type BenchProduct,
  grouped,
  print,
  row,
  startBenchProduct,
  startBenchSession,
  summary,
} from './harness.ts'

const path = '/transactions?limit=51&offset=0'
/** The gateway must sustain this many requests a second for a minute. */
const rate = 500
const rounds = 5
const compressed = { 'accept-encoding': 'gzip, deflate, br, zstd' }

interface Target {
  readonly url: string
  readonly headers: Record<string, string>
}

interface Case {
  readonly name: string
  readonly gateway: BenchProduct
  readonly target: Target
  readonly speeds: number[]
  readonly milliseconds: number[]
}

if (isMainThread) await measure()
else serve(workerData)

async function measure(): Promise<void> {
  const page = await recordedPage()
  const logs = await mkdtemp(join(tmpdir(), 'custody-console-bench-'))
  const service = await startService(page)
  const [bare, audited] = [
    await startGateway(service.address),
    await startGateway(service.address, { AUDIT_LOG: join(logs, 'audit.log') }),
  ]
  try {
    const cases = [
      through('uncompressed', bare, {}),
      through('compressed', bare, compressed),
      through('compressed, audit log', audited, compressed),
    ]
    const direct = { url: service.address + path, headers: { 'x-api-key': viewerKey } }
    const own = await timeInTurns(direct, cases)
    print(`A page of 50 transactions, ${grouped(page.length)} bytes.`)
    print(row('The service alone', '', `${grouped(own)}/s`))
    for (const { name, speeds, milliseconds } of cases) {
      const speed = summary(speeds).median
      const cost = `${summary(milliseconds).median.toFixed(2)} ms of processor`
      print(row(name, cost, `${grouped(speed)}/s`, `${(speed / own).toFixed(2)} of its own`))
    }
    await sustain(bare, through('', bare, compressed).target)
    print(
      `Load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors, the benchmark’s own included.`,
    )
  } finally {
    for (const each of [bare, audited, service]) await each.stop()
    await rm(logs, { recursive: true })
  }
}

async function timeInTurns(direct: Target, cases: readonly Case[]): Promise<number> {
  for (const { target } of [{ target: direct }, ...cases]) await shoot(target, { amount: 2000 })
  const speeds: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    speeds.push((await shoot(direct, { duration: 3 })).speed)
    for (const each of cases) {
      const before = await each.gateway.usage()
      const { answered, failed, speed } = await shoot(each.target, { duration: 3 })
      const after = await each.gateway.usage()
      each.speeds.push(speed)
      each.milliseconds.push((1000 * (after.seconds - before.seconds)) / answered)
      if (failed > 0) process.exitCode = 1
    }
  }
  return summary(speeds).median
}

async function sustain(gateway: BenchProduct, target: Target): Promise<void> {
  const before = await gateway.usage()
  const { answered, failed, median, late } = await shoot(target, {
    ...{ connections: 50, duration: 60, overallRate: rate },
  })
  const after = await gateway.usage()
  print(
    `${rate} requests/s for a minute, compressed: ${grouped(answered)} answered, ${grouped(failed)} failed; median ${median} ms, 99 of 100 within ${late} ms. ` +
      `The gateway had ${before.memory} MiB before and ${after.memory} MiB after, and used ${((after.seconds - before.seconds) / 60).toFixed(2)} of a processor.`,
  )
  if (failed > 0 || answered < rate * 60 * 0.99) process.exitCode = 1
}

function through(
  name: string,
  gateway: BenchProduct & { readonly cookie: string },
  headers: Record<string, string>,
): Case {
  const request = {
    url: `${gateway.address}/api${path}`,
    headers: { cookie: gateway.cookie, ...headers },
  }
  return { name, gateway, target: request, speeds: [], milliseconds: [] }
}

/** Failed: no answer, none in time, or one that is not a success. */
async function shoot(target: Target, how: Partial<autocannon.Options>) {
  const { requests, latency, errors, timeouts, non2xx, duration } = await autocannon({
    ...{ connections: 20, ...target, ...how },
  })
  return {
    answered: requests.total - non2xx,
    failed: errors + timeouts + non2xx,
    speed: requests.total / duration,
    median: latency.p50,
    late: latency.p99,
  }
}

async function recordedPage(): Promise<string> {
  const product = await startBenchProduct({ DEMO_TRANSACTIONS: '2000' })
  try {
    const ask = await startBenchSession(product)
    return await (await ask(`/api${path}`)).text()
  } finally {
    await product.stop()
  }
}

async function startGateway(service: string, environment: Readonly<Record<string, string>> = {}) {
  const gateway = await startBenchProduct({
    CUSTODY_API_URL: service,
    SESSION_SECRET: 'only for a benchmark on this machine',
    ...environment,
  })
  return { ...gateway, cookie: (await startBenchSession(gateway)).cookie }
}

async function startService(page: string) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: page })
  const [port] = await once(worker, 'message')
  return { address: `http://127.0.0.1:${port}`, stop: () => worker.terminate() }
}

/** Answers every request with the page. */
function serve(page: string): void {
  const server = createServer((_request, response) => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(page) }).end(page)
  })
  server.listen(0, '127.0.0.1', () => {
    const bound = server.address()
    if (bound !== null && typeof bound !== 'string') parentPort?.postMessage(bound.port)
  })
}
