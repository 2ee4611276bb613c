/** What a reader is told of what no part of an answer foresaw. */
import { isUnanswered } from '../../database/database.ts'
import { Refusal } from '../http.ts'

export const databaseIsAway = 'The database that keeps the records does not answer.'

/** A database may fail in the middle of an answer, when its disk is full for example, and answer other questions. */
export function unexpectedRefusal(error: unknown): Refusal {
  return isUnanswered(error) ? new Refusal('GTW-27', databaseIsAway) : new Refusal('GTW-08')
}
