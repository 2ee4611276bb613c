/**
 * What a pasted or typed text can mean on `/transactions`: which filter it sets, or which transaction it opens. Pure: the text and
 * what is known go in, the results come out. A single result can be applied at once; among several the reader chooses.
 */
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { statusLabels, typeLabels } from '../../records/labels.ts'
import { parameterLabel } from '../../records/parameter-labels.ts'
import { datesBeginning, datesMeant, type MeantRange } from './dates.ts'
import type { End, Known, KnownCode, KnownParty } from './known.ts'
import { folded, readPasted } from './pasted.ts'
import { rank, type Searchable } from './rank.ts'
import { isCaseless, looksLikeAddress, looksLikeHash } from './shapes.ts'

/** What a result does: it sets filters, it opens a transaction, or it only says that there is nothing to be done. */
export type SearchAction =
  | {
      readonly kind: 'filter'
      readonly filter: Filter<'transactions'>
      /** Every other filter goes: whoever looks for one transaction means it wherever it is. */
      readonly alone: boolean
    }
  | { readonly kind: 'open'; readonly transactionId: string }
  | { readonly kind: 'nothing' }

/** One thing that a text can mean, in words. Ids, names and addresses in it came from outside. */
export interface SearchResult {
  /** Tells it from the other results of the same text. */
  readonly key: string
  /** What it is about: "Source", "Status", "Open transaction". */
  readonly about: string
  /** What is looked for: a name where there is one, else the id or the text itself. */
  readonly value: string
  /** What else there is to say: its kind and id, or where it was found. */
  readonly note: string
  readonly action: SearchAction
  /** A mere word that nothing is known by: worth a question before anything is applied. */
  readonly unsure: boolean
}

/** Longest text that can mean anything: the service accepts no longer filter. */
const longest = 512

/**
 * What a text can mean. What it is exactly comes first and alone: an id, a name (in any case), a status, a date, an address, the
 * hash of a transaction that was read. Otherwise what names contain, and the text as a transaction id.
 */
export function searchResults(pasted: string, known: Known): readonly SearchResult[] {
  const { text } = readPasted(pasted)
  if (text === '' || text.length > longest) return []
  const exact = distinct([...exactResults(text, known), ...exactResults(lastSegment(text), known)])
  if (exact.length > 0) return exact
  return distinct([...partialResults(text, known), ...asTyped(text)])
}

function exactResults(text: string | null, known: Known): readonly SearchResult[] {
  if (text === null) return []
  const name = folded(text)
  // Addresses and hashes get gaps and line breaks on their way through documents; names have gaps of their own.
  const token = text.replace(/ /g, '')
  const opened = transactionsMeant(token, known)
  if (opened.length > 0) return opened
  return [
    ...known.parties.filter((party) => isCalled(party, name)).flatMap(partyResults),
    ...known.assets.filter((asset) => isCalled(asset, name)).map(assetResult),
    ...known.networks.filter((network) => isCalled(network, name)).map(networkResult),
    ...words()
      .filter((word) => word.names.includes(name))
      .map(({ result }) => result),
    ...datesMeant(text, known.now).map(dateResult),
    ...addressResults(token, known),
    ...unreadHash(token, known),
  ]
}

function partialResults(text: string, known: Known): readonly SearchResult[] {
  const name = folded(text)
  if (name === '') return []
  const found = <T extends KnownCode>(codes: readonly T[]) => rank(text, codes, labelled)
  return [
    ...words()
      .filter(({ names }) => names.some((word) => word.startsWith(name)))
      .map(({ result }) => result),
    ...datesBeginning(text, known.now).map(dateResult),
    ...found(known.parties).flatMap(partyResults),
    ...found(known.assets).map(assetResult),
    ...found(known.networks).map(networkResult),
  ]
}

function labelled({ id, name }: KnownCode): Searchable {
  return { label: name, id }
}

/** Transactions that were read and have this id, hash or explorer link. */
function transactionsMeant(token: string, known: Known): readonly SearchResult[] {
  const found = known.transactions.filter(
    ({ transaction_id, txn_hash, blockexplorer_link }) =>
      transaction_id === token || isSameHash(txn_hash, token) || blockexplorer_link === token,
  )
  return found.flatMap((transaction) => openResult(transaction, known))
}

function openResult({ transaction_id, amount, asset_id, status }: Transaction, known: Known): SearchResult[] {
  if (transaction_id === null) return []
  return [
    {
      key: `open ${transaction_id}`,
      about: 'Open transaction',
      value: transaction_id,
      note: [`${amount ?? ''} ${asset_id ?? ''}`.trim(), status, `Found among ${countRead(known)}`]
        .filter(Boolean)
        .join(' · '),
      action: { kind: 'open', transactionId: transaction_id },
      unsure: false,
    },
  ]
}

