import { recordTables } from './0001-records.ts'
import { attendanceTables } from './0002-attendance.ts'
import { transactionIndexes } from './0003-indexes.ts'
import { acceptedTables } from './0004-accepted.ts'
import { earlierHoldingTables } from './0005-earlier-holdings.ts'
import { wantedMomentsColumn } from './0006-wanted-moments.ts'
import { recordChangeTables } from './0007-changes.ts'
import { webhookTables } from './0008-webhooks.ts'
import { writtenColumn } from './0009-written.ts'
import { sortIndexes } from './0010-sort-indexes.ts'
import type { Migration } from './migration.ts'

/** In order, the first is version 1. One that was released never changes. */
export const migrations: readonly Migration[] = [
  recordTables,
  attendanceTables,
  transactionIndexes,
  acceptedTables,
  earlierHoldingTables,
  wantedMomentsColumn,
  recordChangeTables,
  webhookTables,
  writtenColumn,
  sortIndexes,
]
