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
import { amountNames } from './amounts.ts'
import { asFields, asList, type OtherField, read } from './reading.ts'
import type { Amounts, Holding, Transaction, Vault, Whitelist, WhitelistAsset } from './records.ts'

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