/** "the 150 transactions read in this tab": what was looked through for a hash. */
function countRead({ transactions }: Known): string {
  return transactions.length === 1
    ? 'the one transaction read in this tab'
    : `the ${transactions.length} transactions read in this tab`
}

/** A hash that was not read: the page says where it looked. The same shape may be an address, or an id, elsewhere. */
function unreadHash(token: string, known: Known): readonly SearchResult[] {
  if (!looksLikeHash(token)) return []
  return [
    {
      key: 'hash',
      about: 'Hash',
      value: token,
      note: `Not among ${countRead(known)}, and the service cannot search by hash`,
      action: { kind: 'nothing' },
      unsure: false,
    },
    transactionId(token, false),
    ...(['source', 'destination'] as const).map((end) => addressResult(end, token, '')),
  ]
}

function partyResults({ id, name, what, ends }: KnownParty): readonly SearchResult[] {
  return ends.map((end) =>
    filterResult(`${end}_id`, id, name, name === id ? what : [what, id].filter(Boolean).join(' · ')),
  )
}

function assetResult({ id, name }: KnownCode): SearchResult {
  return filterResult('asset_id', id, id, name === id ? '' : name)
}

function networkResult({ id, name }: KnownCode): SearchResult {
  return filterResult('network_id', id, name, name === id ? '' : id)
}

function dateResult({ start_date, end_date, name = '' }: MeantRange): SearchResult {
  const filter = { ...(start_date ? { start_date } : {}), ...(end_date ? { end_date } : {}) }
  const about = !end_date ? 'From' : !start_date ? 'To' : 'Date'
  const value = [...new Set(Object.values(filter))].join(' – ')
  return {
    key: `date ${start_date ?? ''} ${end_date ?? ''}`,
    about,
    value,
    note: name,
    action: { kind: 'filter', filter, alone: false },
    unsure: false,
  }
}

function addressResults(token: string, known: Known): readonly SearchResult[] {
  const found = known.addresses.filter(({ address }) => isSameAddress(address, token))
  if (found.length > 0)
    return distinct(found.flatMap(({ address, of }) => ends.map((end) => addressResult(end, address, of))))
  return looksLikeAddress(token) ? ends.map((end) => addressResult(end, token, '')) : []
}

const ends: readonly End[] = ['source', 'destination']

function addressResult(end: End, address: string, note: string): SearchResult {
  return filterResult(`${end}_address`, address, address, note)
}

/** A text without gaps may be a transaction id; one without a digit is more likely a misspelt name. */
function asTyped(text: string): readonly SearchResult[] {
  return text.includes(' ') ? [] : [transactionId(text, !/\d/.test(text))]
}

function transactionId(text: string, unsure: boolean): SearchResult {
  return {
    ...filterResult('transaction_id', text, text, 'among all transactions'),
    action: { kind: 'filter', filter: { transaction_id: text }, alone: true },
    unsure,
  }
}

function filterResult(
  name: keyof Filter<'transactions'>,
  id: string,
  value: string,
  note: string,
): SearchResult {
  return {
    key: `${name} ${id}`,
    about: parameterLabel(name),
    value,
    note,
    action: { kind: 'filter', filter: { [name]: id }, alone: false },
    unsure: false,
  }
}

/** Statuses and types, by their names and their values. Made when something is looked for: the first rows do not wait for it. */
function words() {
  allWords ??= [
    ...Object.entries(statusLabels).map(([value, { label, meaning }]) => ({
      names: [folded(value), folded(label)],
      result: filterResult('status', value, label, meaning),
    })),
    ...Object.entries(typeLabels).map(([value, label]) => ({
      names: [folded(value), folded(label), folded(value).replaceAll(' ', '')],
      result: filterResult('transaction_type', value, label, ''),
    })),
  ]
  return allWords
}

interface Word {
  readonly names: readonly string[]
  readonly result: SearchResult
}

let allWords: readonly Word[] | undefined

function isCalled({ names }: KnownCode, wanted: string): boolean {
  return wanted !== '' && names.includes(wanted)
}

function isSameAddress(address: string, token: string): boolean {
  if (address === token) return true
  return isCaseless(token) && address.toLowerCase() === token.toLowerCase()
}

function isSameHash(hash: string | null, token: string): boolean {
  if (!hash) return false
  if (hash === token) return true
  const digits = (text: string) => text.toLowerCase().replace(/^0x/, '')
  return /^(?:0x)?[0-9a-f]{16,}$/i.test(token) && digits(hash) === digits(token)
}

/** The last part of a link's path: explorers and this console put the hash, the address or the id there. */
function lastSegment(text: string): string | null {
  if (!/^https?:\/\/[^ ]+$/i.test(text)) return null
  const path = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(text)?.[1] ?? ''
  return path.split('/').findLast((segment) => segment !== '') ?? null
}

function distinct(results: readonly SearchResult[]): readonly SearchResult[] {
  return [...new Map(results.map((result) => [result.key, result])).values()]
}
