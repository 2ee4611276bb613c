import { recordTables } from './0001-records.ts'
import { transactionIndexes } from './0002-indexes.ts'
import type { Migration } from './migration.ts'

/** In order, the first is version 1. One that was released never changes. */
export const migrations: readonly Migration[] = [recordTables, transactionIndexes]
