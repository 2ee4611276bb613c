/**
 * `npm run bench:soak -- MINUTES`: twenty readers ask the product and its embedded database for a page of 1,000, a page of 50 and the
 * balances, in turn. Prints the memory every five seconds, and how many answers had each status. With `--gateway` the service is another
 * program, and the memory is the gateway's, with compression and audit log. Exits with 1 where a request failed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { encodings, number, signIn, startProduct } from './product.mjs'

const { values, positionals } = parseArgs({
  options: { gateway: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const minutes = Number(positionals[0] ?? 1)
const readers = 20
const paths = ['/transactions?limit=1000', '/transactions?limit=50', '/balances']
const reportEvery = 5

const logs = await mkdtemp(join(tmpdir(), 'custody-console-bench-'))
const unlimited = { RATE_LIMIT_PER_MINUTE: '1000000', SESSION_IDLE_MINUTES: '720' }
const service = values.gateway ? await startProduct(unlimited, 'service') : undefined
const product = await startProduct({
  ...unlimited,
  ...(service && {
    CUSTODY_API_URL: service.address,
    SESSION_SECRET: 'only for a benchmark on this machine',
    AUDIT_LOG: join(logs, 'audit.log'),
  }),
})
try {
  const headers = { ...encodings, cookie: await signIn(product.address) }
  console.log(`${readers} readers for ${minutes} min: ${paths.join(', ')}`)
  const start = performance.now()
  const report = setInterval(async () => {
    const { memory } = await product.usage()
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(`${String(seconds).padStart(5)} s  ${number(memory).padStart(6)} MiB`)
  }, 1000 * reportEvery)
  const { statusCodeStats, errors, timeouts, non2xx } = await autocannon({
    url: product.address,
    connections: readers,
    duration: 60 * minutes,
    headers,
    requests: paths.map((path) => ({ path: `/api${path}` })),
  })
  clearInterval(report)
  const statuses = Object.entries(statusCodeStats ?? {}).map(
    ([status, { count = 0 }]) => `HTTP ${status}: ${number(count)}`,
  )
  console.log([...statuses, `no answer: ${number(errors + timeouts)}`].join('; '))
  if (errors + timeouts + non2xx > 0) process.exitCode = 1
} finally {
  await product.stop()
  await service?.stop()
  await rm(logs, { recursive: true })
}
