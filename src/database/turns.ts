import type { Purpose } from './database.ts'

interface Waiting {
  readonly rank: number
  readonly begin: () => void
}

const order: readonly Purpose[] = ['list', 'sync', 'report']

/** Turns at what only one can have. Lists go first, reports last; those of one purpose in the order in which they came. */
export class Turns {
  #isTaken = false
  readonly #waiting: Waiting[] = []

  /** Returns what ends the turn. Rejects with the signal's reason when it aborts first. */
  async take(purpose: Purpose, signal?: AbortSignal): Promise<() => void> {
    if (this.#isTaken) await this.#wait(order.indexOf(purpose), signal)
    this.#isTaken = true
    return () => this.#next()
  }

  #wait(rank: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal?.reason)
      }
      const begin = () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }
      const waiting = { rank, begin }
      signal?.addEventListener('abort', onAbort, { once: true })
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
