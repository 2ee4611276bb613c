/** `GET /api/changes`: what was seen to change, of one record or of all. */
import {
  type ChangedKind,
  type ChangeEvent,
  type ChangesAnswer,
  changedKinds,
  changeEvents,
} from '../../../contract/changes.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import type { KeptRecords } from '../sync/account-sync.ts'
import { awaitRecords, tooMuch } from './awaited.ts'
import { storeBasis } from './basis.ts'
import { type ApiContext, isKnown, withinTime } from './kept-or-asked.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'

export async function answerChanges(
  { settings, sync }: ApiContext,
  { session, query, signal }: ApiCall,
): Promise<ApiAnswer> {
  const seconds = settings.DATABASE_TIMEOUT_SECONDS
  const outcome = await withinTime(seconds, signal, async (limited) => {
    const kept = await sync.records(session)
    return isKnown(kept, 'transactions') ? { body: await changesOf(kept, query, limited) } : { kept }
  })
  if ('body' in outcome)
    return { body: outcome.body, outcome: { rows: outcome.body.changes.length, from: 'store' } }
  if ('isSlow' in outcome && outcome.isSlow) throw tooMuch(seconds)
  throw awaitRecords('kept' in outcome ? outcome.kept : { notKept: 'database' })
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
    counts: id === undefined ? await rows.changeCounts(range, work) : null,
    changes:
      id === undefined || after !== undefined
        ? await rows.changesTold(range, query.limit, work)
        : await rows.recordChanges(range.kinds ?? changedKinds, id, query.limit, work),
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
