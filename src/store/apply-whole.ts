/**
 * A whole reading takes the place of what is kept, in one transaction: no list is ever of two readings. Everything is done by the database: a
 * million records need no memory here.
 */
import { countIn, endReading, markGone, withoutOlderLists } from './applied.ts'
import { ChangeWriter } from './change-writer.ts'
import { countFilled, isFirst } from './first-reading.ts'
import { analyzeTransactions } from './indexes.ts'
import { placeStaged, surveyStaged } from './order.ts'
import type { Applied, WholeOutcome } from './outcome.ts'
import { replaceLists } from './replace-lists.ts'
import { type AccountScope, type WrittenAccount, wholeSeconds, write } from './scope.ts'
import { keptIsStaged, knownToLastPass, ofLastPass } from './staged-sql.ts'
import { emptyStaged } from './staging.ts'
import { addStagedChanges } from './transaction-changes.ts'
import { setDerived } from './transaction-columns.ts'
import { replaceUnprovedBalances } from './unproved-balances.ts'

export async function applyWhole(
  scope: AccountScope,
  fence: string,
  outcome: WholeOutcome,
): Promise<Applied> {
  const tidy = (statement: string) =>
    scope.database.with({ purpose: 'sync', seconds: null }).script(statement)
  // The embedded database does neither by itself, and PostgreSQL too late for rows that were just written.
  await tidy('analyze custody_store.staged')
  const applied = await write(scope, fence, (written) => applyStaged(written, outcome), wholeSeconds)
  if (outcome.isLast) {
    await emptyStaged(scope, fence)
    // PostgreSQL does so for the largest table by itself.
    const tables = scope.database.lock === null ? writtenAnew : [...writtenAnew, 'transaction']
    await tidy(`vacuum ${tables.map((table) => `custody_store.${table}`).join(', ')}`)
  }
  if (applied.added > manyRows) await analyzeTransactions(scope.database)
  return applied
}

const manyRows = 1000

/** By updates too, which leave the rows before. */
const writtenAnew = ['staged', 'vault', 'holding', 'balance', 'earlier_list', 'list', 'account']

/** Nothing is looked for that the survey does not show. */
async function applyStaged(written: WrittenAccount, read: WholeOutcome): Promise<Applied> {
  const outcome = withoutOlderLists(written, read)
  const { queries, account, listedRows, writtenAt } = written
  const writer = await ChangeWriter.open(written, outcome)
  const reading = String(writer.reading)
  const isComplete = outcome.transactions.completeness === 'complete'
  const listed = isComplete ? ofLastPass : 'true'
  const filled = await countFilled(written)
  const survey = await surveyStaged(written)
  const isDiffering = survey.differing > 0
  if (isDiffering) await addStagedChanges(written, writer, isChanged)
  const changed = isDiffering ? await countIn(queries, updateChanged(writtenAt), [account, reading]) : 0
  const replaced = isDiffering ? await countIn(queries, replaceNameless(writtenAt), [account]) : 0
  const told = async (isWanted: boolean, event: 'returned' | 'unlisted', statement: string) =>
    isWanted ? Number((await writer.addWritten(event, statement))?.count) : 0
  const returned = await told(survey.absent > 0, 'returned', updateReturned(listed, writtenAt))
  const placed = await placeStaged(written, reading, listed, survey)
  if (placed.added > 0) await writer.addWritten('new', rowsSeenFirst(writer.reading))
  const isShort = survey.listed < filled + listedRows
  const unlisted = await told(isComplete && isShort, 'unlisted', updateUnlisted(writer.reading))
  const left = isShort ? await countIn(queries, deleteNameless, [account]) : 0
  const gone = await markGone(written, writer, outcome.gone)
  const lists = await replaceLists(written, outcome.lists, writer)
  const isOtherUnsettled = await replaceUnprovedBalances(written, outcome.unsettled)
  await writer.end()
  const added = filled + placed.added
  return await endReading(written, {
    outcome,
    counts: { added, changed, gone: gone.all, unlisted, returned },
    kept: added - left,
    listed: added - placed.addedUnlisted + returned - unlisted - gone.listed - left,
    isOtherwise: lists.isChanged || survey.isCrowded || replaced > 0 || left > 0 || writer.isOtherwise,
    isWrittenBeside: isFirst(written) || left > 0 || placed.undated > 0,
    isKnownOtherwise: lists.isConfirmed || isOtherUnsettled,
  })
}

/** What an update wrote after the record was staged is newer. */
const isChanged = `kept.id <> '' and staged.record is not null and kept.content <> staged.content and kept.rule = staged.rule
    and coalesce(kept.changed_in, kept.first_seen) <= staged.known`

function updateChanged(writtenAt: number): string {
  return `
  update custody_store.transaction as kept
  set record = staged.record, changed_in = $2::bigint, written_at = ${writtenAt}, ${setDerived('staged')}
  from custody_store.staged
  where ${keptIsStaged} and ${isChanged}
  returning 1`
}

function rowsSeenFirst(reading: number): string {
  return `select id, status from custody_store.transaction where account = $1 and first_seen = ${reading}`
}

/** Nothing tells which records without an id are the same as before: they are numbered, and make no changes. */
function replaceNameless(writtenAt: number): string {
  return `
  update custody_store.transaction as kept set record = staged.record, written_at = ${writtenAt}, ${setDerived('staged')}
  from custody_store.staged
  where ${keptIsStaged} and kept.id = '' and staged.record is not null and kept.content <> staged.content and kept.rule = staged.rule
  returning 1`
}

/** Kept, it would be counted twice: those that are left have moved up. */
const deleteNameless = `
  delete from custody_store.transaction as kept where account = $1 and id = '' and not exists (
    select 1 from custody_store.staged where ${keptIsStaged})
  returning 1`

function updateReturned(listed: string, writtenAt: number): string {
  return `
  update custody_store.transaction as kept set unlisted_in = null, gone_in = null, written_at = ${writtenAt}
  from custody_store.staged
  where ${keptIsStaged} and (kept.unlisted_in is not null or kept.gone_in is not null) and ${listed}
  returning kept.id, kept.status`
}

/** An update may have found new records after the last pass had begun, and it cannot have them. */
function updateUnlisted(reading: number): string {
  return `
  update custody_store.transaction as kept set unlisted_in = ${reading}
  where account = $1 and unlisted_in is null and gone_in is null and id <> ''
    and first_seen <= coalesce(${knownToLastPass}, first_seen)
    and not exists (select 1 from custody_store.staged where ${keptIsStaged} and ${ofLastPass})
  returning kept.id, kept.status`
}
