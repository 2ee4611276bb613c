/** What a typed or pasted text can mean among transactions: a filter, or one of them. */
import { accountTest, looksLikeHash } from '../../addresses/pasted/certainty.ts'
import { addressesMeant, readAddress, readTransactions } from '../../addresses/pasted/read-address.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { counted } from '../../contract/count-text.ts'
import { readDecimal, writeDecimal } from '../../contract/decimal.ts'
import type { Filter, TransactionFilter } from '../../contract/endpoints.ts'
import { tidied } from '../../contract/hidden-characters.ts'
import { folded, rank } from '../../list/find/rank.ts'
import { distinct } from '../../list/suggestions.tsx'
import { parameterLabel, statusLabels, typeLabels } from '../../records/labels.ts'
import { transactionHref, transactionsHref } from '../../url/hrefs.ts'
import { without } from '../../url/list-view.ts'
import { transactionsView } from '../../url/lists.ts'
import { datePresets } from '../../url/periods.ts'
import type { FinderItem } from './items.ts'
import { type Known, type KnownCode, type KnownParty, type PartyEnd, partyEnds } from './known.ts'
import { listInWords } from './list-in-words.ts'
import { readAmount } from './written-amounts.ts'
import { periodsWritten, writtenDates } from './written-dates.ts'

/** The service accepts no longer filter. */
const longest = 512

/** Exact meanings come alone: an id, name, status, date, amount, address or hash. Otherwise names that contain the text, and it as an id. */
export function meaningsOf(pasted: string, known: Known): readonly FinderItem[] {
  const { text } = tidied(pasted)
  if (text === '') return []
  // What stands in quotes, in a link, or behind a word such as "hash".
  const inner = [unquoted(text), lastSegment(text), ...readTransactions(pasted)]
  const texts = [...new Set([text, ...inner])].filter((one) => one !== '' && one.length <= longest)
  const opened = texts.flatMap((one) => transactionsMeant(withoutSpace(one), known))
  if (opened.length > 0) return distinct(opened, 'key')
  const addresses = addressesMeant(readAddress(pasted)).filter(
    ({ address }) =>
      address.length <= longest && (!looksLikeHash(withoutSpace(unquoted(text))) || isKnown(address, known)),
  )
  const named = [
    ...texts.flatMap((one) => exactMeanings(one, known)),
    ...addresses.flatMap(({ address }) => addressMeanings(address, known)),
    ...(addresses.length > 0 ? [] : texts.flatMap((one) => unreadHash(withoutSpace(one), known))),
  ]
  const lists = listInWords(text, known, named.length > 0 ? 2 : 1)
  const exact = [...lists, ...named]
  const meant = unquoted(text)
  return distinct(
    exact.length > 0
      ? exact
      : [
          ...partialMeanings(meant, known).map((item) => ({ ...item, isPart: true })),
          ...partsOfAddresses(meant, known),
          ...recordsWith(meant, known),
          ...asTyped(meant, known),
        ],
    'key',
  )
}

/** Documents break addresses and hashes with spaces. */
function withoutSpace(text: string): string {
  return text.replace(/ /g, '')
}

