/** `GET /api/changes`: what was seen to change, of one record or of all. */
import {
  type ChangedKind,
  type ChangeEvent,
  type ChangesAnswer,
  changedKinds,
  changeEvents,
  mostCompleted,
} from '../../../contract/changes.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import type { WorkOptions } from '../../../database/database.ts'
import type { AccountStore } from '../../../store/account-store.ts'
import { changeKey } from '../../../store/queries/beside-changes.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { awaitRecords, unansweredRefusal } from './awaited.ts'
import { storeBasis } from './basis.ts'
import { type ApiContext, isKnown, ofOneRevision, withinTime } from './kept-or-asked.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export async function answerChanges(context: ApiContext, call: ApiCall): Promise<ApiAnswer> {
  const seconds = context.settings.DATABASE_TIMEOUT_SECONDS
  const outcome = await withinTime(seconds, call.signal, (signal) =>
    ofOneRevision(context, call, async (kept) =>
      isKnown(kept, 'transactions') ? { body: await changesOf(kept, call.query, signal) } : { kept },
    ),
  )
  if ('body' in outcome)
    return { body: outcome.body, outcome: { rows: outcome.body.changes.length, from: 'store' } }
  if ('unanswered' in outcome) throw unansweredRefusal(outcome.unanswered, seconds)
  throw awaitRecords(outcome.kept)
}

async function changesOf(kept: KeptRecords, query: ReadQuery, signal: AbortSignal): Promise<ChangesAnswer> {
  const { rows, standing } = kept
  const { state } = standing
  const id = query.filter.get('id')
  const after = query.filter.get('after')
  const work = { signal }
  const last = await rows.lastChange(work)
  const range = {
    // What is told meanwhile comes with the next answer, once.
    untilReading: last,
    ...(after !== undefined && { afterReading: Number(after) }),
    ...(query.filter.has('kind') && { kinds: chosen(query, 'kind', changedKinds) }),
    ...(query.filter.has('event') && { events: chosen(query, 'event', changeEvents) }),
    ...(id !== undefined && { ids: query.several.get('id') ?? [id] }),
  }
  return {
    ...storeBasis(kept, 'transactions'),
    since: state.changes?.since ?? null,
    until: state.changes?.until ?? null,
    last,
    ...(id === undefined || after !== undefined || query.several.has('id')
      ? { kept: null, changes: await rows.changesTold(range, query.limit, work) }
      : await historyOf(rows, range.kinds ?? changedKinds, id, query.limit, work)),
  }
}

async function historyOf(
  rows: AccountStore,
  kinds: readonly ChangedKind[],
  id: string,
  limit: number,
  work: WorkOptions,
): Promise<Pick<ChangesAnswer, 'kept' | 'changes'>> {
  const changes = await rows.recordChanges(kinds, id, limit, work)
  const completed = kinds.includes('holding')
    ? await rows.completedMeanwhile(id, limit, mostCompleted + 1, work)
    : null
  return {
    kept: await rows.keptRecord(kinds[0] ?? 'transaction', id, work),
    changes: changes.map((change) =>
      change.kind === 'holding' && change.event === 'changed'
        ? { ...change, completed: completed?.get(changeKey(change)) ?? [] }
        : change,
    ),
  }
}

/** In the order of the contract. */
function chosen<Word extends ChangedKind | ChangeEvent>(
  { filter, several }: ReadQuery,
  name: string,
  words: readonly Word[],
): readonly Word[] {
  const given = several.get(name) ?? [filter.get(name) ?? '']
  return words.filter((word) => given.includes(word))
}
