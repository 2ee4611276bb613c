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
  const transaction = fieldsAt('transaction.', others, {
    ...item,
    source: fieldsAt('transaction.source.', others, { ...source }),
    destination: fieldsAt('transaction.destination.', others, { ...destination }),
  })
  return fieldsAt('', others, { ...item, transaction })
}

type WireFields = Readonly<Record<string, unknown>>

/** The fields of each object of an item, in the order of the specification. */
const levels = {
  'transaction.source.': Object.keys(transactionSource.shape),
  'transaction.destination.': Object.keys(transactionDestination.shape),
  'transaction.': Object.keys(transactionDetails.shape),
  '': Object.keys(transactionItem.shape),
} as const
type Level = keyof typeof levels

function fieldsAt(level: Level, others: readonly OtherField[], values: WireFields): WireFields {
  const sent = levels[level].flatMap((name) => {
    const value = values[name] ?? null
    return value === null ? [] : [[name, value] as const]
  })
  const beside = others.flatMap(({ path, value }) =>
    levelOf(path) === level ? [[path.slice(level.length), value] as const] : [],
  )
  return Object.fromEntries([...sent, ...beside])
}

/** The deepest object that it can have been sent in. A name that the specification has there was part of a longer one further up. */
function levelOf(path: string): Level {
  const names = Object.keys(levels) as Level[]
  return (
    names.find((level) => path.startsWith(level) && !levels[level].includes(path.slice(level.length))) ?? ''
  )
}
