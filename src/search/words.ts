/** Every word that a search understands, besides names of the account, numbers and dates. */
import { openStatuses, type TransactionStatus, type TransactionType } from '../contract/enumerations.ts'

export const statusWords: Readonly<Record<TransactionStatus, readonly string[]>> = {
  pending: ['pending'],
  processing: ['processing'],
  confirming: ['confirming'],
  completed: ['completed'],
  rejected: ['rejected'],
  cancelled: ['cancelled', 'canceled'],
  failed: ['failed'],
}

/** "Staking" may be a type, two of them, or a balance. */
export const typeWords: Readonly<Record<TransactionType, readonly string[]>> = {
  withdraw: ['withdraw', 'withdraws', 'withdrawal', 'withdrawals'],
  rebalance: ['rebalance', 'rebalances', 'rebalancing'],
  deposit: ['deposit', 'deposits'],
  stake: ['stake', 'stakes'],
  claim: ['claim', 'claims'],
  unstake: ['unstake', 'unstakes', 'unstaking'],
  'change pool': ['change pool', 'changepool', 'change pools', 'pool change', 'pool changes'],
}

/** Words for several values of one filter. */
export const groupWords: readonly {
  readonly words: readonly string[]
  readonly status: readonly TransactionStatus[]
}[] = [{ words: ['in flight', 'in-flight'], status: openStatuses }]

/** Before a number. */
export const comparisons = {
  amount_over: ['over', 'above', 'more than', 'larger than', 'greater than', '>'],
  amount_from: ['at least', 'minimum', 'min', '>=', '≥'],
  amount_under: ['under', 'below', 'less than', 'smaller than', '<'],
  amount_to: ['at most', 'up to', 'maximum', 'max', '<=', '≤'],
  exactly: ['exactly', 'of exactly', '='],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Before a period. Without one of them it is meant from its first to its last day. */
export const periodWords = {
  within: ['in', 'during', 'on', 'of', 'for', 'within'],
  since: ['since', 'from'],
  after: ['after'],
  until: ['until', 'till', 'up to', 'to'],
  before: ['before'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Before the name of a party. */
export const endWords = {
  source_id: ['from', 'out of'],
  destination_id: ['to', 'into'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Words that narrow nothing. */
export const fillers: readonly string[] = [
  ...['transactions', 'transaction', 'transfers', 'movements', 'all', 'the', 'of', 'in', 'on', 'with', 'for'],
  ...['list', 'show', 'during'],
]

/** Between two values of one filter: either matches. `and` also joins two filters. */
export const connectors = ['or', 'and'] as const

/** Tickers that are words of English too. They are meant only as the account writes them. */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `a all alpha any ark art at audio balance band bat beam big bit blur bond block book can cake cash chat cloud core cream dash data day dent dock
  dust edge eden enjoy ever fire flow flux for fun future game gas go gods gold grass harmony high hive home hook hot how i id if in is it joy just
  key knight land let life link list lit live love magic major man mask mass math me moon more move my near new next not now of on one open or order
  orbs out own pay people plan play point portal power prime pro quick rare ray ready real render request rise safe sand save sent show sky so soul
  space spell star step storm stream sun super sweat sync system tag the this time to token top total trade true trust two up us use value we well
  wing wise with you zero`.split(/\s+/),
)
