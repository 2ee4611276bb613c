/** What a typed or pasted text can mean among transactions: a filter, or one of them. */
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { looksCaseless, looksLikeAddress, looksLikeHash, readPasted } from '../../list/find/pasted.ts'
import { folded, rank } from '../../list/find/rank.ts'
import { distinct } from '../../list/suggestions.ts'
import { parameterLabel, statusLabels, typeLabels } from '../../records/labels.ts'
import { datePresets, readPeriod } from '../../url/periods.ts'
import { type Known, type KnownCode, type KnownParty, type PartyEnd, partyEnds } from './known.ts'

/** Ids, names and addresses in it come from outside. */
export interface Meaning {
  readonly key: string
  /** "Source", "Status", "Open transaction". */
  readonly about: string
  /** A name if there is one, else the id or the text itself. */
  readonly value: string
  /** Its kind and id, or where it was found. */
  readonly note: string
  readonly action: MeaningAction
  /** A word that names nothing. It may still be an id, so Enter asks first. */
  readonly isGuess: boolean
}

export type MeaningAction =
  | {
      readonly kind: 'filter'
      readonly filter: Filter<'transactions'>
      /** Replaces all other filters: one transaction is wanted wherever it is. */
      readonly alone: boolean
    }
  | { readonly kind: 'open'; readonly transactionId: string }
  | { readonly kind: 'read-books' }

/** The service accepts no longer filter. */
const longest = 512

/** Exact meanings come alone: an id, name, status, date, address or hash. Otherwise names that contain the text, and it as an id. */
export function meaningsOf(pasted: string, known: Known): readonly Meaning[] {
  const { text } = readPasted(pasted)
  if (text === '' || text.length > longest) return []
  const exact = [...exactMeanings(text, known), ...exactMeanings(lastSegment(text), known)]
  return distinct(
    exact.length > 0 ? exact : [...partialMeanings(text, known), ...asTyped(text, known)],
    'key',
  )
}

function exactMeanings(text: string | null, known: Known): readonly Meaning[] {
  if (text === null) return []
  const name = folded(text)
  // Documents break addresses and hashes with spaces.
  const token = text.replace(/ /g, '')
  const opened = transactionsMeant(token, known)
  if (opened.length > 0) return opened
  const called = <T extends KnownCode>(codes: readonly T[]) =>
    codes.filter(({ names }) => name !== '' && names.includes(name))
  return [
    ...called(known.parties).flatMap(partyMeanings),
    ...called(known.assets).map(assetMeaning),
    ...called(known.networks).map(networkMeaning),
    ...filterWords().flatMap(({ names, meaning }) => (names.includes(name) ? [meaning] : [])),
    ...datesMeant(text, known.now),
    ...addressMeanings(token, known),
    ...unreadHash(token, known),
  ]
}

function partialMeanings(text: string, known: Known): readonly Meaning[] {
  const name = folded(text)
  if (name === '') return []
  const fitting = <T extends KnownCode>(codes: readonly T[]) =>
    rank(text, codes, ({ id, name }) => ({ label: name, id }))
  return [
    ...filterWords().flatMap(({ names, meaning }) =>
      names.some((word) => word.startsWith(name)) ? [meaning] : [],
    ),
    ...namedRanges(known.now, (label) => label.startsWith(name)),
    ...fitting(known.parties).flatMap(partyMeanings),
    ...fitting(known.assets).map(assetMeaning),
    ...fitting(known.networks).map(networkMeaning),
  ]
}

/** By id, hash or explorer link. */
function transactionsMeant(token: string, known: Known): readonly Meaning[] {
  const isHash = hashTest(token)
  const isMeant = ({ transaction_id, txn_hash, blockexplorer_link }: BookedTransaction) =>
    transaction_id === token || blockexplorer_link === token || isHash(txn_hash)
  const opening = (where: string) => (transaction: BookedTransaction) => openMeaning(transaction, where)
  return [
    ...known.transactions.filter(isMeant).flatMap(opening(`Found among ${countRead(known)}`)),
    ...(known.books?.find(isMeant, mostOpened) ?? []).flatMap(opening('Found in the books')),
  ]
}

