/** How benchmarks of reading measure time and memory. */
import { performance } from 'node:perf_hooks'

/**
 * Runs something that gives its number of rows. The processor's time counts the service too, and not what else runs beside. Memory is what this thread holds at its most, after what is garbage is gone.
 */
export async function timed(work: () => Promise<number>) {
  const held = () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 2 ** 20
  }
  const before = held()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, held())
  }, 2000)
  const start = performance.now()
  const used = process.cpuUsage()
  const rows = await work()
  const { user, system } = process.cpuUsage(used)
  const seconds = (performance.now() - start) / 1000
  clearInterval(watch)
  most = Math.max(most, held())
  return {
    seconds,
    processor: user + system,
    speed: Math.round(rows / seconds),
    memory: `${Math.round(before)} MiB held before, ${Math.round(most)} MiB at the most`,
  }
}

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
