/** What the store answers a review, of transactions in memory: what its statements are held against. The first is the service's first. */
import { memoFault } from '../../../addresses/memo.ts'
import { ownAddressesIn } from '../../../contract/addresses.ts'
import { type DayNumber, dayLength } from '../../../contract/day.ts'
import { add, readDecimal, writeDecimal, zero } from '../../../contract/decimal.ts'
import { transactionStatuses, transactionTypes } from '../../../contract/enumerations.ts'
import type { Transaction, Whitelist } from '../../../contract/normal-records.ts'
import type { DestinationQueries } from '../../../store/moment.ts'
import type {
  DestinationUse,
  NamedOwner,
  PlacedText,
  UseIds,
  UseKind,
  UseSums,
} from '../../../store/queries/destination-uses.ts'
import type { FaultyWithdrawals } from '../../../store/queries/memo-faults.ts'
import { addressKey } from '../../../store/transaction-row.ts'

export type Recorded = { readonly from: number; readonly before: number } | null

export interface SpannedTransaction {
  readonly transaction: Omit<Transaction, 'received' | 'text'>
  readonly recorded: Recorded
}

interface PlacedRow extends SpannedTransaction {
  readonly place: number
}

export function destinationsOf(
  transactions: readonly SpannedTransaction[],
  whitelists: readonly Whitelist[],
): DestinationQueries {
  const rows = transactions.map((row, place) => ({ ...row, place }))
  const ids = new Set(whitelists.map(({ whitelist_id }) => whitelist_id))
  const groups = new Map<
    string,
    { readonly use: Omit<DestinationUse, 'hasMemo' | keyof UseSums>; readonly rows: PlacedRow[] }
  >()
  for (const row of rows) {
    const { asset_id, network_id, destination } = row.transaction
    const { destination_id: id, destination_address } = destination
    const destination_key = keyOf(row)
    if (destination_key === null) continue
    const texts = { network_id, asset_id, whitelist_id: ids.has(id) ? id : null, kind: kindOf(row) }
    const name = { destination_key, destination_address, ...texts }
    const key = JSON.stringify(name)
    const use = { address: destination_address ?? '', ...texts, group: { ...name, first: row.place } }
    const group = groups.get(key) ?? { use, rows: [] }
    groups.set(key, group)
    group.rows.push(row)
  }
  const rowsOfGroup = ({ first: _, ...name }: DestinationUse['group']) =>
    groups.get(JSON.stringify(name))?.rows ?? []
  return {
    compared: async () => ({
      rows: rows.length,
      withoutAddress: rows.filter((row) => kindOf(row) === 'withdrawal' && keyOf(row) === null).length,
      unclear: rows.filter((row) => kindOf(row) === 'unclear').length,
    }),
    uses: async () =>
      [...groups.values()].map((group) => ({
        ...{ ...group.use, ...sumsOf(group.rows) },
        hasMemo: group.rows.some(({ transaction }) => transaction.destination.memo),
      })),
    ids: async (questions) =>
      questions.map(({ group, isOfKey, day }) =>
        idsOf(isOfKey ? rows.filter((row) => keyOf(row) === group.destination_key) : rowsOfGroup(group), day),
      ),
    owners: async (keys) =>
      new Map(keys.map((key) => [key, ownersIn(rows.filter((row) => isPaid(row) && keyOf(row) === key))])),
    faulty: async (checks) =>
      checks.flatMap(({ use, memos, memoWithin }, check) =>
        (['missing', 'zeros', 'other', 'extra'] as const).flatMap((fault): readonly FaultyWithdrawals[] => {
          const sentOf = ({ transaction: { destination } }: PlacedRow) =>
            destination.memo?.trim() || (memoWithin ?? destination.memo)?.trim()
          const wrong = rowsOfGroup(use.group).filter(
            (row) => memoFault(sentOf(row) ?? null, memos) === fault,
          )
          if (wrong.length === 0) return []
          const sent = new Map<string, PlacedText>()
          for (const row of wrong) {
            const text = sentOf(row) ?? ''
            if (!sent.has(text)) sent.set(text, { place: row.place, text })
          }
          const sums = sumsOf(wrong)
          return [{ check, fault, sums, ids: idsOf(wrong, sums.day), sent: [...sent.values()].slice(0, 4) }]
        }),
      ),
    vaultAddresses: async () =>
      ownAddressesIn(
        rows.map(({ transaction }) => ({ ...transaction, asset_id: null, transaction_id: null })),
      ).map((own) => ({ ...own, vault_name: own.vault_name || null })),
  }
}

function keyOf({ transaction: { destination, network_id } }: PlacedRow): string | null {
  return addressKey(destination.destination_address, network_id)
}

function kindOf({ transaction: { transaction_type, status } }: SpannedTransaction): UseKind {
  const type = transactionTypes.find((one) => one === transaction_type)
  const stage = transactionStatuses.find((one) => one === status)
  if ((type && type !== 'withdraw') || (stage && stage !== 'completed')) return 'other'
  return type && stage ? 'withdrawal' : 'unclear'
}

const isPaid = (row: PlacedRow) => kindOf(row) === 'withdrawal'

function ownersIn(rows: readonly PlacedRow[]): readonly NamedOwner[] {
  const owners = new Map<string, NamedOwner>()
  for (const { transaction } of rows) {
    const { destination_type: type, destination_id: id, destination_name: name } = transaction.destination
    owners.set(JSON.stringify([type, id, name]), { type, id, text: name?.trim() ? name : (id ?? '') })
  }
  return [...owners.values()].slice(0, 4)
}

function sumsOf(rows: readonly PlacedRow[]): UseSums {
  let undatedBefore: number | null = null
  let day: number | null = null
  let amount = zero
  for (const row of rows) {
    const own = dayOfSpan(row.recorded)
    if (own === null) undatedBefore = Math.max(undatedBefore ?? -Infinity, row.recorded?.before ?? Infinity)
    else day = Math.max(day ?? own, own)
    amount = add(amount, readDecimal(row.transaction.amount) ?? zero)
  }
  return {
    count: rows.length,
    amount: writeDecimal(amount),
    unreadable: rows.filter(({ transaction }) => readDecimal(transaction.amount) === null).length,
    ...{ day, undatedBefore },
  }
}

function idsOf(rows: readonly PlacedRow[], day: number | null): UseIds {
  const named = (some: readonly PlacedRow[]) =>
    some.flatMap(({ place, transaction: { transaction_id: text } }) => (text ? [{ place, text }] : []))
  const [latest] = day === null ? [] : rows.filter(({ recorded }) => dayOfSpan(recorded) === day)
  return {
    first: named(rows).slice(0, 5),
    latest: latest ? { place: latest.place, text: latest.transaction.transaction_id ?? '' } : null,
  }
}

function dayOfSpan(recorded: Recorded): DayNumber | null {
  const day = recorded === null ? 0 : Math.floor(recorded.from / dayLength)
  return recorded !== null && recorded.before <= (day + 1) * dayLength ? day : null
}
