/** The sessions that this copy of the gateway has seen lately, and the ends that it has told. */
export interface SeenSessions {
  seen(id: string): void
  /** Whether this end is told for the first time; `expires` is when the session would have ended by itself, in milliseconds since 1970. */
  isFirstEnd(id: string, expires: number): boolean
  /** How many were seen within the idle time-out and have not ended. */
  inUse(): number
}

/** Has seen none yet. */
export function createSeenSessions(idleMilliseconds: number): SeenSessions {
  const lastSeen = new Map<string, number>()
  const ended = new Map<string, number>()
  const forget = (now: number) => {
    for (const [id, at] of lastSeen) if (at + idleMilliseconds <= now) lastSeen.delete(id)
    for (const [id, until] of ended) if (until <= now) ended.delete(id)
  }
  return {
    seen(id) {
      if (!lastSeen.has(id)) forget(Date.now())
      lastSeen.set(id, Date.now())
    },
    isFirstEnd(id, expires) {
      lastSeen.delete(id)
      const isFirst = !ended.has(id)
      ended.set(id, Math.max(expires, Date.now()) + keptAfter)
      return isFirst
    },
    inUse() {
      forget(Date.now())
      return lastSeen.size
    },
  }
}

/** In milliseconds: a browser may send a cookie for a while after the session has expired. */
const keptAfter = 24 * 3600_000
