/** What is done with the changes of an account beside its readings: they are counted, and dropped when they are old. */

import { dayLength } from '../../../contract/day.ts'
import type { Metrics } from '../metrics.ts'
import type { LeasedAccount, LeasedTask } from './followed-account.ts'

/** Counts what is told of each account, from when this copy took its lease. */
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

/** Drops once a day the changes that are older than `CHANGES_KEPT_DAYS`. */
export function dropChangesTask(keptDays: number): LeasedTask {
  return {
    isDueAfterReading: false,
    async run({ store, fence }) {
      await store.dropChanges(fence, keptDays)
      return dayLength
    },
  }
}
