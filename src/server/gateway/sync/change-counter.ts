/** Counts what is told of each account, from when this copy took its lease. */
import type { Metrics } from '../metrics.ts'
import type { LeasedAccount } from './followed-account.ts'

export class ChangeCounter {
  readonly #changes: Metrics['changes']
  /** The last reading whose changes were counted, by the signal that ends with the lease. */
  readonly #counted = new WeakMap<AbortSignal, number>()

  constructor({ changes }: Pick<Metrics, 'changes'>) {
    this.#changes = changes
  }

  async count({ store, signal }: Pick<LeasedAccount, 'store' | 'signal'>): Promise<void> {
    const untilReading = await store.lastChange({ purpose: 'sync' })
    const afterReading = this.#counted.get(signal) ?? untilReading
    this.#counted.set(signal, untilReading)
    if (afterReading === untilReading) return
    const counts = await store.changeCounts({ afterReading, untilReading }, { purpose: 'sync' })
    for (const { kind, event, count } of counts) this.#changes.inc({ kind, event }, count)
  }
}