const mostOpened = 20

function openMeaning(
  { transaction_id, amount, asset_id, status }: BookedTransaction,
  where: string,
): readonly Meaning[] {
  if (transaction_id === null) return []
  return [
    {
      key: `open ${transaction_id}`,
      about: 'Open transaction',
      value: transaction_id,
      note: [`${amount ?? ''} ${asset_id ?? ''}`.trim(), status, where].filter(Boolean).join(' · '),
      action: { kind: 'open', transactionId: transaction_id },
      isGuess: false,
    },
  ]
}

function countRead({ transactions }: Known): string {
  return transactions.length === 1
    ? 'the one transaction read in this tab'
    : `the ${countText(transactions.length)} transactions read in this tab`
}

/** The service cannot be asked for a hash. If its ids look like hashes, the text may be an id. */
function unreadHash(token: string, known: Known): readonly Meaning[] {
  if (!looksLikeHash(token)) return []
  const areIdsAlike = [...known.transactions, ...(known.books?.naming.slice(0, 1) ?? [])].some(
    ({ transaction_id }) => transaction_id !== null && looksLikeHash(transaction_id),
  )
  const note = known.books
    ? `Not among the ${counted(known.books.rows, 'transaction')} in the books`
    : `Not among ${countRead(known)}, and the service cannot search by hash`
  return [readBooks(known, note), ...(areIdsAlike ? [transactionId(token)] : [])]
}

function readBooks({ books, readLabel }: Known, note: string): Meaning {
  return {
    key: 'read books',
    about: 'Books',
    value: books ? 'Update the books' : readLabel,
    note,
    action: { kind: 'read-books' },
    isGuess: false,
  }
}

function partyMeanings({ id, name, what, ends }: KnownParty): readonly Meaning[] {
  return ends.map((end) =>
    filterMeaning(`${end}_id`, id, name, name === id ? what : [what, id].filter(Boolean).join(' · ')),
  )
}

function assetMeaning({ id, name }: KnownCode): Meaning {
  return filterMeaning('asset_id', id, id, name === id ? '' : name)
}

function networkMeaning({ id, name }: KnownCode): Meaning {
  return filterMeaning('network_id', id, name, name === id ? '' : id)
}

/** At the ends where transactions of the books have it. Without the books, at either end. */
function addressMeanings(token: string, known: Known): readonly Meaning[] {
  const isSame = addressTest(token)
  const found = known.addresses.filter(({ address }) => isSame(address))
  if (found.length === 0 && !looksLikeAddress(token)) return []
  const meant = (found.length > 0 ? found : [{ address: token, of: '' }]).flatMap(({ address, of }) =>
    partyEnds.map((end) => ({
      end,
      address,
      meaning: filterMeaning(`${end}_address`, address, address, of),
    })),
  )
  const { books } = known
  if (!books) {
    const either = meant.map(({ meaning }) => meaning)
    const offer = readBooks(known, 'They have every transaction of an address, however it is spelled')
    return found.length > 0 ? either : [offer, ...either]
  }
  const used = meant.filter(
    ({ end, address }) => books.find((row) => addressAt(row, end) === address, 1).length > 0,
  )
  return used.length > 0
    ? used.map(({ meaning }) => meaning)
    : [readBooks(known, 'No transaction in the books has this address')]
}

function addressAt({ source, destination }: BookedTransaction, end: PartyEnd): string | null {
  return end === 'source' ? source.source_address : destination.destination_address
}

/** A text without spaces may be a transaction id. Without a digit, it is more likely a misspelled name. */
function asTyped(text: string, known: Known): readonly Meaning[] {
  if (text.includes(' ')) return []
  const isGuess = !/\d/.test(text)
  const note = 'They have every id, name and address of all transactions'
  return [transactionId(text, isGuess), ...(known.books || isGuess ? [] : [readBooks(known, note)])]
}

