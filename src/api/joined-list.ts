/** Several lists of the service as one: the transactions of an account, under each of its spellings, at either end. */
import { type Page, type PageRange, pageOfAll, type ReadList, readAll, readTurnedPage } from './paging.ts'
import { present, type Reading, sideBySide } from './reading.ts'

export interface JoinedPart<R> {
  readonly read: ReadList<R>
  /** Parts of one kind ask for other values of one filter: no record is in two of them, if the service compares values as text. */
  readonly kind: string
}

export interface JoinedPage<R> extends Page<R> {
  readonly joined?: {
    /** Places of the parts with records that are in the list; of those that the service takes for one, the first. */
    readonly held: readonly number[]
    /** Places of those that are not: together they are too long to be read whole. */
    readonly leftOut: readonly number[]
  }
}

/** One part alone is paged through by the service. Several are read whole, each record once. */
export function* readJoined<R>(
  parts: readonly JoinedPart<R>[],
  identity: (record: R) => string | null,
  range: PageRange,
): Reading<JoinedPage<R>> {
  const [first] = parts
  // A filter that contradicts itself.
  if (!first) return { ...noRows, receivedAt: new Date(yield* present()).toISOString() }
  if (parts.length < 2) return yield* readTurnedPage('transactions', first.read, range)
  const held = yield* heldParts(parts, identity)
  const chosen = held.flatMap((place) => parts[place] ?? [])
  const [only = first] = chosen
  if (chosen.length < 2 || (yield* areLong(chosen))) {
    const joined = { held: held.slice(0, 1), leftOut: held.slice(1) }
    return { ...(yield* readTurnedPage('transactions', only.read, range)), joined }
  }
  const lists = yield* sideBySide(chosen.map(({ read }) => readAll(read, identity)))
  const met = new Set<string | null>()
  const all = lists
    .flatMap(({ records }) => records)
    .filter((record) => {
      const id = identity(record)
      if (id === null) return true
      const isNew = !met.has(id)
      met.add(id)
      return isNew
    })
  const whole = {
    ...{ ...noRows, records: all },
    receivedAt: lists.map(({ receivedAt }) => receivedAt).sort()[0] ?? '',
    isWhole: lists.every(({ isWhole }) => isWhole),
  }
  return { ...pageOfAll(whole, all, range), joined: { held, leftOut: [] } }
}

const noRows = { records: [], timestamp: null, hasNext: false, pastEnd: false } as const

/** Without those for which the service gives the list of an earlier one: it forgives case, or takes two spellings for one. */
function* heldParts<R>(
  parts: readonly JoinedPart<R>[],
  identity: (record: R) => string | null,
): Reading<readonly number[]> {
  const answers = yield* sideBySide(parts.map(({ read }) => read({ limit: 1, offset: 0 })))
  const heads = answers.map(({ records: [head] }, place) =>
    head === undefined ? null : `${parts[place]?.kind} ${identity(head) ?? JSON.stringify(head)}`,
  )
  return heads.flatMap((head, place) => (head !== null && heads.indexOf(head) === place ? [place] : []))
}

function* areLong<R>(parts: readonly JoinedPart<R>[]): Reading<boolean> {
  const answers = yield* sideBySide(parts.map(({ read }) => read({ limit: 1, offset: mostJoined })))
  return answers.some(({ records }) => records.length > 0)
}

/** Rows of each list that is joined with others: all of them are read again with each page. */
export const mostJoined = 5_000
