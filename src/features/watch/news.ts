/** What changed since the reader looked, as lines: what was watched, what should never happen, what failed, lists, routine. */
import {
  type ChangeCount,
  type ChangesAnswer,
  type RecordChange,
  unexpectedEvents,
} from '../../contract/changes.ts'
import { counted } from '../../contract/count-text.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { recordChangeInWords } from '../../records/change-words.ts'
import type { Tone } from '../../ui/inline.tsx'
import { changesHref } from '../../url/changes.ts'
import { balancesHref, transactionHref, transactionsHref, vaultHref, whitelistHref } from '../../url/hrefs.ts'

export interface News {
  readonly sections: readonly NewsSection[]
  /** Routine has no number. */
  readonly number: number
  /** As a look keeps them: how many there are of each kind. */
  readonly counts: Readonly<Record<string, number>>
}

export interface NewsSection {
  readonly title: string
  readonly tone: Tone
  readonly lines: readonly NewsLine[]
}

export interface NewsLine {
  readonly key: string
  readonly text: string
  /** When, where it is one change. */
  readonly seen: string | null
  readonly href: string
  /** The reader has not looked at it. */
  readonly isNew: boolean
}

type NewsKind =
  | 'gone'
  | (typeof unexpectedEvents)[number]
  | 'failed'
  | 'rejected'
  | 'whitelists'
  | 'vaults'
  | 'completed'
  | 'cancelled'
  | 'new'
  | 'moved'
  | 'fields'
  | 'unlisted'
  | 'returned'
  | 'balances'

type Words = readonly [one: string, several: string]

interface KindsOfNews {
  readonly title: string
  readonly tone: Tone
  /** No number tells of these. */
  readonly isRoutine?: boolean
  readonly words: Readonly<Partial<Record<NewsKind, Words>>>
}

/** In the order in which they are shown. */
const groups: readonly KindsOfNews[] = [
  {
    title: 'Should never happen',
    tone: 'danger',
    words: {
      gone: ['transaction is gone', 'transactions are gone'],
      final: ['transaction changed after its end', 'transactions changed after their end'],
      backwards: ['transaction went back in status', 'transactions went back in status'],
      late: ['transaction is new on a day already read', 'transactions are new on days already read'],
      unexplained: ['balance is not explained', 'balances are not explained'],
    },
  },
  {
    title: 'Failed or rejected',
    tone: 'warning',
    words: {
      failed: ['transaction failed', 'transactions failed'],
      rejected: ['transaction rejected', 'transactions rejected'],
    },
  },
  {
    title: 'Whitelists and vaults',
    tone: 'neutral',
    words: {
      whitelists: ['change to whitelists', 'changes to whitelists'],
      vaults: ['change to vaults', 'changes to vaults'],
    },
  },
  {
    title: 'Routine',
    tone: 'neutral',
    isRoutine: true,
    words: {
      completed: ['transaction completed', 'transactions completed'],
      cancelled: ['transaction cancelled', 'transactions cancelled'],
      new: ['new transaction', 'new transactions'],
      moved: ['step forward', 'steps forward'],
      fields: ['transaction changed in other fields', 'transactions changed in other fields'],
      unlisted: ['transaction is no longer listed', 'transactions are no longer listed'],
      returned: ['transaction is listed again', 'transactions are listed again'],
      balances: ['change to balances', 'changes to balances'],
    },
  },
]

function kindOf({ kind, event, before, after }: Omit<ChangeCount, 'count'>): NewsKind {
  if (kind === 'whitelist' || kind === 'entry') return 'whitelists'
  if (kind === 'vault') return 'vaults'
  const unexpected = unexpectedEvents.find((one) => one === event)
  if (unexpected) return unexpected
  if (kind !== 'transaction') return 'balances'
  if (event === 'gone' || event === 'unlisted' || event === 'returned') return event
  if (before === after) return 'fields'
  const end = (['completed', 'failed', 'rejected', 'cancelled'] as const).find((status) => status === after)
  return end ?? (event === 'new' ? 'new' : 'moved')
}

/** So many of a kind have a line each. Balances have none: they move with every transaction. */
const mostAlone = 3

