/** Writes a booked transaction as the specification does: the reverse of `normaliseTransaction`. */
import type { OtherField } from '../contract/normal-records.ts'
import {
  transactionDestination,
  transactionDetails,
  transactionItem,
  transactionSource,
} from '../contract/records.ts'
import type { BookedTransaction } from './transaction-table.ts'

/** Omits what the service did not send. Fields that are not in the specification come back as text. */
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

/** In the order of the specification. */
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

/** Puts each field in the deepest object that could have had it. If the name is taken there, it belongs further up. */
function placed(others: readonly OtherField[]): Readonly<Partial<Record<Level, WireFields>>> {
  const fields: Partial<Record<Level, Map<string, string>>> = {}
  // A record lists the fields of its outer objects first.
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
