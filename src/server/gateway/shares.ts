import { Refusal } from '../http.ts'

/** A sign-in, and the key that it reads with. Several people may share a key. */
export interface Consumer {
  readonly key: string
  readonly session: string
  /** Reads everything, which can wait. */
  readonly isReading: boolean
}

export function consumerOf({
  apiKey,
  signIn,
}: {
  readonly apiKey: string
  readonly signIn: string
}): Consumer {
  return { key: apiKey, session: signIn, isReading: false }
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

interface Waiter {
  begin(): void
}

/** Until `begin` of what is added to those that wait is called. Rejects with the signal's reason. `onEnd`: either way. */
function waitAmong<Name extends object>(
  waiting: Set<Name & Waiter>,
  name: Name,
  signal: AbortSignal,
  onEnd = () => {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', leave)
      waiting.delete(waiter)
      onEnd()
      settle()
    }
    const leave = () => end(() => reject(signal.reason))
    const waiter = { ...name, begin: () => end(resolve) }
    waiting.add(waiter)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave)
  })
}

interface Waiting extends Waiter {
  readonly consumer: Consumer
}

/** Turns of one session in which everything is read. */
export const mostReadings = 4

/** Turns of all sessions in which everything is read: a page waits for those that the service has already. */
export const mostReadingsTogether = 8

/**
 * Shares of one each. Pages go before those who read everything. Then the one with the fewest goes first: by key, then by session, then by
 * arrival. Places to wait are shared as well, those of pages apart.
 */
export class Turns {
  readonly #shares: Shares
  readonly #places: { readonly pages: Shares; readonly readings: Shares }
  readonly #waiting = new Set<Waiting>()
  #readings = 0

  /** `mostWaiting`: pages, and as many reads of everything. */
  constructor(total: number, mostWaiting: number) {
    this.#shares = new Shares(total)
    this.#places = { pages: new Shares(mostWaiting), readings: new Shares(mostWaiting) }
  }

  /** Rejects with the signal's reason, and with GTW-23 where there is no place to wait. */
  take(consumer: Consumer, signal: AbortSignal): Promise<void> {
    const places = this.#places[consumer.isReading ? 'readings' : 'pages']
    if (!places.take(consumer, 1)) return Promise.reject(tooManyWaiting())
    const turn = waitAmong(this.#waiting, { consumer }, signal, () => places.release(consumer, 1))
    this.#admit()
    return turn
  }

  /** Throws as `take` does, and what the work throws. */
  async run<Value>(consumer: Consumer, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await this.take(consumer, signal)
    try {
      return await work()
    } finally {
      this.release(consumer)
    }
  }

  release(consumer: Consumer): void {
    this.#shares.release(consumer, 1)
    if (consumer.isReading) this.#readings -= 1
    this.#admit()
  }

  #admit(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#shares.take(next.consumer, 1)
      if (next.consumer.isReading) this.#readings += 1
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
    const isOver =
      this.#readings >= mostReadingsTogether || this.#shares.usedBy(consumer).reading >= mostReadings
    return !(consumer.isReading && isOver) && this.#shares.fits(consumer, 1)
  }

  #isBefore(one: Waiting, other: Waiting): boolean {
    if (one.consumer.isReading !== other.consumer.isReading) return other.consumer.isReading
    const [mine, others] = [this.#shares.usedBy(one.consumer), this.#shares.usedBy(other.consumer)]
    return mine.key < others.key || (mine.key === others.key && mine.session < others.session)
  }
}

interface Queued extends Waiter {
  readonly owner: string
}

/** One of each owner at a time. Next is whoever had a turn longest ago, so that nobody keeps others waiting by asking again and again. */
export class Rounds {
  readonly #mostOfOwner: number
  readonly #atOnce: number
  readonly #waiting = new Set<Queued>()
  /** The latest last. */
  readonly #served = new Set<string>()
  /** Owners that have a turn. */
  readonly #busy = new Set<string>()

  /** `mostOfOwner`: that wait at once. `atOnce`: of all owners. */
  constructor(mostOfOwner: number, atOnce = 1) {
    this.#mostOfOwner = mostOfOwner
    this.#atOnce = atOnce
  }

  /** Throws the signal's reason, what the work throws, and `refusal` where enough of this owner wait. */
  async run<Value>(
    owner: string,
    { signal, refusal }: { readonly signal: AbortSignal; readonly refusal: Refusal },
    work: () => Promise<Value>,
  ): Promise<Value> {
    const waiting = [...this.#waiting].filter((each) => each.owner === owner).length
    if (waiting >= this.#mostOfOwner) throw refusal
    const turn = waitAmong(this.#waiting, { owner }, signal)
    this.#admit()
    await turn
    try {
      return await work()
    } finally {
      this.#busy.delete(owner)
      this.#admit()
    }
  }

  #admit(): void {
    const [next] = [...this.#waiting]
      .filter(({ owner }) => !this.#busy.has(owner))
      .sort((one, other) => this.#rank(one) - this.#rank(other))
    if (next === undefined || this.#busy.size >= this.#atOnce) return
    this.#busy.add(next.owner)
    this.#served.delete(next.owner)
    this.#served.add(next.owner)
    const [oldest = ''] = this.#served
    if (this.#served.size > mostRemembered) this.#served.delete(oldest)
    next.begin()
  }

  #rank({ owner }: Queued): number {
    return [...this.#served].indexOf(owner)
  }
}

/** Owners, of whom it is known when they had a turn. */
const mostRemembered = 1000

/** How many answers of the largest size there is room for. */
export const mostAnswers = 8

export function noRoomForAnswers(): Refusal {
  const details = 'The answers that wait to be read take as much memory as the gateway allows.'
  return new Refusal('GTW-23', details, { 'retry-after': '1' })
}

/** The service was not asked. */
export function tooManyWaiting(): Refusal {
  const details = 'More reads wait for the custody service than it answers in time.'
  return new Refusal('GTW-23', details, { 'retry-after': '1' })
}
