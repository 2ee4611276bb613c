/** Lists from the store, and from the service where the store does not have them. */
import type { ListBody, ListName } from '../../../contract/console-api.ts'
import { balanceTypeOf } from '../../../contract/list-names.ts'
import { DatabaseError, isUnanswered } from '../../../database/database.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import { listBalances, listReference, listTransactions, listVaults } from '../../../sync/service/endpoints.ts'
import type { Page } from '../../../sync/service/paging.ts'
import type { ServiceRead } from '../../../sync/service/service-read.ts'
import { isReferenceName } from '../../../sync/service/whole-lists.ts'
import { Refusal } from '../../http.ts'
import type { GatewayContext } from '../context.ts'
import type { Session } from '../session.ts'
import { consumerOf, type Shares, type Turns } from '../shares.ts'
import type { AccountRecords, KeptRecords } from '../sync/account-sync.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { awaitRecords, tookTooLong, unansweredRefusal } from './awaited.ts'
import { serviceBasis, storeBasis } from './basis.ts'
import type { RevisionAnswers } from './revision-answers.ts'
import type { ApiAnswer, ApiCall } from './routes.ts'
import type { ServicePages } from './service-pages.ts'

export type ApiContext = GatewayContext & {
  readonly pages: ServicePages
  readonly answers: RevisionAnswers
  /** At the database, for pages of lists. */
  readonly turns: Turns
  /** Bytes of answers that their readers have not taken. */
  readonly unread: Shares
}

/** Asks for a page of a list in turn, so that a session that asks for many leaves room for others. Throws GTW-23 where too many wait. */
export function pageInTurn<Value>(
  { turns }: Pick<ApiContext, 'turns'>,
  { session }: { readonly session: Pick<Session, 'apiKey' | 'signIn'> },
  signal: AbortSignal,
  ask: () => Promise<Value>,
): Promise<Value> {
  return turns.run(consumerOf(session), signal, ask)
}

interface ListSources<R, Row> {
  readonly list: ListName
  /** Ends with the signal's reason. */
  fromStore(kept: KeptRecords, signal: AbortSignal): Promise<ApiAnswer>
  /** Null where no service can be asked for it. */
  readonly fromService: ServiceRead<Page<R>> | null
  rowOf(record: R): Row
  /** Whether the service tells more than the store does by now. */
  prefersService?(kept: KeptRecords): Promise<boolean>
}

export async function listAnswer<R, Row>(
  context: ApiContext,
  call: ApiCall,
  { list, fromStore, fromService, rowOf, prefersService = async () => false }: ListSources<R, Row>,
): Promise<ApiAnswer> {
  const { settings, pages } = context
  const seconds = settings.DATABASE_TIMEOUT_SECONDS
  const outcome = await withinTime(seconds, call.signal, (signal) =>
    ofOneRevision(context, call, async (kept) => {
      const mayAsk = fromService !== null && call.session.pack === null
      const isStored = isKnown(kept, list) && !(mayAsk && (await prefersService(kept)))
      return isStored ? { answer: await fromStore(kept, signal) } : { kept }
    }),
  )
  if ('answer' in outcome) return outcome.answer
  if ('unanswered' in outcome) {
    if (fromService === null) throw unansweredRefusal(outcome.unanswered, seconds)
    return pageAnswer(await pages.read(fromService, call, databaseAway), rowOf, databaseAway)
  }
  const { kept } = outcome
  const refused = refusalOf(kept, list)
  if (call.session.pack !== null)
    throw new Refusal(
      'GTW-32',
      refused === null
        ? 'The pack does not have this list.'
        : `The custody service refused this list (${refused}) when the pack was made.`,
    )
  if (fromService !== null)
    try {
      return pageAnswer(await pages.read(fromService, call, kept), rowOf, kept)
    } catch (error) {
      // The stored list is better than an error.
      return await ofOneRevision(context, call, async (later) => {
        if (!isKnown(later, list)) throw error
        return await fromStore(later, call.signal)
      })
    }
  // The service says so itself.
  if (refused !== null) await pages.read(listWithoutFilter(list), call, kept)
  throw awaitRecords(kept)
}

