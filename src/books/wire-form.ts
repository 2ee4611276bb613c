/** A booked transaction as the specification writes it: the reverse of `normaliseTransaction`. */
import type { OtherField } from '../api/records.ts'
import {
  transactionDestination,
  transactionDetails,
  transactionItem,
  transactionSource,
} from '../contract/records.ts'
import type { BookedTransaction } from './transaction-table.ts'

/** What the service did not send is left out. What it sent beside the specification comes back as text. */
export function wireTransaction({ source, destination, others, ...item }: BookedTransaction): WireFields {
  const beside = placed(others)
  const at = (level: Level, values: WireFields) => ({ ...sentAt(level, values), ...beside[level] })
  const transaction = at('transaction.', {
    ...item,
    source: at('transaction.source.', { ...source }),
    destination: at('transaction.destination.', { ...destination }),
  })
  return at('', { ...item, transaction })
}

type WireFields = Readonly<Record<string, unknown>>

/** The fields of each object of an item, in the order of the specification. */
const fieldsAt = {
  'transaction.source.': Object.keys(transactionSource.shape),
  'transaction.destination.': Object.keys(transactionDestination.shape),
  'transaction.': Object.keys(transactionDetails.shape),
  '': Object.keys(transactionItem.shape),
} as const
type Level = keyof typeof fieldsAt
const levels = ['transaction.source.', 'transaction.destination.', 'transaction.', ''] as const

function sentAt(level: Level, values: WireFields): WireFields {
  return Object.fromEntries(
    fieldsAt[level].flatMap((name) => {
      const value = values[name] ?? null
      return value === null ? [] : [[name, value]]
    }),
  )
}

/**
 * Fields in the deepest object that they can have been sent in. A name that is taken there, by the specification or another field, was part
 * of a longer one further up.
 */
function placed(others: readonly OtherField[]): Readonly<Partial<Record<Level, WireFields>>> {
  const fields: Partial<Record<Level, Map<string, string>>> = {}
  // A record names the fields of its outer objects first.
  for (const { path, value } of others.toReversed()) {
    const level = levels.find((each) => {
      const name = path.slice(each.length)
      return path.startsWith(each) && !fieldsAt[each].includes(name) && !fields[each]?.has(name)
    })
    if (level === undefined) continue
    fields[level] = (fields[level] ?? new Map()).set(path.slice(level.length), value)
  }
  return Object.fromEntries(
    Object.entries(fields).map(([level, found]) => [level, Object.fromEntries([...found].reverse())]),
  )
}
