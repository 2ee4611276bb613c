/** The refusal where only records can answer and there are none: GTW-26 while they are read, GTW-27 otherwise. */
import { counted, countText } from '../../../contract/count-text.ts'
import type { NothingKept } from '../../../contract/sync.ts'
import type { DatabaseError } from '../../../database/database.ts'
import type { SyncStatus } from '../../../store/session-presence.ts'
import { Refusal } from '../../http.ts'
import type { AccountRecords, KeptRecords, MomentsWait } from '../sync/account-sync.ts'
import { databaseIsAway, unexpectedRefusal } from '../unexpected.ts'

export function awaitRecords(kept: AccountRecords): Refusal {
  if ('notKept' in kept && kept.notKept !== null) return new Refusal('GTW-27', reasons[kept.notKept])
  const { reading, silence } = 'rows' in kept ? kept.standing.status : { reading: null, silence: null }
  if (silence !== null) return askAgain('', silence)
  if (reading === null) return askAgain('The reading has not begun yet.', null)
  return askAgain(`${counted(reading.records, 'transaction')} read so far.`, null)
}

/** A report waits for the service to tell on which side of its edges transactions were recorded. */
export function awaitMoments({ missing, sought }: MomentsWait, { standing }: KeptRecords): Refusal {
  const progress = `Finding out from the custody service when ${counted(sought, 'transaction was', 'transactions were')} recorded: ${countText(sought - missing)} found so far.`
  return askAgain(progress, standing.status.silence)
}

/** An order by date waits for the dates of its rows. */
export function awaitDates(dated: number, undated: number, { standing }: KeptRecords): Refusal {
  const part = Math.floor((100 * dated) / (dated + undated))
  const progress = `Dates are still being found (${part}%). Sorted by date once they are.`
  return askAgain(progress, standing.status.silence)
}

function askAgain(progress: string, silence: SyncStatus['silence']): Refusal {
  const silent =
    silence &&
    `The custody service has not answered since ${silence.since.slice(0, 16).replace('T', ' ')} UTC (${silence.code || 'no code'}). It is asked again.`
  const details = [progress, silent].filter(Boolean).join(' ')
  return new Refusal('GTW-26', details, { 'retry-after': '2' })
}

const reasons: Readonly<Record<NothingKept, string>> = {
  off: 'This gateway keeps no records: SYNC is off.',
  none: 'This gateway keeps no records: KEEP_RECORDS is none.',
  database: databaseIsAway,
  full: 'This gateway already follows as many typed keys as it can, so it keeps no records for this one.',
  refused: 'The custody service refuses the key, so its records are shown to nobody.',
}

/** SQLSTATE of a statement that was ended. */
export const tookTooLong = '57014'

export function unansweredRefusal(error: DatabaseError, seconds: number): Refusal {
  return error.code === tookTooLong ? tooMuch(seconds) : unexpectedRefusal(error)
}

/** The database ended the question. */
export function tooMuch(
  seconds: number,
  advice = 'Narrow the filters, or leave out words and sorting.',
): Refusal {
  const details = `The database took longer than ${seconds} s to answer. ${advice}`
  return new Refusal('GTW-27', details)
}