function transactionId(text: string, isGuess = false): Meaning {
  return {
    ...filterMeaning('transaction_id', text, text, 'among all transactions'),
    action: { kind: 'filter', filter: { transaction_id: text }, alone: true },
    isGuess,
  }
}

function filterMeaning(name: keyof Filter<'transactions'>, id: string, value: string, note: string): Meaning {
  return {
    key: `${name} ${id}`,
    about: parameterLabel(name),
    value,
    note,
    action: { kind: 'filter', filter: { [name]: id }, alone: false },
    isGuess: false,
  }
}

let allWords: readonly { readonly names: readonly string[]; readonly meaning: Meaning }[] | undefined

/** Statuses and types, by label and value. */
function filterWords() {
  allWords ??= [
    ...Object.entries(statusLabels).map(([value, { label, meaning }]) => ({
      names: [folded(value), folded(label)],
      meaning: filterMeaning('status', value, label, meaning),
    })),
    ...Object.entries(typeLabels).map(([value, label]) => ({
      names: [folded(value), folded(label), folded(value).replaceAll(' ', '')],
      meaning: filterMeaning('transaction_type', value, label, ''),
    })),
  ]
  return allWords
}

function addressTest(token: string): (address: string) => boolean {
  const small = looksCaseless(token) ? token.toLowerCase() : null
  return (address) => address === token || (small !== null && address.toLowerCase() === small)
}

/** Explorers write a hash with 0x or without. */
function hashTest(token: string): (hash: string | null) => boolean {
  const bare = (text: string) => text.toLowerCase().replace(/^0x/, '')
  const digits = /^(?:0x)?[0-9a-f]{16,}$/i.test(token) ? bare(token) : null
  return (hash) =>
    hash !== null && hash !== '' && (hash === token || (digits !== null && bare(hash) === digits))
}

/** In links of explorers and of this console: the hash, the address or the id. */
function lastSegment(text: string): string | null {
  if (!/^https?:\/\/[^ ]+$/i.test(text)) return null
  const path = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(text)?.[1] ?? ''
  return path.split('/').findLast((segment) => segment !== '') ?? null
}

/** A named range, a UTC day, two days, a month, quarter or year. For an instant: its day, from it, until it. */
function datesMeant(text: string, now: Date): readonly Meaning[] {
  const named = namedRanges(now, (label) => label === folded(text))
  if (named.length > 0) return named
  const days = text.replace(/\s*(?:\.\.|–|—|\/| to | - )\s*/, '..')
  const period = readPeriod(days) ?? readPeriod(`${text}..${text}`)
  if (period) return [dateMeaning({ start_date: period.first, end_date: period.last })]
  const instant = text.replace(' ', 'T')
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(instant)
  const milliseconds = isInstant ? Date.parse(instant) : Number.NaN
  if (Number.isNaN(milliseconds)) return []
  const day = new Date(milliseconds).toISOString().slice(0, 10)
  return [{ start_date: day, end_date: day }, { start_date: instant }, { end_date: instant }].map((range) =>
    dateMeaning(range),
  )
}

function namedRanges(now: Date, isMeant: (label: string) => boolean): readonly Meaning[] {
  return datePresets(now).flatMap(({ label, ...range }) =>
    isMeant(folded(label)) ? [dateMeaning(range, label)] : [],
  )
}

function dateMeaning(filter: Pick<Filter<'transactions'>, 'start_date' | 'end_date'>, note = ''): Meaning {
  const { start_date, end_date } = filter
  return {
    key: `date ${start_date ?? ''} ${end_date ?? ''}`,
    about: !end_date ? 'From' : !start_date ? 'To' : 'Date',
    value: [...new Set(Object.values(filter))].join(' – '),
    note,
    action: { kind: 'filter', filter, alone: false },
    isGuess: false,
  }
}
