/** Divides what all readers share. */

/** A sign-in, and the key that it reads with. Several people may share a key. */
export interface Consumer {
  readonly key: string
  readonly session: string
  /** Reads everything, which can wait. */
  readonly isReading: boolean
}

/** Invariant: a session has at most as much as is free, and a key twice as much. So something is left for others, however many there are. */
export class Shares {
  readonly #used = new Map<string, number>()
  #free: number

  constructor(total: number) {
    this.#free = total
  }

  usedBy({ key, session }: Consumer) {
    const usedIn = (name: string) => this.#used.get(name) ?? 0
    return {
      key: usedIn(`key ${key}`),
      session: usedIn(`session ${session}`),
      reading: usedIn(`reading ${session}`),
    }
  }

  fits(consumer: Consumer, amount: number): boolean {
    const used = this.usedBy(consumer)
    const free = this.#free - amount
    return used.session + amount <= free && used.key + amount <= 2 * free
  }

  /** False where it does not fit. */
  take(consumer: Consumer, amount: number): boolean {
    if (!this.fits(consumer, amount)) return false
    this.#change(consumer, amount)
    return true
  }

  release(consumer: Consumer, amount: number): void {
    this.#change(consumer, -amount)
  }

  #change({ key, session, isReading }: Consumer, amount: number): void {
    this.#free -= amount
    for (const name of [`key ${key}`, `session ${session}`, ...(isReading ? [`reading ${session}`] : [])]) {
      const used = (this.#used.get(name) ?? 0) + amount
      if (used > 0) this.#used.set(name, used)
      else this.#used.delete(name)
    }
  }
}

interface Waiting {
  readonly consumer: Consumer
  begin(): void
}

/** Turns of one session in which everything is read. */
export const mostReadings = 4

/**
 * Shares of one each. Pages go before those who read everything. Then whoever has the fewest goes first: by key, then by session, then by
 * arrival.
 */
export class Turns {
  readonly #shares: Shares
  readonly #waiting = new Set<Waiting>()

  constructor(total: number) {
    this.#shares = new Shares(total)
  }

  /** Rejects with the signal's reason. */
  take(consumer: Consumer, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting)
        reject(signal.reason)
      }
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const waiting = { consumer, begin }
      signal.addEventListener('abort', leave)
      this.#waiting.add(waiting)
      this.#admit()
    })
  }

  release(consumer: Consumer): void {
    this.#shares.release(consumer, 1)
    this.#admit()
  }

  #admit(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#waiting.delete(next)
      this.#shares.take(next.consumer, 1)
      next.begin()
    }
  }

  #next(): Waiting | undefined {
    let first: Waiting | undefined
    for (const each of this.#waiting)
      if (this.#mayBegin(each.consumer) && (first === undefined || this.#isBefore(each, first))) first = each
    return first
  }

  #mayBegin(consumer: Consumer): boolean {
    const isOver = consumer.isReading && this.#shares.usedBy(consumer).reading >= mostReadings
    return !isOver && this.#shares.fits(consumer, 1)
  }

  #isBefore(one: Waiting, other: Waiting): boolean {
    if (one.consumer.isReading !== other.consumer.isReading) return other.consumer.isReading
    const [mine, others] = [this.#shares.usedBy(one.consumer), this.#shares.usedBy(other.consumer)]
    return mine.key < others.key || (mine.key === others.key && mine.session < others.session)
  }
}