/** `ended`: the ends of what is watched. `looked`: how many of each kind the reader has looked at. */
export function newsOf(
  { counts, changes, since }: Pick<ChangesAnswer, 'counts' | 'changes' | 'since'>,
  ended: readonly RecordChange[],
  { at, looked }: { readonly at: string | null; readonly looked: Readonly<Record<string, number>> },
): News {
  const numbers: Record<string, number> = {}
  const add = (key: string, count: number) => {
    numbers[key] = (numbers[key] ?? 0) + count
  }
  for (const one of counts ?? []) add(kindOf(one), one.count)
  // Told once: as what is watched.
  for (const change of ended) {
    add(kindOf(change), -1)
    add(keyOf(change), 1)
  }
  const freshOf = (key: string) => Math.max(0, (numbers[key] ?? 0) - (looked[key] ?? 0))
  const told = new Set(ended.map(keyOf))
  const shown = new Set(ended.map(({ id }) => id))
  const linesOf = (kind: NewsKind, [one, several]: Words, group: KindsOfNews): readonly NewsLine[] => {
    const count = numbers[kind] ?? 0
    if (count <= 0) return []
    const listed = changes.filter((change) => kindOf(change) === kind && !told.has(keyOf(change)))
    if (count > mostAlone || listed.length < count || kind === 'balances')
      return [
        {
          ...{ key: kind, text: counted(count, one, several), seen: null },
          ...{ href: listHref(kind, count, listed, at ?? since), isNew: freshOf(kind) > 0 },
        },
      ]
    return listed.flatMap((change, place) => {
      // The way to an end that has a line of its own.
      if (group.isRoutine && shown.has(change.id)) return []
      shown.add(change.id)
      return [lineOf(change, place < freshOf(kind))]
    })
  }
  const watched = ended.map((change) => lineOf(change, freshOf(keyOf(change)) > 0))
  const sections = groups.map((group) => ({
    ...{ title: group.title, tone: group.tone },
    lines: Object.entries(group.words).flatMap(([kind, words]) => linesOf(kind as NewsKind, words, group)),
  }))
  return {
    sections: [{ title: 'Watched', tone: 'info' as const, lines: watched }, ...sections].filter(
      ({ lines }) => lines.length > 0,
    ),
    number: Object.keys(numbers)
      .filter((key) => !groupOf(key)?.isRoutine)
      .reduce((sum, key) => sum + freshOf(key), 0),
    counts: numbers,
  }
}

function groupOf(kind: string): KindsOfNews | undefined {
  return groups.find(({ words }) => Object.hasOwn(words, kind))
}

/** Of a change that has a line of its own. */
function keyOf({ reading, place }: RecordChange): string {
  return `${reading}.${place}`
}

function lineOf(change: RecordChange, isNew: boolean): NewsLine {
  return {
    ...{ key: keyOf(change), text: recordChangeInWords(change), seen: change.seen },
    ...{ href: recordHref(change), isNew },
  }
}

function recordHref({ kind, id }: RecordChange): string {
  switch (kind) {
    case 'transaction':
      return transactionHref(id)
    case 'whitelist':
    case 'entry':
      return whitelistHref(id)
    case 'vault':
    case 'holding':
      return vaultHref(id)
    case 'balance':
      return balancesHref()
  }
}

/** As many ids as a link takes. */
const mostLinked = 100

/** A list of exactly these transactions, or all changes since the reader looked. */
function listHref(
  kind: NewsKind,
  count: number,
  listed: readonly RecordChange[],
  since: string | null,
): string {
  const ids = [...new Set(listed.map(({ id }) => id))]
  const isList = listed.every((change) => change.kind === 'transaction') && ids.length === count
  return isList && count <= mostLinked
    ? transactionsHref({ transaction_id: ids })
    : changesSinceHref(since, kind === 'whitelists')
}

/** `after`: ISO 8601 UTC. */
export function changesSinceHref(after: string | null, onlyWhitelists = false): string {
  const [day = '', time = ''] = after === null ? [] : new Date(Date.parse(after) + 1).toISOString().split('T')
  const from = after === null ? null : { day, time: time.slice(0, -1) }
  return changesHref({ from, until: null, zone: null, onlyWhitelists })
}

/** The latest change of each, where that is its end. The newest first. */
export function endsIn(changes: readonly RecordChange[]): readonly RecordChange[] {
  const ids = new Set<string>()
  return changes.filter(({ id, event, after }) => {
    if (ids.has(id)) return false
    ids.add(id)
    return event === 'gone' || event === 'unlisted' || !isOpen(after)
  })
}

export function isOpen(status: string | null): boolean {
  return openStatuses.some((one) => one === status)
}
