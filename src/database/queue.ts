import { busyState, DatabaseError, type Purpose } from './database.ts'

interface Waiting {
  readonly rank: number
  readonly begin: () => void
}

const order: readonly Purpose[] = ['list', 'sync', 'report']

/** A queue for an exclusive resource. Lists go first, reports last; otherwise in order of arrival. */
export class Queue {
  #isTaken = false
  readonly #waiting: Waiting[] = []

  /** Returns what ends the turn. Rejects with the signal's reason when it aborts first, and after `limit` milliseconds. */
  async take(
    purpose: Purpose,
    limit: number | null = null,
    signal?: AbortSignal | undefined,
  ): Promise<() => void> {
    if (this.#isTaken) await this.#wait(order.indexOf(purpose), limit, signal)
    this.#isTaken = true
    return () => this.#next()
  }

  #wait(rank: number, limit: number | null, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const leave = (reason: unknown) => {
        settle()
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(reason)
      }
      const onAbort = () => leave(signal?.reason)
      const busy = () =>
        leave(new DatabaseError('The database was busy with something else for too long.', busyState))
      const timer = limit === null ? undefined : setTimeout(busy, limit)
      const begin = () => {
        settle()
        resolve()
      }
      const waiting = { rank, begin }
      signal?.addEventListener('abort', onAbort)
      const later = this.#waiting.findIndex((other) => other.rank > rank)
      this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, waiting)
    })
  }

  #next(): void {
    const next = this.#waiting.shift()
    // Still taken: nobody may step in before the next begins.
    if (next) next.begin()
    else this.#isTaken = false
  }
}
