/** Words that a search understands, besides names of the account, numbers and written dates: `phrases.ts` says what they mean. */
import { openStatuses, type TransactionStatus, type TransactionType } from '../contract/enumerations.ts'
import type { OfferedFilter } from '../contract/search.ts'
import type { PeriodKind } from '../url/periods.ts'

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

/** Ways of a payment, where neither a type nor a party says it. */
export const directionWords: readonly {
  readonly words: readonly string[]
  readonly filter: OfferedFilter
}[] = [
  { words: ['sent', 'send', 'paid', 'pay', 'paid out'], filter: { transaction_type: ['withdraw'] } },
  { words: ['received', 'receive', 'paid in'], filter: { transaction_type: ['deposit'] } },
]

/** In flight for longer than a day. */
export const stuckWords: readonly string[] = ['stuck', 'hanging', 'overdue']

/** Before a number of days. */
export const ageWords: readonly string[] = ['longer than', 'more than', 'older than', 'over']

export const dayCounts: Readonly<Record<string, number>> = { day: 1, days: 1, week: 7, weeks: 7 }

export const askedWords = {
  fees: ['fees', 'fee', 'network fees', 'transaction fees', 'fees paid', 'gas', 'gas fees'],
  holdings: ['balance', 'balances', 'holding', 'holdings', 'held'],
  largest: ['largest', 'biggest', 'highest', 'greatest', 'top'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const monthlyWords: readonly string[] = ['by month', 'per month', 'monthly', 'each month']

/** From one. */
export const numberWords =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )

/** Before a number. */
export const comparisons = {
  amount_over: ['over', 'above', 'more than', 'larger than', 'greater than', '>'],
  amount_from: ['at least', 'minimum', 'min', '>=', '≥'],
  amount_under: ['under', 'below', 'less than', 'smaller than', '<'],
  amount_to: ['at most', 'up to', 'maximum', 'max', '<=', '≤'],
  exactly: ['exactly', 'of exactly', '='],
  /** Ten per cent more or less. */
  about: ['about', 'around', 'approximately', 'roughly', 'circa', '~', '≈'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Before a period. Without one of them it is meant from its first to its last day. */
export const periodWords = {
  within: ['in', 'during', 'on', 'of', 'for', 'within'],
  since: ['since', 'from'],
  after: ['after'],
  until: ['until', 'till', 'up to', 'to'],
  before: ['before'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Of the day, and of the days up to the last one. */
export const endOfWords: readonly string[] = [
  'end of',
  'the end of',
  'at the end of',
  'at end of',
  'as of',
  'as at',
]

/** Periods up to today, and the last whole ones. */
export const periodNames: readonly {
  readonly words: readonly string[]
  readonly preset: string
}[] = [
  ...['Today', 'Yesterday', 'Last week', 'Last 7 days', 'Last 30 days'].map((preset) => ({
    words: [preset.toLowerCase()],
    preset,
  })),
  { words: ['this week', 'the week'], preset: 'This week' },
  ...(['month', 'quarter', 'year'] as const satisfies readonly PeriodKind[]).flatMap((kind) => [
    { words: [`this ${kind}`, `the ${kind}`, `current ${kind}`], preset: `This ${kind}` },
    { words: [`last ${kind}`, `previous ${kind}`], preset: `Last ${kind}` },
  ]),
]

/** The latest of each that has begun. */
export const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Before the name of a party, or an address. */
export const endWords = {
  source_id: ['from', 'out of', 'sent by', 'sent from', 'paid by', 'received from'],
  destination_id: ['to', 'into', 'sent to', 'paid to', 'received by', 'received in'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Words that narrow nothing. */
export const fillers: readonly string[] = [
  ...['transactions', 'transaction', 'transfers', 'movements', 'all', 'the', 'of', 'in', 'on', 'with', 'for'],
  ...[
    'list',
    'show',
    'during',
    'which',
    'what',
    'how much',
    'how many',
    'was',
    'were',
    'is',
    'are',
    'did',
    'we',
  ],
  ...['our', 'have', 'belongs to', 'belong to', 'by asset', 'per asset', 'in total', 'at'],
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
