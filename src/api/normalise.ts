/**
 * From whatever form a service sends to the one form of `records.ts`. Every contradiction in the specification's examples, and every form
 * that the specification leaves open, is met here and nowhere else.
 */
import {
  changePoolAlias,
  type DestinationType,
  type TransactionType,
  whitelistTypes,
} from '../contract/enumerations.ts'
import {
  type Amounts,
  amountNames,
  type Holding,
  type OtherField,
  type Transaction,
  textFields,
  type Vault,
  type Whitelist,
  type WhitelistAsset,
} from './records.ts'

/** One element of a transaction list. Accepts `id`, `vault_id`, `stakepool`, `changepool` and a missing timestamp. */
export function normaliseTransaction(received: unknown): Transaction {
  const item = read(textFields.transactionItem, received, {
    nested: ['transaction'],
    alias: ['transaction_id', 'id'],
  })
  const details = read(textFields.transactionDetails, item.fields.transaction, {
    prefix: 'transaction.',
    nested: ['source', 'destination'],
  })
  const source = read(textFields.transactionSource, details.fields.source, {
    prefix: 'transaction.source.',
    alias: ['source_id', 'vault_id'],
  })
  const destination = read(textFields.transactionDestination, details.fields.destination, {
    prefix: 'transaction.destination.',
  })
  const { transaction_type } = details.texts
  const { destination_type } = destination.texts
  return {
    ...item.texts,
    ...details.texts,
    transaction_type:
      transaction_type === changePoolAlias ? ('change pool' satisfies TransactionType) : transaction_type,
    source: source.texts,
    destination: {
      ...destination.texts,
      destination_type:
        destination_type === 'stakepool' ? ('stake pool' satisfies DestinationType) : destination_type,
    },
    others: [...item.others, ...details.others, ...source.others, ...destination.others],
    received,
  }
}

/** One element of a whitelist list. Accepts display-style types in any case, and `assets` as one bare object. */
export function normaliseWhitelist(received: unknown): Whitelist {
  const { texts, fields, others } = read(textFields.whitelist, received, { nested: ['assets'] })
  return {
    ...texts,
    whitelist_type: whitelistType(texts.whitelist_type),
    assets: asList(fields.assets).map(normaliseWhitelistAsset),
    others,
    received,
  }
}

function normaliseWhitelistAsset(received: unknown): WhitelistAsset {
  const { texts, others } = read(textFields.whitelistAsset, received)
  return { ...texts, others, received }
}

function whitelistType(text: string | null): string | null {
  const identifier = text
    ?.trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '_')
  return whitelistTypes.find((type) => type === identifier) ?? text
}

/** One vault. Accepts missing fields and `assets` as one bare object. */
export function normaliseVault(received: unknown): Vault {
  const { texts, fields, others } = read(textFields.vault, received, { nested: ['assets'] })
  return { ...texts, assets: asList(fields.assets).map(normaliseHolding), others, received }
}

/** One asset's amounts on one network. Accepts `balances` as an object or as an array of such objects. */
export function normaliseHolding(received: unknown): Holding {
  const { texts, fields, others } = read(textFields.holding, received, { nested: ['balances'] })
  const { amounts, others: besideAmounts } = readAmounts(fields.balances)
  return { ...texts, balances: amounts, others: [...others, ...besideAmounts], received }
}

/** Several objects fill each other's gaps. Of a component that is given twice the first value counts; the second is kept aside. */
function readAmounts(received: unknown): { amounts: Amounts; others: readonly OtherField[] } {
  const parts = asList(received)
  const others: OtherField[] = []
  const amounts = read(amountNames, undefined).texts
  for (const [index, part] of parts.entries()) {
    const prefix = parts.length > 1 ? `balances[${index}].` : 'balances.'
    const { texts, others: beside } = read(amountNames, part, { prefix })
    for (const name of amountNames) {
      const text = texts[name]
      if (amounts[name] === null) amounts[name] = text
      else if (text !== null) others.push({ path: prefix + name, value: text })
    }
    others.push(...beside)
  }
  return { amounts, others }
}

/**
 * The items of an envelope: the first of `names` that the body has, as an array or as one bare object. A body with one of the `marks` is
 * itself the only item. Null where there is neither.
 */
export function envelopeItems(
  body: unknown,
  names: readonly string[],
  marks: readonly string[] = [],
): readonly unknown[] | null {
  const fields = asFields(body)
  if (!fields) return null
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'object' && value !== null) return asList(value)
  }
  return marks.some((name) => name in fields) ? [fields] : null
}

interface ReadOptions<Name> {
  /** Where the object is in its record: the beginning of the path of other fields. */
  readonly prefix?: string
  /** Fields that hold objects, which the caller reads. */
  readonly nested?: readonly string[]
  readonly alias?: readonly [name: Name, sent: string]
}

/** Reads text fields of an object. What is no object reads as one without fields, and is kept whole among the others. */
function read<Name extends string>(
  names: readonly Name[],
  received: unknown,
  { prefix = '', nested = [], alias }: ReadOptions<Name> = {},
) {
  const fields = asFields(received) ?? (isMissing(received) ? {} : { value: received })
  const texts: Record<string, string | null> = {}
  const used = new Set<string>(nested)
  for (const name of names) {
    const isAliased = name === alias?.[0] && isMissing(fields[name]) && !isMissing(fields[alias[1]])
    const sent = isAliased ? alias[1] : name
    used.add(sent)
    texts[name] = asText(fields[sent])
  }
  const others = Object.entries(fields).flatMap(([name, value]) =>
    used.has(name) ? [] : { path: prefix + name, value: asText(value) ?? 'null' },
  )
  // Every name was set above; TypeScript cannot follow the loop.
  return { texts: texts as Record<Name, string | null>, fields, others }
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isMissing(value) ? [] : [value]
}

export function asFields(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

/** A value as text: strings as they are, everything else as JSON; null where there is none. */
export function asText(value: unknown): string | null {
  if (isMissing(value)) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null
}
