/**
 * `npm run bench:readers`: two hundred sessions read everything at once, through one gateway from the embedded service, as consoles do: by
 * four requests at a time, marked as such, and again when a refusal says when. Meanwhile twenty people open a page each second. A minute with
 * the usual `SYNC_PER_MINUTE`, and one without a limit. Prints what was refused and by which code, how evenly the sessions were served, how
 * soon pages came, and what the program took. Exits with 1 where a page was refused.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { grouped, print, signIn, startProduct, summary } from './product.ts'

const sessions = 200
const people = 20
const seconds = 60
const transactions = 25_000
const lists = ['/vaults', '/balances', '/balances/cold', '/balances/warm', '/whitelist?limit=1000&offset=0']
const pages = Array.from(
  { length: transactions / 1000 + 1 },
  (_, page) => `/transactions?limit=1000&offset=${1000 * page}`,
)
const dispatcher = new Agent({ connections: null })

for (const perMinute of ['600', '100000']) await measure(perMinute)

async function measure(perMinute: string): Promise<void> {
  const product = await startProduct({
    SYNC_PER_MINUTE: perMinute,
    DEMO_TRANSACTIONS: String(transactions),
    SIGN_IN_ATTEMPTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'silent',
  })
  try {
    const cookies: string[] = []
    for (let session = 0; session < sessions + people; session += 1)
      cookies.push(await signIn(product.address))
    const readers = cookies.splice(0, sessions)
    const alone = await openPages(product.address, cookies, performance.now() + 10_000)
    const before = await product.usage()
    const end = performance.now() + 1000 * seconds
    const [read, meanwhile] = await Promise.all([
      Promise.all(readers.map((cookie) => readEverything(product.address, cookie, end))),
      openPages(product.address, cookies, end),
    ])
    const after = await product.usage()
    const answered = read.map(({ answers }) => answers).sort((one, other) => one - other)
    const refused = read.flatMap(({ refused }) => refused)
    const refusals = [...new Set(refused)].map(
      (code) => `${code} ${grouped(refused.filter((each) => each === code).length)}`,
    )
    print(
      `SYNC_PER_MINUTE=${perMinute}: ${grouped(answered.reduce((sum, count) => sum + count))} answers to ${sessions} sessions in ${seconds} s, ` +
        `${answered[0]} to ${answered.at(-1)} each (half of them ${answered[sessions / 2]} or more); refused: ` +
        `${refusals.join(', ') || 'none'}; ` +
        `a page ${(meanwhile.median / alone.median).toFixed(1)} times as long as before (median ${meanwhile.median.toFixed(0)} ms, ` +
        `worst ${meanwhile.worst.toFixed(0)} ms), ${meanwhile.refused} refused; ` +
        `${(after.seconds - before.seconds).toFixed(0)} s of processor, ${grouped(after.memory)} MiB`,
    )
    if (meanwhile.refused > 0) process.exitCode = 1
  } finally {
    await product.stop()
  }
}

async function readEverything(address: string, cookie: string, end: number) {
  const open = [...pages, ...lists, ...pages]
  const refused: string[] = []
  let answers = 0
  const readOn = async () => {
    for (let path = open.shift(); path !== undefined; path = open.shift()) {
      for (let limited = 0; performance.now() < end; limited += 1) {
        const { code, wait } = await get(address + path, { cookie, 'x-reading': 'automatic' })
        if (code !== '') refused.push(code)
        if (code === '' || code === 'TXN-02') break
        const until = performance.now() + Math.max(1000 * wait, Math.min(60_000, 1000 * 2 ** limited))
        await sleep(Math.max(0, Math.min(until, end) - performance.now()))
      }
      if (performance.now() >= end) return
      answers += 1
    }
  }
  await Promise.all([readOn(), readOn(), readOn(), readOn()])
  return { answers, refused }
}

async function openPages(address: string, cookies: readonly string[], until: number) {
  const durations: number[] = []
  let refused = 0
  const open = async (cookie: string, person: number) => {
    await sleep((1000 * person) / people)
    while (performance.now() < until) {
      const start = performance.now()
      const { code } = await get(`${address}/transactions?limit=50&offset=0`, { cookie })
      if (code !== '') refused += 1
      durations.push(performance.now() - start)
      await sleep(Math.max(0, 1000 - (performance.now() - start)))
    }
  }
  await Promise.all(cookies.map(open))
  return { ...summary(durations), refused }
}

async function get(url: string, headers: Record<string, string>) {
  const { origin, pathname, search } = new URL(url)
  const answer = await request(`${origin}/api/service${pathname}${search}`, { dispatcher, headers })
  const text = await answer.body.text()
  const { error_code: code = '' } = answer.statusCode < 400 ? {} : JSON.parse(text)
  return { code: String(code), wait: Number(answer.headers['retry-after'] ?? 1) }
}
