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
import type { Look } from './look.ts'

interface NewsLine {
  readonly key: string
  readonly text: string
  /** When, where it is one change. */
  readonly seen: string | null
  readonly href: string
  /** The reader has not looked at it. */
  readonly isNew: boolean
}

export interface NewsSection {
  readonly title: string
  readonly tone: Tone
  readonly lines: readonly NewsLine[]
}

const words = {
  gone: ['transaction is gone', 'transactions are gone'],
  final: ['transaction changed after its end', 'transactions changed after their end'],
  backwards: ['transaction went back in status', 'transactions went back in status'],
  late: ['transaction is new on a day already read', 'transactions are new on days already read'],
  unexplained: ['balance is not explained', 'balances are not explained'],
  failed: ['transaction failed', 'transactions failed'],
  rejected: ['transaction rejected', 'transactions rejected'],
  whitelists: ['change to whitelists', 'changes to whitelists'],
  vaults: ['change to vaults', 'changes to vaults'],
  completed: ['transaction completed', 'transactions completed'],
  new: ['new transaction', 'new transactions'],
  moved: ['step forward', 'steps forward'],
  other: ['other change to transactions', 'other changes to transactions'],
  balances: ['change to balances', 'changes to balances'],
} as const

type NewsKind = keyof typeof words

/** No number tells of these. */
const routine: readonly NewsKind[] = ['completed', 'new', 'moved', 'other', 'balances']

/** In the order in which they are shown. */
const groups: readonly {
  readonly title: string
  readonly tone: Tone
  readonly kinds: readonly NewsKind[]
}[] = [
  { title: 'Should never happen', tone: 'danger', kinds: ['gone', ...unexpectedEvents] },
  { title: 'Failed or rejected', tone: 'warning', kinds: ['failed', 'rejected'] },
  { title: 'Whitelists and vaults', tone: 'neutral', kinds: ['whitelists', 'vaults'] },
  { title: 'Routine', tone: 'neutral', kinds: routine },
]

function kindOf({ kind, event, before, after }: Omit<ChangeCount, 'count'>): NewsKind {
  if (kind === 'whitelist' || kind === 'entry') return 'whitelists'
  if (kind === 'vault') return 'vaults'
  const unexpected = unexpectedEvents.find((one) => one === event)
  if (unexpected) return unexpected
  if (kind !== 'transaction') return 'balances'
  if (event === 'gone') return event
  if (before === after || (event !== 'new' && event !== 'changed')) return 'other'
  const end = (['completed', 'failed', 'rejected'] as const).find((status) => status === after)
  if (end) return end
  return !isOpen(after) ? 'other' : event === 'new' ? 'new' : 'moved'
}

/** So many of a kind have a line each. Balances have none: they move with every transaction. */
const mostAlone = 3

/** `ended`: the ends of what is watched. */
export function newsOf(
  { counts, changes }: Pick<ChangesAnswer, 'counts' | 'changes'>,
  ended: readonly RecordChange[],
  { seen, looked }: Look,
) {
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
  const lineOf = (change: RecordChange, isNew: boolean): NewsLine => ({
    ...{ key: keyOf(change), text: recordChangeInWords(change), seen: change.seen, isNew },
    href: recordHref(change) ?? changesSinceHref(seen),
  })
  const linesOf = (kind: NewsKind): readonly NewsLine[] => {
    const count = numbers[kind] ?? 0
    if (count <= 0) return []
    const listed = changes.filter((change) => kindOf(change) === kind && !told.has(keyOf(change)))
    if (count > mostAlone || listed.length < count || kind === 'balances') {
      const [one, several] = words[kind]
      const href = listHref(listed, count) ?? changesSinceHref(seen, kind === 'whitelists')
      return [{ key: kind, text: counted(count, one, several), seen: null, href, isNew: freshOf(kind) > 0 }]
    }
    return listed.flatMap((change, place) => {
      // The way to an end that has a line of its own.
      if (routine.includes(kind) && shown.has(change.id)) return []
      shown.add(change.id)
      return [lineOf(change, place < freshOf(kind))]
    })
  }
  const watched = ended.map((change) => lineOf(change, freshOf(keyOf(change)) > 0))
  const sections: readonly NewsSection[] = [
    { title: 'Watched', tone: 'neutral', lines: watched },
    ...groups.map(({ kinds, ...group }) => ({ ...group, lines: kinds.flatMap(linesOf) })),
  ]
  return {
    sections: sections.filter(({ lines }) => lines.length > 0),
    /** Of what is new. Routine has none. */
    number: Object.keys(numbers)
      .filter((key) => !routine.some((kind) => kind === key))
      .reduce((sum, key) => sum + freshOf(key), 0),
    /** As a look keeps them: how many there are of each kind, and of each end. */
    numbers,
  }
}

/** Of a change that has a line of its own. */
function keyOf({ reading, place }: RecordChange): string {
  return `${reading}.${place}`
}

/** Null where there is no record any more. */
function recordHref({ kind, id, event }: RecordChange): string | null {
  if (kind === 'balance') return balancesHref()
  if (event === 'gone' && kind !== 'entry') return null
  if (kind === 'transaction') return transactionHref(id)
  return kind === 'vault' || kind === 'holding' ? vaultHref(id) : whitelistHref(id)
}

/** As many ids as a link takes. */
const mostLinked = 100

/** Of exactly these, where they are transactions that are there. */
function listHref(listed: readonly RecordChange[], count: number): string | null {
  const ids = [...new Set(listed.map(({ id }) => id))]
  const isList =
    listed.every(({ kind, event }) => kind === 'transaction' && event !== 'gone') && ids.length === count
  return isList && count <= mostLinked ? transactionsHref({ transaction_id: ids }) : null
}

/** After a moment: milliseconds since 1970. */
export function changesSinceHref(moment: number, onlyWhitelists = false): string {
  const [day = '', time = ''] = new Date(moment + 1).toISOString().split('T')
  return changesHref({ from: { day, time: time.slice(0, -1) }, until: null, zone: null, onlyWhitelists })
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
