/**
 * `npm run bench:gateway`: what the gateway costs. A thread serves a page of 50 transactions, and one of 1,000, over loopback. It is asked
 * directly, and through built gateways with a session, in turns, so that other work on the machine affects all alike. Then 500 requests a
 * second for a minute. With `--short`, fewer turns and no such minute. Exits with 1 where a gateway failed a request.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { encodings, key, number, signIn, startProduct, summary } from './product.mjs'

const path = '/transactions?limit=51&offset=0'
const longPath = '/transactions?limit=1000&offset=0'
/** The gateway must sustain this many requests a second for a minute. */
const rate = 500
const isShort = process.argv.includes('--short')
const rounds = isShort ? 3 : 5
const signed = { 'x-attest': 'a-challenge' }

/** @typedef {{ url: string, headers: Record<string, string> }} Target */

if (isMainThread) await measure()
else serve(workerData)

async function measure() {
  const logs = await mkdtemp(join(tmpdir(), 'custody-console-bench-'))
  const pages = await recordedPages()
  const services = [await startService(pages, false), await startService(pages, true)]
  const [plain = '', compressing = ''] = services.map(({ address }) => address)
  const bare = await startGateway(plain)
  const passing = await startGateway(compressing)
  const audited = await startGateway(plain, { AUDIT_LOG: join(logs, 'one.log') })
  const auditedPassing = await startGateway(compressing, { AUDIT_LOG: join(logs, 'two.log') })
  const gateways = [bare, passing, audited, auditedPassing]
  try {
    const direct = { url: plain + path, headers: { 'x-api-key': key } }
    const cases = [
      through('uncompressed', bare, {}),
      through('uncompressed, signed', bare, signed),
      through('compressed by the gateway', bare, encodings),
      through('compressed by the service', passing, encodings),
      through('uncompressed, audit log', audited, {}),
      through('compressed by the gateway, audit log', audited, encodings),
      through('compressed by the service, audit log', auditedPassing, encodings),
      through('1,000, uncompressed', bare, {}, longPath),
      through('1,000, uncompressed, signed', bare, signed, longPath),
      through('1,000, compressed by the service', passing, encodings, longPath),
      through('1,000, compressed by the service, signed', passing, { ...encodings, ...signed }, longPath),
    ]
    // Until the code is optimised.
    for (const { target } of [{ target: direct }, ...cases])
      await shoot(target, { amount: target.url.endsWith(longPath) ? 500 : 2000 })
    /** @type {number[]} */
    const speeds = []
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
    const own = summary(speeds).median
    const sizes = pages.map(({ length }) => number(length)).join(' and ')
    console.log(`Pages of 50 and 1,000 transactions, ${sizes} bytes, over loopback, 20 at a time.`)
    console.log(`The service alone, 50 transactions: ${number(own)} requests/s.`)
    console.log(
      'Through the gateway: milliseconds of its processor a request; requests/s; of the service’s own',
    )
    for (const { name, speeds, milliseconds } of cases) {
      const speed = summary(speeds).median
      const cost = summary(milliseconds).median.toFixed(2)
      console.log(
        `  ${name.padEnd(41)} ${cost} ms ${number(speed).padStart(6)}/s  ${(speed / own).toFixed(2)}`,
      )
    }
    const compressed = cases[2]
    if (compressed && !isShort) await bear(compressed)
    const [load = 0] = loadavg()
    console.log(
      `Load ${load.toFixed(1)} on ${availableParallelism()} processors, the benchmark’s own work included.`,
    )
  } finally {
    for (const each of [...gateways, ...services]) await each.stop()
    await rm(logs, { recursive: true })
  }
}

function through(
  /** @type {string} */ name,
  /** @type {Awaited<ReturnType<typeof startGateway>>} */ gateway,
  /** @type {Record<string, string>} */ headers,
  target = path,
) {
  const request = { url: `${gateway.address}/api${target}`, headers: { cookie: gateway.cookie, ...headers } }
  return {
    name,
    gateway,
    target: request,
    speeds: /** @type {number[]} */ ([]),
    milliseconds: /** @type {number[]} */ ([]),
  }
}

async function bear(/** @type {ReturnType<typeof through>} */ { gateway, target }) {
  const before = await gateway.usage()
  const { answered, failed, median, late } = await shoot(target, {
    connections: 50,
    duration: 60,
    overallRate: rate,
  })
  const after = await gateway.usage()
  console.log(
    `${rate} requests/s for a minute, compressed: ${number(answered)} answered, ${number(failed)} failed; median ${median} ms, 99 of 100 within ${late} ms. ` +
      `The gateway had ${before.memory} MiB before and ${after.memory} MiB after, and used ${((after.seconds - before.seconds) / 60).toFixed(2)} of a processor.`,
  )
  if (failed > 0 || answered < rate * 60 * 0.99) process.exitCode = 1
}

/** Failed: no answer, none in time, or one that is not a success. */
async function shoot(
  /** @type {Target} */ target,
  /** @type {{ connections?: number, amount?: number, duration?: number, overallRate?: number }} */ how,
) {
  const { requests, latency, errors, timeouts, non2xx, duration } = await autocannon({
    connections: 20,
    ...target,
    ...how,
  })
  return {
    answered: requests.total - non2xx,
    failed: errors + timeouts + non2xx,
    speed: requests.total / duration,
    median: latency.p50,
    late: latency.p99,
  }
}

async function recordedPages() {
  const product = await startProduct({ DEMO_TRANSACTIONS: '2000' })
  try {
    const cookie = await signIn(product.address)
    const read = async (/** @type {string} */ target) =>
      (await fetch(`${product.address}/api${target}`, { headers: { cookie } })).text()
    return [await read(path), await read(longPath)]
  } finally {
    await product.stop()
  }
}

async function startGateway(
  /** @type {string} */ service,
  /** @type {Record<string, string>} */ environment = {},
) {
  const gateway = await startProduct({
    CUSTODY_API_URL: service,
    SESSION_SECRET: 'only for a benchmark on this machine',
    ...environment,
  })
  return { ...gateway, cookie: await signIn(gateway.address) }
}

/** Answers every request with the first page, and those for the long one with the second. */
async function startService(/** @type {string[]} */ pages, /** @type {boolean} */ compresses) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { pages, compresses } })
  const [port] = await once(worker, 'message')
  return { address: `http://127.0.0.1:${port}`, stop: () => worker.terminate() }
}

function serve(/** @type {{ pages: string[], compresses: boolean }} */ { pages, compresses }) {
  const [page, long] = pages.map((text) => ({ plain: Buffer.from(text), compressed: gzipSync(text) }))
  const server = createServer((request, response) => {
    const isCompressed = compresses && String(request.headers['accept-encoding'] ?? '').includes('gzip')
    const asked = request.url === longPath ? long : page
    const sent = (isCompressed ? asked?.compressed : asked?.plain) ?? ''
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': sent.length,
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      })
      .end(sent)
  })
  server.listen(0, '127.0.0.1', () => {
    const bound = server.address()
    if (bound !== null && typeof bound !== 'string') parentPort?.postMessage(bound.port)
  })
}
