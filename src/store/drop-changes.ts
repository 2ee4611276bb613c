/** Changes that are older than the operator keeps them. */
import { dayLength } from '../contract/day.ts'
import { writeNote } from './account-row.ts'
import { deleteRows } from './delete-rows.ts'
import { type AccountScope, write } from './scope.ts'

/** That number of days before the latest reading. The new limit is written first, so that it holds even if deleting is interrupted. */
export async function dropChanges(scope: AccountScope, fence: string, keptDays: number): Promise<void> {
  const since = await write(scope, fence, async (written) => {
    const { changes } = written.state
    if (changes === null) return null
    const end = Date.parse(changes.until) - keptDays * dayLength
    if (end <= Date.parse(changes.since)) return null
    await writeNote(written, { changes: { ...changes, since: new Date(end).toISOString() } }, true)
    return end
  })
  if (since === null) return
  await deleteRows(
    'change',
    (piece) => write(scope, fence, ({ queries, account }) => piece(queries, account)),
    `reading < ${since}`,
  )
}
