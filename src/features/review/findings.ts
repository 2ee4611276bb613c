/** What a review of whitelists can find, each with its evidence. */
import type { KnownAddress } from '../../addresses/known.ts'
import { innerMap } from '../../books/grouped.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import type { Chain } from '../../chains/index.ts'
import { add, type Decimal, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'

/** What is looked for, in the order in which it is shown: what has cost money first. */
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
 * From what has cost money to what is untidy. Critical: money went to an address that only looks like a trusted one. High: money
 * went, or would go, where it should not. Medium: a mistake waits to be made. Low: something to tidy up.
 */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

/** One finding. What it is about stands in records of the service; `because` says why it is one, without names from outside. */
export interface ReviewFinding {
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
  readonly uses: Uses
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
  readonly uses: Uses
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
  readonly findings: readonly ReviewFinding[]
  readonly whitelists: number
  /** Entries of all whitelists that have an address. */
  readonly addresses: number
  readonly transactions: number
  readonly notChecked: NotChecked
}

/** How many transactions there are, what the completed ones add up to, and a few of them by id. */
export interface Uses {
  /** In whatever status. */
  readonly transactions: number
  readonly completed: number
  /** Of the completed ones, by asset and network, in the order in which they were read. */
  readonly completed_sums: readonly AssetSum[]
  /** Ids of the first few that were read, which are the latest where the newest come first. */
  readonly transaction_ids: readonly string[]
}

/** The exact sum of one asset on one network. */
export interface AssetSum {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly completed: number
  /** Decimal text. */
  readonly amount: string
  /** How many of them have an amount that is no decimal, and so is not in the sum. */
  readonly unreadable: number
  /** Ids of the first few of them. */
  readonly transaction_ids: readonly string[]
}

/** Counts while transactions pass. Takes memory by the number of assets alone. */
export interface Counting {
  add(transaction: BookedTransaction): void
  read(): Uses
}

/** Begins to count. */
export function countTransactions(): Counting {
  let transactions = 0
  let completed = 0
  const examples: string[] = []
  const sums: OpenSum[] = []
  const byAsset = new Map<string | null, Map<string | null, OpenSum>>()
  const sumOf = ({ asset_id, network_id }: BookedTransaction): OpenSum => {
    const ofAsset = innerMap(byAsset, asset_id)
    const known = ofAsset.get(network_id)
    if (known) return known
    const sum = { asset_id, network_id, completed: 0, amount: zero, unreadable: 0, transaction_ids: [] }
    ofAsset.set(network_id, sum)
    sums.push(sum)
    return sum
  }
  return {
    add(transaction) {
      transactions += 1
      note(examples, transaction)
      if (transaction.status !== 'completed') return
      completed += 1
      const sum = sumOf(transaction)
      sum.completed += 1
      note(sum.transaction_ids, transaction)
      const amount = readDecimal(transaction.amount)
      if (amount) sum.amount = add(sum.amount, amount)
      else sum.unreadable += 1
    },
    read: () => ({
      transactions,
      completed,
      completed_sums: sums.map((sum) => ({
        ...sum,
        amount: writeDecimal(sum.amount),
        transaction_ids: [...sum.transaction_ids],
      })),
      transaction_ids: [...examples],
    }),
  }
}

interface OpenSum extends Pick<AssetSum, 'asset_id' | 'network_id'> {
  completed: number
  amount: Decimal
  unreadable: number
  readonly transaction_ids: string[]
}

function note(examples: string[], transaction: BookedTransaction): void {
  if (examples.length === mostExamples) return
  const { transaction_id: id } = transaction
  if (id !== null) examples.push(id)
}

const mostExamples = 5
