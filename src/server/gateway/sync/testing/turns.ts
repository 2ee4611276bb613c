/** Copies of a program in one process: a test says whose request or question to the database comes next, who sleeps, and who is killed. */
import type { Database, Queries, TransactionQueries } from '../../../../database/database.ts'
import { ReadWriteLock } from '../../../../database/read-write-lock.ts'
import type { Clock } from '../clock.ts'

interface Waiting {
  readonly what: 'database' | 'service' | 'sleep'
  readonly begin: () => void
}

/** Nothing that it waits for is answered any more. */
const never = new Promise<never>(() => {})

export class CopyTurns {
  readonly waiting: Waiting[] = []
  /** Of what it asks the database. */
  inFlight = 0
  /** It is killed before the statement after so many. */
  statementsLeft = Number.POSITIVE_INFINITY
  isAsleep = false
  #isDead = false
  #wake: (() => void)[] = []

  get isDead(): boolean {
    return this.#isDead
  }

  /** What it had in hand with the database is undone, as when its connections break. */
  kill(): void {
    this.#isDead = true
    this.waiting.length = 0
    this.#wake = []
  }

  wake(): void {
    this.isAsleep = false
    for (const goOn of this.#wake.splice(0)) goOn()
  }

  /** Rejects with the signal's reason. */
  async take(what: Waiting['what'], signal?: AbortSignal): Promise<void> {
    if (this.#isDead) await never
    await new Promise<void>((resolve, reject) => {
      const waiting = {
        what,
        begin: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        const place = this.waiting.indexOf(waiting)
        if (place >= 0) this.waiting.splice(place, 1)
        reject(signal?.reason)
      }
      if (signal?.aborted) return reject(signal.reason)
      signal?.addEventListener('abort', leave, { once: true })
      this.waiting.push(waiting)
    })
  }

  /** Who sleeps hears of the answer when he wakes, and the dead never. */
  async hear<Value>(answer: Promise<Value>): Promise<Value> {
    const outcome = await Promise.allSettled([answer])
    if (this.isAsleep && !this.#isDead) await new Promise<void>((resolve) => void this.#wake.push(resolve))
    if (this.#isDead) await never
    const [settled] = outcome
    if (settled.status === 'rejected') throw settled.reason
    return settled.value
  }

  countStatement(): void {
    if (this.statementsLeft <= 0) this.kill()
    this.statementsLeft -= 1
    if (this.#isDead) throw new Error('killed')
  }
}

/** A transaction is one turn: nobody is asked to wait for another in the middle of it. */
export function databaseInTurns(database: Database, turns: CopyTurns): Database {
  const ask = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await turns.take('database')
    turns.inFlight += 1
    const answer = work().finally(() => {
      turns.inFlight -= 1
    })
    return await turns.hear(answer)
  }
  const queriesOf = (queries: Queries): Queries => ({
    query: (sql, parameters) => ask(() => queries.query(sql, parameters)),
    script: (sql) => ask(() => queries.script(sql)),
  })
  const counted = (queries: TransactionQueries): TransactionQueries => ({
    ...queries,
    async query(sql, parameters) {
      turns.countStatement()
      return await queries.query(sql, parameters)
    },
  })
  return {
    ...queriesOf(database),
    // Of its own, as a program has it: what one was killed with would stay locked for the others.
    lock: database.lock && new ReadWriteLock(),
    with: (options) => queriesOf(database.with(options)),
    transaction: (work, options) => ask(() => database.transaction((own) => work(counted(own)), options)),
    read: (work, options) => ask(() => database.read((own) => work(counted(own)), options)),
    close: async () => {},
  }
}

/** One time for all copies. Whoever sleeps wakes when it is his turn, and it is as late by then. */
export function clockInTurns(time: { now: number }, turns: CopyTurns): Clock {
  return {
    now: () => time.now,
    steady: () => time.now,
    every: () => () => {},
    async sleep(milliseconds, signal) {
      const until = time.now + milliseconds
      await turns.take('sleep', signal)
      // Whole milliseconds, as clocks tell them.
      time.now = Math.max(time.now, Math.ceil(until))
    },
  }
}
