import type { KnownAddress } from '../../addresses/known.ts'
import type { DayNumber } from '../../api/dates/day.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { add, type Decimal, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import { whitelistHref } from '../../url/hrefs.ts'

/** In the order of the report: what has cost money first. */
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

export interface ReviewFinding {
  readonly kind: FindingKind
  readonly severity: Severity
  /** Sentences without names that others chose. */
  readonly because: string
  readonly rows: readonly FindingRow[]
  /** Orders findings of one kind and severity, most first. */
  readonly transactions: number
  /** Of the withdrawals whose latest its rows tell. */
  readonly withdrawalIds?: readonly string[]
}

export interface FindingRow {
  readonly cells: Readonly<Partial<Record<FindingColumn, string | null>>>
  readonly href?: string | null
  /** The entries that are its evidence. */
  readonly parts?: readonly FindingRow[]
}

/** By their names in files, in the order of the screen. A table has the columns that its rows fill. */
export const findingColumns = {
  finding: { label: 'Finding', kind: 'count', inFile: 'only' },
  whitelist_name: { label: 'Whitelist', kind: 'text' },
  whitelist_id: { label: 'Whitelist id', kind: 'text', inFile: 'only' },
  address: { label: 'Address', kind: 'whole-address' },
  severity: { label: 'Severity', kind: 'verdict' },
  because: { label: 'Why', kind: 'sentence' },
  resembles: { label: 'Looks like', kind: 'whole-address' },
  resembles_name: { label: 'Address of', kind: 'text' },
  resembles_id: { label: 'Id of the address that it looks like', kind: 'text', inFile: 'only' },
  asset_id: { label: 'Asset', kind: 'asset' },
  network_id: { label: 'Network', kind: 'network' },
  memo: { label: 'Memo', kind: 'text' },
  sent_memos: { label: 'Sent with', kind: 'text' },
  completed_amount: { label: 'Amount sent', kind: 'amount' },
  named_as: { label: 'Named as', kind: 'text' },
  transactions: { label: 'Transactions', kind: 'count' },
  unreadable_amounts: { label: 'Unreadable amounts', kind: 'count', inFile: 'only' },
  transaction_id: { label: 'Latest', kind: 'transaction' },
  transaction_ids: { label: 'Transactions, the first few', kind: 'text', inFile: 'only' },
} as const
export type FindingColumn = keyof typeof findingColumns

interface EntryNames {
  readonly whitelist_id: string | null
  readonly whitelist_name: string | null
}

export function whitelistCells({ whitelist_id, whitelist_name }: EntryNames): FindingRow['cells'] {
  return { whitelist_id, whitelist_name: whitelist_name || whitelist_id || 'A whitelist without a name' }
}

export function entryHref({ whitelist_id }: EntryNames): string | null {
  return whitelist_id ? whitelistHref(whitelist_id) : null
}

export function resemblanceCells({
  address,
  name,
  id,
}: Pick<KnownAddress, 'address' | 'name' | 'id'>): FindingRow['cells'] {
  return { resembles: address, resembles_name: name, resembles_id: id }
}

export class Uses {
  transactions = 0
  /** The first few in the service's order, which says nothing about their time. */
  readonly #ids: string[] = []
  #latest: { readonly id: string | null; readonly day: DayNumber } | null = null
  #isDated = true

  add({ transaction_id: id }: BookedTransaction, day: DayNumber | null): void {
    this.transactions += 1
    if (id !== null && this.#ids.length < mostIds) this.#ids.push(id)
    if (day === null) this.#isDated = false
    else if (this.#latest === null || day > this.#latest.day) this.#latest = { id, day }
  }

  /** Null unless the day of each is known. */
  latest(): string | null {
    return this.#isDated ? (this.#latest?.id ?? null) : null
  }

  cells(): FindingRow['cells'] {
    return { transactions: String(this.transactions), transaction_ids: this.#ids.join(' ') }
  }
}

const mostIds = 5

export class Withdrawals {
  transactions = 0
  readonly ids: string[] = []
  readonly #sums = new Map<string, Sum>()

  add(transaction: BookedTransaction, day: DayNumber | null): void {
    this.transactions += 1
    const { transaction_id, asset_id, network_id } = transaction
    if (transaction_id !== null) this.ids.push(transaction_id)
    const key = JSON.stringify([asset_id, network_id])
    const sum = this.#sums.get(key) ?? { asset_id, network_id, uses: new Uses(), amount: zero, unreadable: 0 }
    this.#sums.set(key, sum)
    sum.uses.add(transaction, day)
    const amount = readDecimal(transaction.amount)
    if (amount) sum.amount = add(sum.amount, amount)
    else sum.unreadable += 1
  }

  /** One per asset and network. */
  rows(): readonly FindingRow['cells'][] {
    return [...this.#sums.values()].map(({ asset_id, network_id, uses, amount, unreadable }) => ({
      ...{ asset_id, network_id },
      ...uses.cells(),
      transaction_id: uses.latest(),
      completed_amount: writeDecimal(amount),
      unreadable_amounts: String(unreadable),
    }))
  }
}

interface Sum {
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly uses: Uses
  amount: Decimal
  /** Amounts that are not decimals, and so not in the sum. */
  unreadable: number
}
