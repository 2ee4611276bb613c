/**
 * `npm run bench:gateway`: what the gateway costs. A page of 50 transactions, once read from the real service, is served over loopback by a
 * program that does nothing else, and asked for as browsers do: straight from there, and through the built gateway with a session. Then 500
 * requests a second for a minute. Ends with 1 where the gateway failed a request.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import autocannon from 'autocannon'
import { request } from 'undici'
import { startProduct, summary } from '../bench/product.mjs'

const path = '/transactions?limit=51&offset=0'
const key = 'demo-viewer-key'
/** The gateway has to bear this many requests a second for a minute. */
const rate = 500

if (isMainThread) await measure()
else serve(workerData)

async function measure() {
  const service = await startService(await recordedPage())
  const gateway = await startProduct({
    CUSTODY_API_URL: service.address,
    SESSION_SECRET: 'only for a benchmark on this machine',
  })
  try {
    const cookie = await signIn(gateway.address)
    const direct = { url: service.address + path, headers: { 'x-api-key': key } }
    const through = {
      url: `${gateway.address}/api${path}`,
      headers: { cookie, 'accept-encoding': 'gzip, deflate, br' },
    }
    // Both warm up what every request needs once.
    await shoot(direct, { connections: 20, duration: 2 })
    await shoot(through, { connections: 20, duration: 3 })
    console.log('A page of 50 transactions, over loopback.')
    const [alone, behind] = [await oneByOne(direct), await oneByOne(through)]
    console.log(
      `One after another: median ${alone.toFixed(2)} ms from the service, ${behind.toFixed(2)} ms through the gateway (${times(behind, alone)}).`,
    )
    const bare = await shoot(direct, { connections: 20, duration: 5 })
    const forwarded = await shoot(through, { connections: 20, duration: 5 })
    console.log(
      `20 at a time: ${number(bare.speed)} requests/s from the service, ${number(forwarded.speed)} through the gateway (${times(forwarded.speed, bare.speed)}).`,
    )
    const before = gateway.usage()
    const { answered, failed, median, late } = await shoot(through, {
      connections: 50,
      duration: 60,
      overallRate: rate,
    })
    const after = gateway.usage()
    console.log(
      `${rate} requests/s for a minute: ${number(answered)} answered, ${number(failed)} failed; median ${median} ms, 99 of 100 within ${late} ms. ` +
        `The gateway had ${before.memory} MiB before and ${after.memory} MiB after, and used ${((after.seconds - before.seconds) / 60).toFixed(2)} of a processor.`,
    )
    const [load = 0] = loadavg()
    console.log(
      `Load ${load.toFixed(1)} on ${availableParallelism()} processors, the benchmark’s own work included.`,
    )
    if (failed > 0 || answered < rate * 60 * 0.99) process.exitCode = 1
  } finally {
    await gateway.stop()
    await service.stop()
  }
}

/** Asks over and over. What counts as failed: no answer, none in time, or one that is not a success. */
async function shoot(
  /** @type {{ url: string, headers: Record<string, string> }} */ target,
  /** @type {{ connections: number, duration: number, overallRate?: number }} */ how,
) {
  const { requests, latency, errors, timeouts, non2xx, duration } = await autocannon({ ...target, ...how })
  return {
    answered: requests.total - non2xx,
    failed: errors + timeouts + non2xx,
    speed: requests.total / duration,
    median: latency.p50,
    late: latency.p99,
  }
}

/** The median of requests that wait for each other, in milliseconds: autocannon counts whole ones. */
async function oneByOne(/** @type {{ url: string, headers: Record<string, string> }} */ { url, headers }) {
  const durations = []
  for (let round = 0; round < 1000; round += 1) {
    const start = performance.now()
    const { body } = await request(url, { headers })
    await body.arrayBuffer()
    durations.push(performance.now() - start)
  }
  return summary(durations).median
}

/** The page as the real service writes it. */
async function recordedPage() {
  const product = await startProduct({ DEMO_TRANSACTIONS: '2000' })
  try {
    const cookie = await signIn(product.address)
    const answer = await fetch(`${product.address}/api${path}`, { headers: { cookie } })
    return await answer.text()
  } finally {
    await product.stop()
  }
}

async function signIn(/** @type {string} */ address) {
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

/** A thread of its own that answers every request with the same page. */
async function startService(/** @type {string} */ page) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: page })
  const [port] = await once(worker, 'message')
  return { address: `http://127.0.0.1:${port}`, stop: () => worker.terminate() }
}

function serve(/** @type {string} */ page) {
  const body = Buffer.from(page)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
  server.listen(0, '127.0.0.1', () => {
    const bound = server.address()
    if (bound !== null && typeof bound !== 'string') parentPort?.postMessage(bound.port)
  })
}

function times(/** @type {number} */ one, /** @type {number} */ other) {
  return `${(one / other).toFixed(2)} times`
}

function number(/** @type {number} */ value) {
  return Math.round(value).toLocaleString('en')
}
