import type { KnownAddress } from '../../addresses/known-addresses.ts'
import { whitelistHref } from '../../url/hrefs.ts'
import type { ReviewTab } from '../../url/lists.ts'
import type { FindingCells } from './finding-columns.ts'
import type { Uses } from './uses.ts'

/** In the order of the report: what cost money first. */
export const findingKinds = [
  'unlisted-withdrawal',
  'other-memo',
  'look-alike',
  'failed-checksum',
  'missing-memo',
  'several-names',
  'never-used',
] as const
export type FindingKind = (typeof findingKinds)[number]

/**
 * Critical: money went to an address that imitates a trusted one. High: money went, or would go, to the wrong place. Medium: a mistake is
 * possible. Low: something to tidy up.
 */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

export const severityLabels: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

export const tabTitles: Readonly<Record<ReviewTab, string>> = {
  ...severityLabels,
  'never-used': 'Never used',
  accepted: 'Accepted',
}

export interface ReviewFinding {
  readonly kind: FindingKind
  /** What it is about. It stays the same when the facts change. */
  readonly subject: string
  readonly severity: Severity
  /** Sentences without names that others chose. */
  readonly because: string
  readonly rows: readonly FindingRow[]
  /** Orders findings of one kind and severity, most first. */
  readonly transactions: number
}

export interface FindingRow {
  readonly cells: FindingCells
  /** When and which, and with `withdrawals` how much, is told once all findings are known. */
  readonly uses?: Uses
  readonly withdrawals?: Uses
  readonly href?: string | null
  readonly parts?: readonly FindingRow[]
}

interface KindOfFinding {
  readonly title: string
  /** In a row of a table. */
  readonly short: string
  readonly meaning: string
  readonly action: string
}

export const kindsOfFindings: Readonly<Record<FindingKind, KindOfFinding>> = {
  'unlisted-withdrawal': {
    title: 'Withdrawal to an unlisted address',
    short: 'Not on a whitelist',
    meaning: 'The address is not on any whitelist now, and no transaction shows it as one of your own.',
    action:
      'Find out who chose the address and who approved the payment. If it is right, put it on a whitelist.',
  },
  'other-memo': {
    title: 'Withdrawal with a different memo',
    short: 'Different memo',
    meaning: 'A shared address credits a payment by its memo alone.',
    action: 'Ask the receiver whether the payment was credited.',
  },
  'look-alike': {
    title: 'Entries that look alike',
    short: 'Look-alikes',
    meaning:
      'They share their first four characters after the fixed prefix and their last four, or differ in only a few, so that one is easily taken for the other.',
    action: 'Confirm both addresses with their owners, and remove the one that nobody confirms.',
  },
  'failed-checksum': {
    title: 'Failed checksum',
    short: 'Failed checksum',
    meaning: 'The entry may be mistyped, cut off, or meant for another network.',
    action: 'Ask its owner for the address, and replace the entry.',
  },
  'missing-memo': {
    title: 'Missing memo',
    short: 'Missing memo',
    meaning: 'Receivers on this network usually ask for a memo.',
    action: 'Ask its owner for the memo. If it needs none, accept the finding.',
  },
  'several-names': {
    title: 'One address under several names',
    short: 'Several names',
    meaning: 'Unless memos tell the entries apart, a payment to one is a payment to all.',
    action: 'Keep one entry, or give each its own memo.',
  },
  'never-used': {
    title: 'Entry never used',
    short: 'Never used',
    meaning:
      'The service lists no transaction to it, of any status. An entry that nobody needs can still be chosen by mistake.',
    action: 'Remove it if nobody needs it.',
  },
}

interface EntryNames {
  readonly whitelist_id: string | null
  readonly whitelist_name: string | null
}

export function whitelistCells({ whitelist_id, whitelist_name }: EntryNames): FindingCells {
  return { whitelist_id, whitelist_name: whitelist_name || whitelist_id || 'A whitelist without a name' }
}

export function entryHref({ whitelist_id }: EntryNames): string | null {
  return whitelist_id ? whitelistHref(whitelist_id) : null
}

export function resemblanceCells({
  address,
  name,
  id,
}: Pick<KnownAddress, 'address' | 'name' | 'id'>): FindingCells {
  return { resembles: address, resembles_name: name, resembles_id: id }
}
