import { dayLength } from '../../../contract/day.ts'
import type { LeasedTask } from './followed-account.ts'

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
