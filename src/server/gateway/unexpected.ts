/** What a reader is told of what no part of an answer foresaw. */
import { busyState, isUnanswered } from '../../database/database.ts'
import { Refusal } from '../http.ts'

export const databaseIsAway = 'The database that keeps the records does not answer.'

/** A database may fail in the middle of an answer, when its disk is full for example, and answer other questions. */
export function unexpectedRefusal(error: unknown): Refusal {
  if (!isUnanswered(error)) return new Refusal('GTW-08')
  if (error.code === busyState)
    return new Refusal('GTW-23', 'The database is busy with something else.', { 'retry-after': '2' })
  return new Refusal('GTW-27', databaseIsAway)
}