function unquoted(text: string): string {
  return text.replace(/^["'“”‘’«»`([{<]+|["'“”‘’«»`)\]}>,;.]+$/g, '').trim()
}

function exactMeanings(text: string, known: Known): readonly FinderItem[] {
  const name = folded(text)
  const called = <T extends KnownCode>(codes: readonly T[]) =>
    codes.filter(({ names }) => name !== '' && names.includes(name))
  return [
    ...called(known.parties).flatMap(partyMeanings),
    ...called(known.assets).map(assetMeaning),
    ...called(known.networks).map(networkMeaning),
    ...filterWords().flatMap(({ names, meaning }) => (names.includes(name) ? [meaning] : [])),
    ...datesMeant(text, known.now),
    ...amountsMeant(text, known),
  ]
}

function partialMeanings(text: string, known: Known): readonly FinderItem[] {
  const name = folded(text)
  if (name === '' || text.length > longest) return []
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
function transactionsMeant(token: string, known: Known): readonly FinderItem[] {
  const isHash = hashTest(token)
  const isMeant = ({ transaction_id, txn_hash, blockexplorer_link }: BookedTransaction) =>
    transaction_id === token || blockexplorer_link === token || isHash(txn_hash)
  return opening(isMeant, known)
}

function opening(isMeant: (transaction: BookedTransaction) => boolean, known: Known): readonly FinderItem[] {
  const { books, transactions } = known
  const found = books ? books.find(isMeant, mostOpened) : transactions.filter(isMeant).slice(0, mostOpened)
  return found.flatMap(openMeaning)
}

/** Whose note, memo, hash or ids contain every word. */
function recordsWith(text: string, { books }: Known): readonly FinderItem[] {
  const words = text.toLowerCase().split(/\s+/)
  if (books === null || text.length < shortestText || text.length > longest) return []
  const { total, transactions } = books.listed(text)
  const all = filterItem(`text ${text}`, parameterLabel('text'), text, counted(total, 'transaction'), {
    text,
  })
  const found = transactions.flatMap((one) => {
    const { note, txn_hash, destination } = one
    const named = [
      { about: 'Note', label: note },
      { about: 'Memo', label: destination.memo },
      { about: 'Hash', label: txn_hash },
    ].find(({ label }) => words.some((word) => label?.toLowerCase().includes(word)))
    return openMeaning(one).map((item) => ({
      ...item,
      ...(named?.label ? { about: named.about, label: excerpt(named.label, words) } : {}),
    }))
  })
  return [...(total > 1 ? [all] : []), ...found].map((item) => ({
    ...item,
    ...{ group: 'Notes, memos and hashes', isPart: true },
  }))
}

const shortestText = 3

/** A line of it, around the first of the words. */
function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const before = [...text.slice(0, Math.min(...places))]
  const rest = [...text.slice(before.join('').length)]
  const start = before.length > 20 ? `…${before.slice(-20).join('')}` : before.join('')
  const room = longestLine - start.length
  return start + (rest.length > room ? `${rest.slice(0, room).join('')}…` : rest.join(''))
}

const longestLine = 80

/** The API has no filter by amount. */
function amountsMeant(text: string, known: Known): readonly FinderItem[] {
  const written = readAmount(text)
  if (written === null) return []
  const { amounts, asset } = written
  const isOf = ({ asset_id, asset_name }: BookedTransaction) =>
    asset === null ||
    [folded(asset_id ?? ''), folded(asset_name ?? '')].some((name) => isWord(folded(asset), name))
  return opening((one) => isOf(one) && amounts.includes(plainAmount(one.amount) ?? ''), known)
}

function isWord(word: string, name: string): boolean {
  return name === word || name.split(/[^\p{L}\p{N}]+/u).includes(word)
}

function plainAmount(amount: string | null): string | null {
  const decimal = readDecimal(amount)
  return decimal && writeDecimal(decimal)
}

const mostOpened = 20

function openMeaning({ transaction_id, amount, asset_id, status }: BookedTransaction): readonly FinderItem[] {
  if (transaction_id === null) return []
  return [
    {
      group: 'Transactions',
      key: `open ${transaction_id}`,
      about: 'Open transaction',
      label: transaction_id,
      note: [`${amount ?? ''} ${asset_id ?? ''}`.trim(), status].filter(Boolean).join(' · '),
      act: { href: transactionHref(transaction_id), patch: { params: { tx: transaction_id } } },
    },
  ]
}

/** The service cannot be asked for a hash. Where its ids may look like hashes, the text may be an id. */
function unreadHash(token: string, { books, transactions }: Known): readonly FinderItem[] {
  if (books !== null || !looksLikeHash(token)) return []
  const areIdsAlike = transactions.every(({ transaction_id: id }) => id === null || looksLikeHash(id))
  return areIdsAlike ? [transactionId(token)] : []
}

function partyMeanings({ id, name, what, ends }: KnownParty): readonly FinderItem[] {
  return ends.map((end) =>
    filterMeaning(`${end}_id`, id, name, name === id ? what : [what, id].filter(Boolean).join(' · ')),
  )
}

function assetMeaning({ id, name }: KnownCode): FinderItem {
  return filterMeaning('asset_id', id, id, name === id ? '' : name)
}

function networkMeaning({ id, name }: KnownCode): FinderItem {
  return filterMeaning('network_id', id, name, name === id ? '' : id)
}

function isKnown(address: string, { addresses }: Known): boolean {
  const isSame = accountTest(address)
  return addresses.some((one) => isSame(one.address))
}

/** At the ends where transactions of the books have it. Without the books, at either end. */
function addressMeanings(meant: string, known: Known): readonly FinderItem[] {
  const isSame = accountTest(meant)
  const found = known.addresses.filter(({ address }) => isSame(address))
  const ends = (found.length > 0 ? found : [{ address: meant, of: '' }]).flatMap(({ address, of }) =>
    partyEnds.map((end) => ({
      end,
      address,
      meaning: filterMeaning(`${end}_address`, address, address, of),
    })),
  )
  const { books } = known
  if (!books) return ends.map(({ meaning }) => (found.length > 0 ? meaning : early(meaning)))
  return ends.flatMap(({ end, address, meaning }) =>
    books.find((row) => addressAt(row, end) === address, 1).length > 0 ? [meaning] : [],
  )
}

/** Addresses that begin with the text, or that were shortened to it. */
function partsOfAddresses(text: string, known: Known): readonly FinderItem[] {
  const [, start = '', end = ''] = /^([\w:]{4,})(?:(?:…|\.{2,3})(\w{3,}))?$/.exec(text.toLowerCase()) ?? []
  if (start.length < (end === '' ? 6 : 4)) return []
  return known.addresses
    .filter(({ address }) => {
      const whole = address.toLowerCase()
      return whole.startsWith(start) && whole.endsWith(end)
    })
    .slice(0, mostAlike)
    .flatMap(({ address }) => addressMeanings(address, known))
    .map((item) => ({ ...item, isPart: true }))
}

const mostAlike = 3

/** The books may say better. */
function early(item: FinderItem): FinderItem {
  return { ...item, isEarly: true }
}

function addressAt({ source, destination }: BookedTransaction, end: PartyEnd): string | null {
  return end === 'source' ? source.source_address : destination.destination_address
}

/** The books have every id. Without a digit, it is more likely a misspelled name. */
function asTyped(text: string, { books }: Known): readonly FinderItem[] {
  if (books !== null || !canBeId(text) || looksLikeHash(text)) return []
  return [transactionId(text, !/\d/.test(text))]
}

/** Not a link, a date, an amount or a text: as a filter, none would match. */
function canBeId(text: string): boolean {
  return (
    text.length <= longest &&
    /^[\p{L}\p{N}][\p{L}\p{N}._:;/~+=@#|-]*$/u.test(text) &&
    !/:\/\/|^[\w-]+(?:\.[\w-]+)+\/|^[^@]+@[^@]+\.[^@]+$/.test(text) &&
    writtenDates(text).length === 0 &&
    !/^\d+(?:[./:]\d+)+$/.test(text)
  )
}

/** Replaces all other filters: one transaction is wanted wherever it is. */
function transactionId(text: string, isGuess = false): FinderItem {
  const item = filterMeaning('transaction_id', text, text, 'among all transactions')
  const filter = { ...without(transactionsView.filters), transaction_id: text }
  const act = { ...item.act, patch: { filter } }
  return isGuess || looksLikeHash(text) ? { ...early(item), act, isGuess } : { ...item, act }
}

function filterMeaning(name: keyof Filter<'transactions'>, id: string, label: string, note: string) {
  return filterItem(`${name} ${id}`, parameterLabel(name), label, note, { [name]: id })
}

function filterItem(key: string, about: string, label: string, note: string, filter: TransactionFilter) {
  const act = { href: transactionsHref(filter), patch: { filter } }
  return { group: 'Transactions', key, about, label, note, act } as const satisfies FinderItem
}

let allWords: readonly { readonly names: readonly string[]; readonly meaning: FinderItem }[] | undefined

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

/** Explorers write a hash with 0x or without. */
function hashTest(token: string): (hash: string | null) => boolean {
  const bare = (text: string) => text.toLowerCase().replace(/^0x/, '')
  const digits = /^(?:0x)?[0-9a-f]{16,}$/i.test(token) ? bare(token) : null
  return (hash) =>
    hash !== null && hash !== '' && (hash === token || (digits !== null && bare(hash) === digits))
}

/** Links of this console end with an id. */
function lastSegment(text: string): string {
  const path = /^https?:\/\/[^/?# ]+([^?# ]*)\S*$/i.exec(text)?.[1] ?? ''
  return path.split('/').findLast((segment) => segment !== '') ?? ''
}

/** A named range, a UTC day, two days, a month, quarter or year. For an instant: its day, from it, until it. */
function datesMeant(text: string, now: Date): readonly FinderItem[] {
  const named = namedRanges(now, (label) => label === folded(text))
  if (named.length > 0) return named
  const periods = periodsWritten(text, now)
  if (periods.length > 0)
    return periods.map(({ first, last }) => dateMeaning({ start_date: first, end_date: last }))
  const instant = text.replace(' ', 'T')
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(instant)
  const milliseconds = isInstant ? Date.parse(instant) : Number.NaN
  if (Number.isNaN(milliseconds)) return []
  const day = new Date(milliseconds).toISOString().slice(0, 10)
  return [{ start_date: day, end_date: day }, { start_date: instant }, { end_date: instant }].map((range) =>
    dateMeaning(range),
  )
}

function namedRanges(now: Date, isMeant: (label: string) => boolean): readonly FinderItem[] {
  return datePresets(now).flatMap(({ label, ...range }) =>
    isMeant(folded(label)) ? [dateMeaning(range, label)] : [],
  )
}

function dateMeaning(filter: Pick<Filter<'transactions'>, 'start_date' | 'end_date'>, note = ''): FinderItem {
  const { start_date, end_date } = filter
  const about = !end_date ? 'From' : !start_date ? 'To' : 'Date'
  const label = [...new Set(Object.values(filter))].join(' – ')
  return filterItem(`date ${start_date ?? ''} ${end_date ?? ''}`, about, label, note, filter)
}
