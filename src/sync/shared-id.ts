import type { AccountStore } from '../store/account-store.ts'
import { perform, type ServiceRead } from './service/service-read.ts'

/** An id, and how many records of the store have it. */
export interface SharedId {
  readonly id: string
  readonly records: number
}

export function* sharedId(rows: AccountStore, id: string): ServiceRead<SharedId> {
  return { id, records: (yield* perform(() => rows.rowsOf([id]))).length }
}
