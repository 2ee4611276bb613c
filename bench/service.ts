/**
 * `npm run bench:service`: what a page of 50 costs over HTTP, and reading everything, of DEMO_TRANSACTIONS transactions.
 */
import { benchKey, print, summary, timed, withBenchService } from './harness.ts'

const headers = { 'x-api-key': benchKey }
const transactions = Number(process.env.DEMO_TRANSACTIONS ?? '100000')
const start = performance.now()
await withBenchService(transactions, async ({ address }) => {
  const seconds = (performance.now() - start) / 1000
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  print(`${transactions} transactions loaded in ${seconds.toFixed(1)} s, ${memory} MiB resident`)
  // Until the code that every request runs is optimised.
  for (let round = 0; round < 300; round += 1) await pageMilliseconds(address)
  const durations: number[] = []
  const { processor } = await timed(async () => {
    for (let round = 0; round < 1000; round += 1) durations.push(await pageMilliseconds(address))
  })
  print(
    `50 over HTTP: median ${summary(durations).median.toFixed(2)} ms, processor ${((1000 * processor) / durations.length).toFixed(2)} ms`,
  )
  const { result: requests, seconds: whole } = await timed(() => readWhole(address))
  print(`everything over HTTP in pages of 1000: ${requests} requests, ${whole.toFixed(1)} s`)
})

async function pageMilliseconds(address: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${address}/transactions?limit=50`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`A page was answered with HTTP ${answer.status}.`)
  return performance.now() - start
}

/** As the console does: one page after the other. Returns the number of requests. */
async function readWhole(address: string): Promise<number> {
  for (let requests = 1; ; requests += 1) {
    const answer = await fetch(`${address}/transactions?limit=1000&offset=${1000 * (requests - 1)}`, {
      headers,
    })
    await answer.arrayBuffer()
    if (!answer.ok) return requests
  }
}
