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
    },
    move(milliseconds) {
      now += milliseconds
    },
  }
}
