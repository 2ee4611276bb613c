/** What a review of whitelists can find, each with its evidence. */

import type { KnownAddress } from '../../addresses/known.ts'
import type { Chain } from '../../chains/index.ts'
import type { FindingKind } from '../../url/reviews.ts'
import type { Tally } from './tally.ts'

/**
 * From what has cost money to what is untidy. Critical: money went to an address that only looks like a trusted one. High: money
 * went, or would go, where it should not. Medium: a mistake waits to be made. Low: something to tidy up.
 */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

/** One finding. What it is about stands in records of the service; `because` says why it is one, without names from outside. */
export interface Finding {
  readonly kind: FindingKind
  readonly severity: Severity
  /** Whole sentences. */
  readonly because: string
  /** The address that it is about; of look-alikes all that look alike. */
  readonly subjects: readonly [Subject, ...Subject[]]
  /** The first few other entries that speak for it: the same address with a memo. */
  readonly withMemo: readonly ListedEntry[]
  /** The trusted address that an address on no whitelist resembles, or the own one that a listed address does. */
  readonly resembles: KnownAddress | null
  /** Whom the service names as having an address that is on no whitelist: the first few. */
  readonly namedAs: readonly NamedDestination[]
  /** The memos with which withdrawals went to an entry that has another: the first few, '' for none. */
  readonly sentMemos: readonly string[]
}

/** One address, with the entries that list it; none where it is on no whitelist. */
export interface Subject {
  readonly address: string
  readonly chain: Chain
  readonly network_id: string | null
  /** How entries and transactions write it: the first few ways, `address` first. */
  readonly spellings: readonly string[]
  readonly entries: readonly ListedEntry[]
  /** The transactions to it, whoever they name; of one on no whitelist, or with another memo, its completed withdrawals. */
  readonly uses: Tally
}

/** One address of a whitelist, and the transactions to it that are about this whitelist and asset. */
export interface ListedEntry {
  readonly whitelist_id: string | null
  readonly whitelist_name: string | null
  readonly whitelist_type: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly address: string
  readonly memo: string | null
  readonly uses: Tally
  /** Whether any transaction may have meant it: one that names none of those who have the address may be about each of them. */
  readonly isUsed: boolean
}

/** A destination as transactions name it. */
export interface NamedDestination {
  readonly type: string | null
  readonly id: string | null
  readonly name: string | null
  /** Whether it is one of the whitelists that were read. */
  readonly is_listed: boolean
}

/** What nothing is claimed of, and how often: it is no finding, nor is it well. */
export interface NotChecked {
  /** Entries without an address. */
  readonly without_address: number
  /** Entries whose format is not known, or has no checksum. */
  readonly checksum: number
  /** Entries on networks of which it is not known whether they need a memo. */
  readonly memo: number
  /** Completed withdrawals without a destination address. */
  readonly withdrawals_without_address: number
  /** Transactions to addresses on no whitelist that do not say whether they are completed withdrawals. */
  readonly unclear_transactions: number
}

/** What a review came to. */
export interface Review {
  /** In the order of kinds; within a kind the gravest first, then those with the most transactions. */
  readonly findings: readonly Finding[]
  readonly whitelists: number
  /** Entries of all whitelists that have an address. */
  readonly addresses: number
  readonly transactions: number
  readonly notChecked: NotChecked
}

/** How many findings of each kind there are. */
export function countByKind(findings: readonly Finding[]): ReadonlyMap<FindingKind, number> {
  const counts = new Map<FindingKind, number>()
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
