/**
 * A whole reading takes the place of what is kept, in one transaction: no list is ever of two readings. Everything is done by the database: a
 * million records need no memory here.
 */
import { countIn, endReading, markGone, withoutOlderLists } from './applied.ts'
import { countFilled } from './first-reading.ts'
import { replaceLists } from './lists.ts'
import { placeStaged, surveyStaged } from './order.ts'
import type { Applied, WholeOutcome } from './outcome.ts'
import { type AccountScope, type WrittenAccount, wholeSeconds, write } from './scope.ts'
import { keptIsStaged, knownToLastPass, ofLastPass } from './staged-sql.ts'
import { emptyStaged } from './staging.ts'
import { setDerived } from './transaction-columns.ts'
import { replaceUnsettled } from './unsettled-balances.ts'

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
    await tidy('vacuum custody_store.staged')
  }
  if (applied.added > manyRows) await analyzeTransactions(scope)
  return applied
}

export async function analyzeTransactions({ database }: AccountScope): Promise<void> {
  const queries = database.with({ purpose: 'sync', seconds: null })
  for (const columns of soughtColumns) await queries.script(`analyze custody_store.transaction (${columns})`)
}

const manyRows = 1000

/** What rows are found by. A few at a time: for the statistics of all columns at once, everybody on the embedded database would wait. */
const soughtColumns = [
  'account, id, occurrence, position',
  'recorded_from, recorded_before, unlisted_in, gone_in',
  'status, transaction_type, asset_id, network_id',
  'amount',
  'fee',
  'source_id, source_key',
  'destination_id, destination_key',
  'source_address, destination_address',
  'txn_hash, words, rule',
]

/** Nothing is looked for that the survey does not show. */
async function applyStaged(written: WrittenAccount, read: WholeOutcome): Promise<Applied> {
  const outcome = withoutOlderLists(written, read)
  const { queries, account, lastReading, listedRows } = written
  const reading = String(lastReading + 1)
  const isComplete = outcome.transactions.completeness === 'complete'
  const listed = isComplete ? ofLastPass : 'true'
  const filled = await countFilled(written)
  const survey = await surveyStaged(written)
  const countWhere = (isWanted: boolean, statement: string, ...parameters: readonly string[]) =>
    isWanted ? countIn(queries, statement, [account, ...parameters]) : 0
  const isDiffering = survey.differing > 0
  const changed = await countWhere(isDiffering, updateChanged, reading)
  const replaced = await countWhere(isDiffering, replaceNameless)
  const returned = await countWhere(survey.absent > 0, updateReturned(listed))
  const placed = await placeStaged(written, reading, listed, survey)
  const isShort = survey.listed < filled + listedRows
  const unlisted = await countWhere(isComplete && isShort, updateUnlisted, reading)
  const left = await countWhere(isShort, deleteNameless)
  const gone = await markGone(written, outcome.gone, reading)
  const lists = await replaceLists(written, outcome.lists)
  const isOtherUnsettled = await replaceUnsettled(written, outcome.unsettled)
  const added = filled + placed.added
  return await endReading(written, {
    outcome,
    counts: { added, changed, gone: gone.all, unlisted, returned },
    kept: added - left,
    listed: added - placed.addedUnlisted + returned - unlisted - gone.listed - left,
    isOtherwise: lists.isChanged || survey.isCrowded || replaced > 0 || left > 0,
    isKnownOtherwise: lists.isConfirmed || isOtherUnsettled,
  })
}

/** What an update wrote after the record was staged is newer. */
const updateChanged = `
  update custody_store.transaction as kept
  set record = staged.record, changed_in = $2::bigint, ${setDerived('staged')}
  from custody_store.staged
  where ${keptIsStaged} and kept.id <> '' and staged.record is not null and kept.content <> staged.content and kept.rule = staged.rule
    and coalesce(kept.changed_in, kept.first_seen) <= staged.known
  returning 1`

/** Nothing tells which records without an id are the same as before: they are numbered, and make no changes. */
const replaceNameless = `
  update custody_store.transaction as kept set record = staged.record, ${setDerived('staged')}
  from custody_store.staged
  where ${keptIsStaged} and kept.id = '' and staged.record is not null and kept.content <> staged.content and kept.rule = staged.rule
  returning 1`

/** Kept, it would be counted twice: those that are left have moved up. */
const deleteNameless = `
  delete from custody_store.transaction as kept where account = $1 and id = '' and not exists (
    select 1 from custody_store.staged where ${keptIsStaged})
  returning 1`

function updateReturned(listed: string): string {
  return `
  update custody_store.transaction as kept set unlisted_in = null, gone_in = null
  from custody_store.staged
  where ${keptIsStaged} and (kept.unlisted_in is not null or kept.gone_in is not null) and ${listed}
  returning 1`
}

/** An update may have found new records after the last pass had begun, and it cannot have them. */
const updateUnlisted = `
  update custody_store.transaction as kept set unlisted_in = $2::bigint
  where account = $1 and unlisted_in is null and gone_in is null and id <> ''
    and first_seen <= coalesce(${knownToLastPass}, first_seen)
    and not exists (select 1 from custody_store.staged where ${keptIsStaged} and ${ofLastPass})
  returning 1`
