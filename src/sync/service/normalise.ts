/** Whatever a service sends becomes the form of `normal-records.ts` here: every contradiction in examples (specification, "Open points"). */
import type { ListedRecords } from '../../contract/console-api.ts'
import {
  destinationTypes,
  sourceTypes,
  transactionStatuses,
  transactionTypes,
  vaultTypes,
  whitelistTypes,
} from '../../contract/enumerations.ts'
import type { WholeListName } from '../../contract/list-names.ts'
import {
  type Amounts,
  amountNames,
  asFields,
  asText,
  type Holding,
  isMissing,
  looseSpelling,
  type OtherField,
  type Transaction,
  textFields,
  type Vault,
  type Whitelist,
  type WhitelistAsset,
} from '../../contract/normal-records.ts'

/** Accepts `id`, `vault_id`, a missing timestamp, and enumerated words in any spelling, such as `stakepool` and `changepool`. */
export function normaliseTransaction(received: unknown): Transaction {
  const item = fieldsOf(textFields.transactionItem, received, {
    nested: ['transaction'],
    alias: ['transaction_id', 'id'],
  })
  const details = fieldsOf(textFields.transactionDetails, item.fields.transaction, {
    prefix: 'transaction.',
    nested: ['source', 'destination'],
  })
  const source = fieldsOf(textFields.transactionSource, details.fields.source, {
    prefix: 'transaction.source.',
    alias: ['source_id', 'vault_id'],
  })
  const destination = fieldsOf(textFields.transactionDestination, details.fields.destination, {
    prefix: 'transaction.destination.',
  })
  return {
    ...item.texts,
    ...details.texts,
    status: enumerated(transactionStatuses, item.texts.status),
    transaction_type: enumerated(transactionTypes, details.texts.transaction_type),
    source: { ...source.texts, source_type: enumerated(sourceTypes, source.texts.source_type) },
    destination: {
      ...destination.texts,
      destination_type: enumerated(destinationTypes, destination.texts.destination_type),
    },
    others: [...item.others, ...details.others, ...source.others, ...destination.others],
    received,
  }
}

/** Accepts display-style types, and `assets` as a bare object. */
export function normaliseWhitelist(received: unknown): Whitelist {
  const { texts, fields, others } = fieldsOf(textFields.whitelist, received, { nested: ['assets'] })
  return {
    ...texts,
    whitelist_type: enumerated(whitelistTypes, texts.whitelist_type),
    assets: asList(fields.assets).map(normaliseWhitelistAsset),
    others,
    received,
  }
}

function normaliseWhitelistAsset(received: unknown): WhitelistAsset {
  const { texts, others } = fieldsOf(textFields.whitelistAsset, received)
  return { ...texts, others, received }
}

/** The specification's word, in whatever case and spacing it was sent; a word that it does not have stays as it came. */
function enumerated(words: readonly string[], text: string | null): string | null {
  if (text === null || words.includes(text)) return text
  const loose = looseSpelling(text)
  return words.find((word) => looseSpelling(word) === loose) ?? text
}

export function normaliseVault(received: unknown): Vault {
  const { texts, fields, others } = fieldsOf(textFields.vault, received, { nested: ['assets'] })
  return {
    ...texts,
    vault_type: enumerated(vaultTypes, texts.vault_type),
    assets: asList(fields.assets).map(normaliseHolding),
    ...(isMissing(fields.assets) && { lacksAssets: true }),
    others,
    received,
  }
}

export function normaliseHolding(received: unknown): Holding {
  const { texts, fields, others } = fieldsOf(textFields.holding, received, { nested: ['balances'] })
  const { amounts, others: besideAmounts } = readAmounts(fields.balances)
  const isUnread = besideAmounts.length > 0 && Object.values(amounts).every((amount) => amount === null)
  return {
    ...texts,
    balances: amounts,
    ...(isUnread && { hasUnreadBalances: true }),
    others: [...others, ...besideAmounts],
    received,
  }
}

/** A record of each list. */
export const normalisers: { readonly [Name in WholeListName]: (received: unknown) => ListedRecords[Name] } = {
  vaults: normaliseVault,
  whitelists: normaliseWhitelist,
  balances: normaliseHolding,
  'balances-cold': normaliseHolding,
  'balances-warm': normaliseHolding,
}

/** Merges several objects. The first value of a component wins; a second one goes to `others`. */
function readAmounts(received: unknown): { amounts: Amounts; others: readonly OtherField[] } {
  const parts = asList(received)
  const others: OtherField[] = []
  const amounts = fieldsOf(amountNames, undefined).texts
  for (const [index, part] of parts.entries()) {
    const prefix = parts.length > 1 ? `balances[${index}].` : 'balances.'
    const { texts, others: beside } = fieldsOf(amountNames, part, { prefix })
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
 * Items of an envelope: the first of `names` that it has, an array or a bare object. Null if absent.
 * A body with one of the `marks` is itself the only item.
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

interface FieldOptions<Name> {
  readonly prefix?: string
  readonly nested?: readonly string[]
  readonly alias?: readonly [name: Name, sent: string]
}

/** A value that is not an object has no fields. It stays whole among the others. */
function fieldsOf<Name extends string>(
  names: readonly Name[],
  received: unknown,
  { prefix = '', nested = [], alias }: FieldOptions<Name> = {},
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
  const others: OtherField[] = []
  for (const name of Object.keys(fields))
    if (!used.has(name)) others.push({ path: prefix + name, value: asText(fields[name]) ?? 'null' })
  // The loop set every name, but TypeScript cannot tell.
  return { texts: texts as Record<Name, string | null>, fields, others }
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isMissing(value) ? [] : [value]
}
