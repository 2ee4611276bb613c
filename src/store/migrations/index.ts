import { recordTables } from './0001-records.ts'
import { transactionIndexes } from './0002-indexes.ts'

/**
 * Each can run again from its beginning, whatever a program that was killed left of it. They add, and take away only what no older copy that
 * may still run uses. `ordered`: the type of texts that are sorted.
 */
export type Migration = (ordered: string) => readonly string[]

/** In order, the first is version 1. One that was released never changes. */
export const migrations: readonly Migration[] = [recordTables, transactionIndexes]
