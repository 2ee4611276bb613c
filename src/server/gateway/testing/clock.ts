import type { Clock } from '../sync/clock.ts'

/** A clock that goes on only when it is told to, or when somebody sleeps. */
export function testClock(): Clock & { move(milliseconds: number): void } {
  let now = Date.now()
  return {
    now: () => now,
    steady: () => now,
    every: () => () => {},
    async sleep(milliseconds, signal) {
      signal.throwIfAborted()
      now += milliseconds
      // Whoever sleeps until an answer has come must let it come.
      await new Promise((resolve) => setImmediate(resolve))
    },
    move(milliseconds) {
      now += milliseconds
    },
  }
}
