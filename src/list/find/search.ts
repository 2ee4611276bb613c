/**
 * What a pasted or typed text can mean on `/transactions`: which filter it sets, or which transaction it opens. Pure: the text and
 * what is known go in, the results come out. A single result can be applied at once; among several the reader chooses.
 */
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { parameterLabel, statusLabels, typeLabels } from '../../records/labels.ts'
import { type DatePreset, datePresets } from '../../url/date-presets.ts'
import type { Known, KnownCode, KnownParty, PartyEnd } from './known.ts'
import { folded, readPasted } from './pasted.ts'
import { rank, type Searchable } from './rank.ts'
import { looksCaseless, looksLikeAddress, looksLikeHash } from './shapes.ts'

/** What a result does: it sets filters, opens a transaction, reads the books, or only says that there is nothing to be done. */
export type SearchAction =
  | {
      readonly kind: 'filter'
      readonly filter: Filter<'transactions'>
      /** Every other filter goes: whoever looks for one transaction means it wherever it is. */
      readonly alone: boolean
    }
  | { readonly kind: 'open'; readonly transactionId: string }
  | { readonly kind: 'read-books' }
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
  return distinct([...partialResults(text, known), ...asTyped(text, known)])
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

/** Transactions that have this id, hash or explorer link: those that were read, and those of the books. */
function transactionsMeant(token: string, known: Known): readonly SearchResult[] {
  const isHash = hashTest(token)
  const isMeant = ({ transaction_id, txn_hash, blockexplorer_link }: BookedTransaction) =>
    transaction_id === token || blockexplorer_link === token || isHash(txn_hash)
  const read = known.transactions.filter(isMeant)
  const booked = known.books?.find(isMeant, mostOpened) ?? []
  return distinct([
    ...read.flatMap((transaction) => openResult(transaction, `Found among ${countRead(known)}`)),
    ...booked.flatMap((transaction) => openResult(transaction, 'Found in the books')),
  ])
}

/** Transactions of one hash are few. */
const mostOpened = 20

function openResult(
  { transaction_id, amount, asset_id, status }: BookedTransaction,
  where: string,
): SearchResult[] {
  if (transaction_id === null) return []
  return [
    {
      key: `open ${transaction_id}`,
      about: 'Open transaction',
      value: transaction_id,
      note: [`${amount ?? ''} ${asset_id ?? ''}`.trim(), status, where].filter(Boolean).join(' · '),
      action: { kind: 'open', transactionId: transaction_id },
      unsure: false,
    },
  ]
}

/** "the 150 transactions read in this tab": what was looked through for a hash. */
function countRead({ transactions }: Known): string {
  return transactions.length === 1
    ? 'the one transaction read in this tab'
    : `the ${countText(transactions.length)} transactions read in this tab`
}

/** A hash that was not found. The service cannot be asked for one; where ids look alike it may be an id. */
function unreadHash(token: string, known: Known): readonly SearchResult[] {
  if (!looksLikeHash(token)) return []
  const areIdsAlike = [...known.transactions, ...(known.books?.naming.slice(0, 1) ?? [])].some(
    ({ transaction_id }) => transaction_id !== null && looksLikeHash(transaction_id),
  )
  const note = known.books
    ? `Not among the ${counted(known.books.rows, 'transaction')} of the books`
    : `Not among ${countRead(known)}, and the service cannot search by hash`
  return [readBooks(known, note), ...(areIdsAlike ? [transactionId(token, false)] : [])]
}

