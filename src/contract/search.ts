/**
 * `GET /api/search?text=`: what a typed or pasted text is found in, and the one filter that it may say. Before all records of the account are read
 * it waits with GTW-26, unless the text is an id or a hash that was read already; where none are kept it is refused with GTW-27.
 */

import type { AnswerBasis, TransactionFilterName } from './console-api.ts'
import type { Endpoint } from './endpoints.ts'
import { withCapital } from './initials.ts'

export const searchEndpoint = {
  path: '/search',
  parameters: { text: { form: 'pasted', refusedWith: 'ERR-00' } },
} as const satisfies Endpoint

/** Of the list of transactions. Of several values, a record needs to have one. */
export type OfferedFilter = Readonly<Partial<Record<TransactionFilterName, readonly string[]>>>

export interface SearchAnswer extends AnswerBasis {
  /** What was searched for, without hidden characters. */
  readonly text: string
  /** What the text asks for, where every word of it is understood. */
  readonly answer: SearchFigure | null
  /** In the order in which they are shown. Groups without a hit tell what was not found. */
  readonly groups: readonly SearchGroup[]
  /** Null unless every word is understood. */
  readonly offer: SearchOffer | null
  /** What the text may say, where nothing but the name of a party is in doubt. */
  readonly choices: readonly SearchChoice[]
  /** Words that are not understood, where others are. */
  readonly unknown: readonly string[]
  /** Sentences: how something was read that can be read in another way, or why it was not. */
  readonly remarks: readonly string[]
  /** Lists that could not be searched, because they are not read: `whitelists`. */
  readonly not_searched: readonly string[]
}

export type SearchedKind = 'transactions' | 'vaults' | 'whitelists' | 'parties' | 'assets'

export interface SearchGroup {
  readonly kind: SearchedKind
  /** Begins with the kind: "transactions of exactly 100". */
  readonly looked_for: string
  /** Null where counting takes longer than a search may. */
  readonly total: number | null
  /** The first of them. */
  readonly hits: readonly SearchHit[]
  /** The filter of the list of this kind that shows exactly these; null where none does. */
  readonly filter: Readonly<Partial<Record<string, readonly string[]>>> | null
}

export type SearchHit = TransactionHit | PartyHit | AssetHit

export interface TransactionHit {
  readonly kind: 'transaction'
  readonly transaction_id: string | null
  readonly transaction_type: string | null
  readonly status: string | null
  readonly amount: string | null
  readonly asset_id: string | null
  /** Where the words are, and a line around them. Null where that says nothing. */
  readonly match: { readonly field: 'note' | 'memo' | 'hash'; readonly text: string } | null
}

/** A vault, a whitelist, or another party of transactions. */
export interface PartyHit {
  readonly kind: 'vault' | 'whitelist' | 'party'
  readonly id: string
  readonly name: string
  /** `cold`, `third_party`, `validator`. */
  readonly type: string | null
  /** How many transactions have it as their source, and as their destination. */
  readonly sent: number
  readonly received: number
}

export interface AssetHit {
  readonly kind: 'asset'
  readonly id: string
  readonly name: string
}

export interface SearchChoice {
  /** "Pending withdrawals to Kraken Trading". */
  readonly title: string
  readonly filter: OfferedFilter
}

export interface SearchOffer {
  readonly filter: OfferedFilter
  /** All of them, if they are few. */
  readonly hits: readonly TransactionHit[]
}

/** A figure that answers a sentence, of the same records as the list or the report that it leads to. Texts may come from records. */
export interface SearchFigure {
  /** What was asked, as it was read: "Sent to Kraken, 2026-10-01 to 2026-11-28". */
  readonly title: string
  /** Null while it is made: the search has to be asked again. */
  readonly rows: readonly FigureRow[] | null
  /** How many rows its list or report has beside these. */
  readonly more: number
  /** Sentences: what is in no row, or may be. */
  readonly remarks: readonly string[]
  /** Why it may be wrong, in sentences. */
  readonly doubts: readonly string[]
  /** All transactions that were read. Null where counting them takes long. */
  readonly records: number | null
  readonly link: { readonly label: string; readonly href: string }
  /** Path and query of the API, which gives it as a file; null where none has it. */
  readonly file: string | null
}

export interface FigureRow {
  /** What tells it from the others: a month, a type, a day. Empty where it is the only one of its asset. */
  readonly about: string
  /** Exact decimal text. Null where nothing moved, and where nothing could be added up. */
  readonly amount: string | null
  readonly asset: string
  /** "in 23", "Proved". */
  readonly text: string
  /** What is not in the amount: "2 did not complete (340,095.43)". */
  readonly apart: readonly string[]
  readonly href: string | null
  /** The amount is of what did not move. */
  readonly isMuted?: boolean
}

/** "No transactions of exactly 100", "1 transaction of exactly 100". `written`: a number with its thousands grouped. */
export function lookedForInWords(
  { kind, looked_for, total }: Pick<SearchGroup, 'kind' | 'looked_for' | 'total'>,
  written: (count: number) => string = String,
): string {
  if (total === null) return `${withCapital(looked_for)}, still counted`
  if (total === 0) return `No ${looked_for}`
  return `${written(total)} ${total === 1 ? singular[kind] + looked_for.slice(kind.length) : looked_for}`
}

const singular: Readonly<Record<SearchedKind, string>> = {
  transactions: 'transaction',
  vaults: 'vault',
  whitelists: 'whitelist',
  parties: 'party',
  assets: 'asset',
}
