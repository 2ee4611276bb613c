/**
 * From whatever form a service sends to the one form of `records.ts`. Every contradiction of the specification's
 * examples, and every form that the specification leaves open, is met here and nowhere else.
 */
import {
  changePoolAlias,
  type destinationTypes,
  type transactionTypes,
  whitelistTypes,
} from '../contract/enumerations.ts'
import {
  balanceAmounts,
  holding,
  transactionDestination,
  transactionDetails,
  transactionItem,
  transactionSource,
  vault,
  whitelist,
  whitelistAsset,
} from '../contract/records.ts'
import {
  type Amounts,
  type AnySchema,
  amountNames,
  type Holding,
  type OtherField,
  type TextKeys,
  type Texts,
  type Transaction,
  type Vault,
  type Whitelist,
  type WhitelistAsset,
} from './records.ts'

/** One element of a transaction list. Accepts `id`, `vault_id`, `stakepool`, `changepool` and a missing timestamp. */
export function normaliseTransaction(received: unknown): Transaction {
  const item = read(transactionItem, received, { aliases: { transaction_id: 'id' } })
  const details = read(transactionDetails, item.nested('transaction'), { prefix: 'transaction.' })
  const source = read(transactionSource, details.nested('source'), {
    prefix: 'transaction.source.',
    aliases: { source_id: 'vault_id' },
  })
  const destination = read(transactionDestination, details.nested('destination'), {
    prefix: 'transaction.destination.',
  })
  return {
    ...item.texts,
    ...details.texts,
    transaction_type:
      details.texts.transaction_type === changePoolAlias ? changePool : details.texts.transaction_type,
    source: source.texts,
    destination: {
      ...destination.texts,
      destination_type:
        destination.texts.destination_type === 'stakepool' ? stakePool : destination.texts.destination_type,
    },
    others: [...item.others, ...details.others, ...source.others, ...destination.others],
    received,
  }
}

const changePool: (typeof transactionTypes)[number] = 'change pool'
const stakePool: (typeof destinationTypes)[number] = 'stake pool'

/** One element of a whitelist list. Accepts display-style types in any case, and `assets` as one bare object. */
export function normaliseWhitelist(received: unknown): Whitelist {
  const item = read(whitelist, received)
  return {
    ...item.texts,
    whitelist_type: whitelistType(item.texts.whitelist_type),
    assets: asList(item.nested('assets')).map(normaliseWhitelistAsset),
    others: item.others,
    received,
  }
}

function normaliseWhitelistAsset(received: unknown): WhitelistAsset {
  const { texts, others } = read(whitelistAsset, received)
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
  const item = read(vault, received)
  return {
    ...item.texts,
    assets: asList(item.nested('assets')).map(normaliseHolding),
    others: item.others,
    received,
  }
}

/** One asset's amounts on one network. Accepts `balances` as an object or as an array of such objects. */
export function normaliseHolding(received: unknown): Holding {
  const item = read(holding, received)
  const { amounts, others } = readAmounts(item.nested('balances'))
  return { ...item.texts, balances: amounts, others: [...item.others, ...others], received }
}

/** Several objects fill each other's gaps; a component that is given twice keeps its first value, the second is kept aside. */
function readAmounts(received: unknown): { amounts: Amounts; others: readonly OtherField[] } {
  const parts = asList(received)
  const others: OtherField[] = []
  let amounts = read(balanceAmounts, undefined).texts
  parts.forEach((part, index) => {
    const prefix = parts.length > 1 ? `balances[${index}].` : 'balances.'
    const { texts, others: beside } = read(balanceAmounts, part, { prefix })
    const merged: Record<keyof Amounts, string | null> = { ...amounts }
    for (const name of amountNames) {
      if (merged[name] === null) merged[name] = texts[name]
      else if (texts[name] !== null) others.push({ path: prefix + name, value: texts[name] })
    }
    amounts = merged
    others.push(...beside)
  })
  return { amounts, others }
}

/**
 * The items of an envelope: the first of `names` that the body has, as an array or as one bare object; the body itself
 * where it `looksBare`. Null where there is none of them.
 */
export function envelopeItems(
  body: unknown,
  names: readonly string[],
  looksBare: readonly string[] = [],
): readonly unknown[] | null {
  const fields = asFields(body)
  if (!fields) return null
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'object' && value !== null) return asList(value)
  }
  return looksBare.some((name) => name in fields) ? [fields] : null
}

/** What was read of one object. */
interface Reading<S extends AnySchema> {
  readonly texts: Texts<S>
  /** A field that holds an object or an array, as it came; undefined where there is none. */
  nested(name: Exclude<keyof S['shape'] & string, TextKeys<S>>): unknown
  /** Everything that the schema (and the aliases) does not name. */
  readonly others: readonly OtherField[]
}

/**
 * Reads `received` by `schema`. `aliases` gives, for a field, another name under which services send it. What is no
 * object at all reads as a record without fields, and is kept whole among the others.
 */
function read<S extends AnySchema>(
  schema: S,
  received: unknown,
  { prefix = '', aliases = {} }: { prefix?: string; aliases?: Readonly<Record<string, string>> } = {},
): Reading<S> {
  const fields = asFields(received)
  const texts: Record<string, string | null> = {}
  const used = new Set<string>()
  for (const [name, field] of Object.entries(schema.shape)) {
    const { type } = field._zod.def
    if (type === 'object' || type === 'array') {
      used.add(name)
      continue
    }
    const alias = aliases[name]
    const from =
      alias !== undefined && isMissing(fields?.[name]) && !isMissing(fields?.[alias]) ? alias : name
    used.add(from)
    texts[name] = asText(fields?.[from])
  }
  const others = fields
    ? Object.entries(fields).filter(([name]) => !used.has(name))
    : isMissing(received)
      ? []
      : [['value', received] as const]
  return {
    // Every text field of the shape was set above; TypeScript cannot follow the loop.
    texts: texts as Texts<S>,
    nested: (name) => fields?.[name],
    others: others.map(([name, value]) => ({ path: prefix + name, value: asText(value) ?? 'null' })),
  }
}

/** The items of a list that may come as an array, as one bare object, or not at all. */
function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isMissing(value) ? [] : [value]
}

/** The fields of an object; null for anything else. */
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