/** The books have every transaction: an offer to read them, or to bring them up to date. */
function readBooks({ books, readLabel }: Known, note: string): SearchResult {
  return {
    key: 'read books',
    about: 'Books',
    value: books ? 'Update the books' : readLabel,
    note,
    action: { kind: 'read-books' },
    unsure: false,
  }
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

/** At the ends at which transactions of the books have it. Without the books it may be at either, and they are offered first. */
function addressResults(token: string, known: Known): readonly SearchResult[] {
  const isSame = addressTest(token)
  const found = known.addresses.filter(({ address }) => isSame(address))
  const isAddress = found.length > 0 || looksLikeAddress(token)
  if (!isAddress) return []
  const meant = found.length > 0 ? found : [{ address: token, of: '' }]
  const { books } = known
  if (!books) {
    const either = meant.flatMap(({ address, of }) => ends.map((end) => addressResult(end, address, of)))
    const offer = readBooks(known, 'They have every transaction of an address, however it is spelled')
    return found.length > 0 ? distinct(either) : [offer, ...either]
  }
  const used = meant.flatMap(({ address, of }) =>
    ends
      .filter((end) => books.find((row) => addressAt(row, end) === address, 1).length > 0)
      .map((end) => addressResult(end, address, of)),
  )
  return used.length > 0 ? distinct(used) : [readBooks(known, 'No transaction of the books has this address')]
}

function addressAt({ source, destination }: BookedTransaction, end: PartyEnd): string | null {
  return end === 'source' ? source.source_address : destination.destination_address
}

const ends: readonly PartyEnd[] = ['source', 'destination']

function addressResult(end: PartyEnd, address: string, note: string): SearchResult {
  return filterResult(`${end}_address`, address, address, note)
}

/** A text without gaps may be a transaction id, for which the service can be asked at once; one without a digit is more likely a misspelt name. */
function asTyped(text: string, known: Known): readonly SearchResult[] {
  if (text.includes(' ')) return []
  const isUnsure = !/\d/.test(text)
  const note = 'They have every id, name and address of all transactions'
  return [transactionId(text, isUnsure), ...(known.books || isUnsure ? [] : [readBooks(known, note)])]
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

function addressTest(token: string): (address: string) => boolean {
  const small = looksCaseless(token) ? token.toLowerCase() : null
  return (address) => address === token || (small !== null && address.toLowerCase() === small)
}

/** Explorers write a hash with its 0x and without. */
function hashTest(token: string): (hash: string | null) => boolean {
  const bare = (text: string) => text.toLowerCase().replace(/^0x/, '')
  const digits = /^(?:0x)?[0-9a-f]{16,}$/i.test(token) ? bare(token) : null
  return (hash) =>
    hash !== null && hash !== '' && (hash === token || (digits !== null && bare(hash) === digits))
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

/** A range of whole UTC days, or of instants; either end may be open. */
interface MeantRange {
  readonly start_date?: string
  readonly end_date?: string
  /** What it was called, where it has a name: "Last 7 days". */
  readonly name?: string
}

/** The ranges that a text means: a UTC day, a month, two days, a named range, or an instant (its day, from it, until it). */
function datesMeant(text: string, now: Date): readonly MeantRange[] {
  const named = datePresets(now).find(({ label }) => folded(label) === folded(text))
  if (named) return [namedRange(named)]
  const [first = '', second, ...rest] = text.split(/\s*(?:\.\.|–|—|\/| to | - )\s*/)
  if (second !== undefined)
    return rest.length === 0 && isDay(first) && isDay(second) && first <= second
      ? [{ start_date: first, end_date: second }]
      : []
  if (isDay(text)) return [{ start_date: text, end_date: text }]
  const month = monthOf(text)
  if (month) return [month]
  return isInstant(text) ? aroundInstant(text) : []
}

/** The named ranges whose names begin with this text. */
function datesBeginning(text: string, now: Date): readonly MeantRange[] {
  return datePresets(now)
    .filter(({ label }) => folded(label).startsWith(folded(text)))
    .map(namedRange)
}

function namedRange({ start_date, end_date, label }: DatePreset): MeantRange {
  return { start_date, end_date, name: label }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isRealDate(text, `${text}T00:00:00.000Z`)
}

function monthOf(text: string): MeantRange | null {
  const first = `${text}-01`
  if (!/^\d{4}-\d\d$/.test(text) || !isDay(first)) return null
  const [year = 0, month = 0] = text.split('-').map(Number)
  // Not by Date.UTC's arguments: it takes the years 0 to 99 for the twentieth century's.
  const last = [31, 30, 29, 28].map((day) => `${text}-${day}`).find(isDay)
  return last && year > 0 && month > 0 ? { start_date: first, end_date: last } : null
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && utcDay(text) !== null
}

function aroundInstant(text: string): readonly MeantRange[] {
  const instant = text.replace(' ', 'T')
  const day = utcDay(instant)
  return [
    ...(day === null ? [] : [{ start_date: day, end_date: day }]),
    { start_date: instant },
    { end_date: instant },
  ]
}

function utcDay(text: string): string | null {
  const milliseconds = Date.parse(text.replace(' ', 'T'))
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString().slice(0, 10)
}

/** `Date` reads 31 February as a day in March. */
function isRealDate(day: string, instant: string): boolean {
  return utcDay(instant) === day
}
