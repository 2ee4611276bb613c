/** Keeps those whom nobody knows from filling the disk: so many lines a minute are written for them, and the rest is counted. */
export interface Strangers {
  /** Writes, or counts. */
  admit(write: () => void): void
  /** Tells what was counted and not told yet. */
  close(): void
}

/** `tell` is told, at the end of a minute, how many lines were not written in it. */
export function createStrangers(tell: (count: number) => void): Strangers {
  let written = 0
  let counted = 0
  let minute: NodeJS.Timeout | undefined
  const over = () => {
    clearTimeout(minute)
    minute = undefined
    if (counted > 0) tell(counted)
    written = 0
    counted = 0
  }
  return {
    admit(write) {
      minute ??= setTimeout(over, 60_000).unref()
      if (written >= linesPerMinute) {
        counted += 1
        return
      }
      written += 1
      write()
    },
    close: over,
  }
}

/** Enough for people who mistype, and for whoever looks for a pattern in an attack. */
const linesPerMinute = 300
