/** How long a reading still takes, by how long it took for what was read: time in which it was paused does not count. */
export interface TimeLeft {
  pause(): void
  resume(): void
  /** Whole seconds, once this part of it, from 0 to 1, is read; null as long as too little is known. */
  seconds(part: number): number | null
}

/** Begins to measure. A part that is smaller than the one before begins it anew: everything is read once more. */
export function createTimeLeft(now: () => number = Date.now): TimeLeft {
  let begun = now()
  let pausedAt: number | null = null
  let last = 0
  return {
    pause() {
      pausedAt ??= now()
    },
    resume() {
      if (pausedAt !== null) begun += now() - pausedAt
      pausedAt = null
    },
    seconds(part) {
      if (part < last) begun = now()
      last = part
      const taken = (pausedAt ?? now()) - begun
      if (taken < atLeast.milliseconds || part < atLeast.part) return null
      return Math.ceil((taken * (1 - part)) / part / 1000)
    },
  }
}

const atLeast = { milliseconds: 5000, part: 0.02 } as const

/** In words. It is an estimate, so it is rounded to what can be relied on. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  return minutes < 100 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`
}
