import type { AnswerBasis, ListName } from '../../../contract/console-api.ts'
import type { AccountRecords, KeptRecords } from '../sync/account-sync.ts'

/** What an answer of the store rests on. */
export function storeBasis({ standing: { revision, state } }: KeptRecords, list: ListName): AnswerBasis {
  const reading = state.lists[list]
  const isRead = reading !== null && 'completeness' in reading
  const { asOf, readWhole, dates } = state
  // A contradiction that was found after the whole reading is a doubt about its list, too.
  const isDoubted = list === 'transactions' && (dates?.doubts.length ?? 0) > 0
  const completeness = isRead ? reading.completeness : null
  return {
    from: 'store',
    revision,
    as_of: asOf ?? (isRead ? reading.begun : ''),
    read_whole: list === 'transactions' ? (readWhole?.ended ?? null) : isRead ? reading.ended : null,
    completeness: completeness === 'complete' && isDoubted ? 'partial' : completeness,
  }
}

/** `askedAt`: ISO 8601 UTC, when the service answered. */
export function serviceBasis(kept: AccountRecords, askedAt: string): AnswerBasis {
  const revision = 'rows' in kept ? kept.standing.revision : null
  return { from: 'service', revision, as_of: askedAt, read_whole: null, completeness: null }
}
