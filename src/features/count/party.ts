/** A party of transactions: how it was used, and the lists of its transactions. */
import { partyOf } from '../../addresses/party.ts'
import type { DateSpan, TotalsColumn, TotalsRow } from '../../contract/console-api.ts'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { type Outcome, otherOutcomes, statusOutcome } from './outcomes.ts'

/** An address, in every spelling, or else an id. */
export interface PartyAsked {
  readonly address: string | null
  readonly id: string | null
  /** Null for all assets. */
  readonly asset: { readonly asset_id: string; readonly network_id: string } | null
}

export interface PartyHistory {
  readonly sent: PartyFlow
  readonly received: PartyFlow
  /** From when the first began to when the last ended; null where one has no date, and without one. */
  readonly recorded: DateSpan | null
}

export interface PartyFlow {
  /** Number of transactions by outcome; outcomes without any are left out. */
  readonly counts: readonly { readonly outcome: Outcome; readonly count: number }[]
  /** Of what is completed. */
  readonly totals: readonly {
    readonly asset_id: string | null
    readonly network_id: string | null
    readonly amount: string
    /** Amounts that are no decimals. */
    readonly unreadable: number
  }[]
}

/** What the totals of transactions to a party, and of those from it, have to be divided by. */
export const usedBy = ['asset_id', 'network_id', 'status'] as const satisfies readonly TotalsColumn[]

/** A row that is in both is of transactions from the party to itself. */
export function partyHistory(sent: readonly TotalsRow[], received: readonly TotalsRow[]): PartyHistory {
  return {
    ...{ sent: flowOf(sent), received: flowOf(received) },
    recorded: spanOf([...sent, ...received].map(({ recorded }) => recorded)),
  }
}

function flowOf(rows: readonly TotalsRow[]): PartyFlow {
  const counts = new Map<Outcome, number>()
  const totals = new Map<string, Mutable<PartyFlow['totals'][number]>>()
  for (const { group, count, amount, amountless } of rows) {
    const outcome = statusOutcome(group.status)
    counts.set(outcome, (counts.get(outcome) ?? 0) + count)
    if (outcome !== 'completed') continue
    const { asset_id = null, network_id = null } = group
    const key = JSON.stringify([asset_id, network_id])
    const total = totals.get(key) ?? { ...{ asset_id, network_id }, amount: '0', unreadable: 0 }
    total.amount = writeDecimal(add(readDecimal(total.amount) ?? zero, readDecimal(amount) ?? zero))
    total.unreadable += amountless
    totals.set(key, total)
  }
  return {
    counts: (['completed', ...otherOutcomes] as const).flatMap((outcome) => {
      const count = counts.get(outcome) ?? 0
      return count > 0 ? [{ outcome, count }] : []
    }),
    totals: [...totals.values()],
  }
}

type Mutable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] }

function spanOf(spans: readonly (DateSpan | null)[]): DateSpan | null {
  const known = spans.filter((span) => span !== null)
  if (known.length === 0 || known.length < spans.length) return null
  return {
    from: Math.min(...known.map(({ from }) => from)),
    before: Math.max(...known.map(({ before }) => before)),
  }
}

/** Of all transactions, or of those with one outcome. */
export function countOf({ counts }: PartyFlow, of?: Outcome): number {
  return counts.reduce((sum, { outcome, count }) => sum + (of === undefined || of === outcome ? count : 0), 0)
}

/** The end of a transaction that is not one of the account's vaults; null between two of them. */
export function counterpartyOf(
  transaction: Omit<Transaction, 'received'>,
): { readonly party: PartyAsked; readonly direction: Direction } | null {
  for (const end of ['destination', 'source'] as const) {
    const { type, address, id } = partyOf(transaction, end)
    if (type === 'vault' || type === 'network' || (!address && !id)) continue
    const party = { address: address || null, id, asset: null }
    return { party, direction: end === 'destination' ? 'sent' : 'received' }
  }
  return null
}

export type Direction = 'sent' | 'received'

/** The filter of the list that has exactly these transactions. */
export function partyFilter(
  { address, id, asset }: PartyAsked,
  direction: Direction,
): Filter<'transactions'> {
  const ofAsset = asset ?? {}
  if (address !== null)
    return { ...ofAsset, [direction === 'sent' ? 'destination_address' : 'source_address']: address }
  return id === null ? ofAsset : { ...ofAsset, [direction === 'sent' ? 'destination_id' : 'source_id']: id }
}
