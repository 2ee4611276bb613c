/**
 * `npm run bench:readers`: two hundred sessions read everything at once, through one gateway from the embedded service, as consoles do: by
 * four requests at a time, marked as such, and again when a refusal says when. Meanwhile twenty people open a page each second. A minute with
 * the usual `SYNC_PER_MINUTE`, and one without a limit. Prints what was refused and by which code, how evenly the sessions were served, how
 * soon pages came, and what the program took. Exits with 1 where a page was refused.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { number, signIn, startProduct, summary } from './product.mjs'

const sessions = 200
const people = 20
const seconds = 60
const transactions = 25_000
const reading = { 'x-reading': 'automatic' }
const lists = ['/vaults', '/balances', '/balances/cold', '/balances/warm', '/whitelist?limit=1000&offset=0']
const pages = Array.from(
  { length: transactions / 1000 + 1 },
  (_, page) => `/transactions?limit=1000&offset=${1000 * page}`,
)
const dispatcher = new Agent({ connections: null })

for (const perMinute of ['600', '100000']) await measure(perMinute)

async function measure(/** @type {string} */ perMinute) {
  const product = await startProduct({
    SYNC_PER_MINUTE: perMinute,
    DEMO_TRANSACTIONS: String(transactions),
    SIGN_IN_ATTEMPTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'silent',
  })
  try {
    const cookies = []
    for (let session = 0; session < sessions + people; session += 1)
      cookies.push(await signIn(product.address))
    /** @type {Map<string, number>} */
    const refusals = new Map()
    let refusedPages = 0
    let end = 0

    const get = async (/** @type {string} */ path, /** @type {Record<string, string>} */ headers) => {
      const {
        statusCode,
        headers: given,
        body,
      } = await request(`${product.address}/api${path}`, { dispatcher, headers })
      const text = await body.text()
      const { error_code: code = '' } = statusCode < 400 ? {} : JSON.parse(text)
      return { code, wait: Number(given['retry-after'] ?? 1) }
    }

    /** The number of answers that one session had. */
    const readAll = async (/** @type {string} */ cookie) => {
      const open = [...pages, ...lists, ...pages]
      let answered = 0
      const next = async () => {
        for (let path = open.shift(); path !== undefined; path = open.shift()) {
          for (let limited = 0; performance.now() < end; limited += 1) {
            const { code, wait } = await get(path, { cookie, ...reading })
            if (code !== '') refusals.set(code, (refusals.get(code) ?? 0) + 1)
            if (code === '' || code === 'TXN-02') break
            const until = performance.now() + Math.max(1000 * wait, Math.min(60_000, 1000 * 2 ** limited))
            await sleep(Math.max(0, Math.min(until, end) - performance.now()))
          }
          if (performance.now() >= end) return
          answered += 1
        }
      }
      await Promise.all([next(), next(), next(), next()])
      return answered
    }

    const open = async (
      /** @type {string} */ cookie,
      /** @type {number} */ person,
      /** @type {number} */ until,
      /** @type {number[]} */ durations,
    ) => {
      await sleep((1000 * person) / people)
      while (performance.now() < until) {
        const start = performance.now()
        const { code } = await get('/transactions?limit=50&offset=0', { cookie })
        if (code !== '') refusedPages += 1
        durations.push(performance.now() - start)
        await sleep(Math.max(0, 1000 - (performance.now() - start)))
      }
    }

    const readers = cookies.slice(sessions)
    const openAll = async (/** @type {number} */ until) => {
      /** @type {number[]} */
      const durations = []
      await Promise.all(readers.map((cookie, person) => open(cookie, person, until, durations)))
      return summary(durations)
    }
    const alone = await openAll(performance.now() + 10_000)
    const before = await product.usage()
    end = performance.now() + 1000 * seconds
    const [answered, meanwhile] = await Promise.all([
      Promise.all(cookies.slice(0, sessions).map(readAll)),
      openAll(end),
    ])
    const after = await product.usage()
    answered.sort((one, other) => one - other)
    console.log(
      `SYNC_PER_MINUTE=${perMinute}: ${number(answered.reduce((sum, count) => sum + count))} answers to ${sessions} sessions in ${seconds} s, ` +
        `${answered[0]} to ${answered.at(-1)} each (half of them ${answered[sessions / 2]} or more); refused: ` +
        `${[...refusals].map(([code, count]) => `${code} ${number(count)}`).join(', ') || 'none'}; ` +
        `a page ${(meanwhile.median / alone.median).toFixed(1)} times as long as before (median ${meanwhile.median.toFixed(0)} ms, ` +
        `worst ${meanwhile.worst.toFixed(0)} ms), ${refusedPages} refused; ` +
        `${(after.seconds - before.seconds).toFixed(0)} s of processor, ${number(after.memory)} MiB`,
    )
    if (refusedPages > 0) process.exitCode = 1
  } finally {
    await product.stop()
  }
}
