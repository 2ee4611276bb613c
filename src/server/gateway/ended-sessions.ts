/** The sessions that were ended before their time, for as long as a copy of their cookie could still open one. */
export interface EndedSessions {
  /** Remembers a session's id until it would have expired by itself, in milliseconds since 1970. */
  add(id: string, expires: number): void
  has(id: string): boolean
  readonly size: number
}

/** Remembers nothing yet. What it holds is known to this copy of the gateway alone. */
export function createEndedSessions(): EndedSessions {
  const ended = new Map<string, number>()
  return {
    add(id, expires) {
      const now = Date.now()
      for (const [each, end] of ended) if (end <= now) ended.delete(each)
      ended.set(id, expires)
    },
    has: (id) => ended.has(id),
    get size() {
      return ended.size
    },
  }
}
