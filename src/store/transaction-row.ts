import { canonicalAddress } from '../chains/chain.ts'
import { chainOf, splitMemo } from '../chains/index.ts'
import { readDecimal } from '../contract/decimal.ts'
import { type Transaction, textFields, transactionSortTexts } from '../contract/normal-records.ts'
import {
  columnText,
  databaseText,
  isShortened,
  textDigest,
  textSeparator,
  wordsText,
} from './database-text.ts'

export interface ReceivedTransaction {
  readonly transaction: Transaction
  /** Exactly as it stood in the answer. */
  readonly text: string
  /** Its place in this pass of the list, or in this update, from 0. Two records of one id have two places. */
  readonly place: number
}

/** Goes up with every change of what `transactionRow` makes: rows of an older rule are made anew. */
export const derivedRule = 2

/** What tells whether a row is kept as it came. */
export function rowKey(transaction: Transaction) {
  return {
    id: columnText(transaction.transaction_id ?? ''),
    content: transactionContent(transaction),
    rule: derivedRule,
  }
}

/** The columns that are made of a record, as texts. */
export type DerivedRow = ReturnType<typeof transactionRow>

export function transactionRow(transaction: Transaction) {
  const { source, destination, network_id } = transaction
  const id = columnText(transaction.transaction_id ?? '')
  return {
    id,
    whole_id: isShortened(id) ? databaseText(transaction.transaction_id ?? '') : null,
    content: transactionContent(transaction),
    status: column(transaction.status),
    transaction_type: column(transaction.transaction_type),
    asset_id: column(transaction.asset_id),
    network_id: column(network_id),
    network_label: column(transactionSortTexts.network_name(transaction)),
    amount: numericText(transaction.amount),
    amount_text: otherText(transaction.amount),
    fee: numericText(transaction.fee),
    fee_text: otherText(transaction.fee),
    fee_form: formOf(transaction.fee),
    source_type: column(source.source_type),
    source_id: column(source.source_id),
    source_label: column(transactionSortTexts.source(transaction)),
    source_address: column(source.source_address),
    source_key: addressKey(source.source_address, network_id),
    destination_type: column(destination.destination_type),
    destination_id: column(destination.destination_id),
    destination_label: column(transactionSortTexts.destination(transaction)),
    destination_address: column(destination.destination_address),
    destination_key: addressKey(destination.destination_address, network_id),
    destination_memo: column(memoOf(transaction)),
    txn_hash: column(transaction.txn_hash),
    words: wordsOf(transaction),
  }
}

/**
 * Digest of the fields of the specification in their normal form. The timestamp differs at each reading, and fields of the service's own may
 * change without a meaning that anybody knows.
 */
export function transactionContent(transaction: Transaction): string {
  const { transactionItem, transactionDetails, transactionSource, transactionDestination } = textFields
  return textDigest(
    JSON.stringify([
      transactionItem.map((name) => (name === 'timestamp' ? null : transaction[name])),
      transactionDetails.map((name) => transaction[name]),
      transactionSource.map((name) => transaction.source[name]),
      transactionDestination.map((name) => transaction.destination[name]),
    ]),
  )
}

/** One key for all spellings of an account on its chain; null without an address. A memo is not part of it. */
export function addressKey(address: string | null, networkId: string | null): string | null {
  const text = address?.trim() ?? ''
  if (text === '') return null
  const chain = chainOf(networkId)
  // Decoding takes quadratic time, and no format is longer.
  const canonical = text.length > longestAddress ? text : canonicalAddress(text, chain)
  // Of an unknown network, the spelling that was met first would be the name.
  return columnText(`${databaseText(chain.name.toLowerCase())}${textSeparator}${databaseText(canonical)}`)
}

/** Null for a text that is no decimal. With its sign. */
export function numericText(text: string | null): string | null {
  return readDecimal(text) === null ? null : text
}

/** An amount or a fee that is not given is not zero. */
export type ValueForm = 'given' | 'absent' | 'unreadable'

function formOf(text: string | null): ValueForm {
  if (text === null || text === '') return 'absent'
  return readDecimal(text) === null ? 'unreadable' : 'given'
}

/** What came where it is no decimal. */
function otherText(text: string | null): string | null {
  return numericText(text) === null ? column(text) : null
}

function column(text: string | null): string | null {
  return text === null ? null : columnText(text)
}

/** The memo that is given, or else the one within the address. */
function memoOf({ destination: { memo, destination_address: address }, network_id }: Transaction) {
  if (memo || address === null || address.length > longestAddress) return memo
  return splitMemo(address, network_id)?.memo ?? memo
}

function wordsOf({ transaction_id, txn_hash, note, source, destination }: Transaction): string {
  return wordsText([
    ...[transaction_id, txn_hash, note, destination.memo],
    ...[source.source_address, destination.destination_address],
    ...[source.source_name, destination.destination_name],
  ])
}

const longestAddress = 256