/** Updates are seconds apart. */
const mostTimes = 3

/**
 * Asks again where an update was written meanwhile: the answer would name a revision and have records of the next, or some of each, since
 * it takes several questions.
 */
export async function ofOneRevision<Value>(
  { sync }: Pick<ApiContext, 'sync'>,
  { session }: Pick<ApiCall, 'session'>,
  ask: (records: AccountRecords) => Promise<Value>,
): Promise<Value> {
  for (let times = 1; ; times += 1) {
    const records = await sync.records(session)
    const value = await ask(records)
    if (!('rows' in records) || times === mostTimes) return value
    if ((await records.rows.revision()) === records.standing.revision) return value
  }
}

function listWithoutFilter(list: ListName): ServiceRead<unknown> {
  const first = { limit: 1, offset: 0 }
  if (list === 'transactions') return listTransactions(first)
  if (isReferenceName(list)) return listReference(list, first)
  return list === 'vaults' ? listVaults({}) : listBalances(balanceTypeOf(list) ?? 'all', {})
}

export const databaseAway: AccountRecords = { notKept: 'database' }

/** With which code the service refuses the list. */
function refusalOf(kept: AccountRecords, list: ListName): string | null {
  const reading = 'rows' in kept ? kept.standing.state.lists[list] : null
  return reading !== null && 'refused' in reading ? reading.refused : null
}

/** Whether the state knows the list. One that is refused is asked for again, so that the service says so itself. */
export function isKnown(kept: AccountRecords, list: ListName): kept is KeptRecords {
  return 'rows' in kept && kept.standing.state.lists[list] !== null && refusalOf(kept, list) === null
}

/** Until all days are known, the ends of a period are sought for whoever looks at it, ahead of the days. The answer does not wait for them. */
export function seekEnds(
  { sync }: Pick<ApiContext, 'sync'>,
  { session }: Pick<ApiCall, 'session'>,
  kept: KeptRecords,
  { period }: Pick<TransactionQuery, 'period'>,
): void {
  const { dates } = kept.standing.state
  if (period === undefined || session.pack !== null || dates?.failure || dates?.isComplete) return
  const ends = [period.from, period.before].filter((end) => end !== undefined)
  // A database that is away is heard of by the next question.
  sync.moments(kept, session, ends, new AbortController().signal).catch(() => {})
}

/** Gives up after so many seconds. `unanswered`: why there is no answer of the database. */
export async function withinTime<Value>(
  seconds: number,
  left: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | { readonly unanswered: DatabaseError }> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DatabaseError('', tookTooLong)), 1000 * seconds)
  const signal = AbortSignal.any([left, limit.signal])
  try {
    signal.throwIfAborted()
    return await unlessAborted(signal, work(signal))
  } catch (error) {
    if (!isUnanswered(error)) throw error
    return { unanswered: error }
  } finally {
    clearTimeout(timer)
  }
}

/** Rows of a page of the store. */
export function keptAnswer<Row>(
  kept: KeptRecords,
  list: ListName,
  records: readonly Row[],
  page: Pick<ListBody<Row>, 'total' | 'undecided' | 'has_next'>,
): ApiAnswer {
  const body: ListBody<Row> = { ...storeBasis(kept, list), records, ...page, no_records: null }
  return { body, outcome: { rows: records.length, from: 'store' } }
}

function pageAnswer<R, Row>(page: Page<R>, rowOf: (record: R) => Row, kept: AccountRecords): ApiAnswer {
  const records = page.records.map(rowOf)
  const body: ListBody<Row> = {
    ...serviceBasis(kept, page.receivedAt),
    records,
    total: null,
    undecided: null,
    has_next: page.hasNext,
    no_records: page.noRecords ?? null,
  }
  return { body, outcome: { rows: records.length, from: 'service' } }
}
