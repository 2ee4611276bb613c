/** What a typed or pasted text can mean among transactions: a filter, or some of them. */
import { accountTest, looksLikeHash } from '../../addresses/pasted/certainty.ts'
import { formedAddresses, readAddress, readTransactions } from '../../addresses/pasted/read-address.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { counted } from '../../contract/count-text.ts'
import { readDecimal, writeDecimal } from '../../contract/decimal.ts'
import type { Filter, TransactionFilter } from '../../contract/endpoints.ts'
import { tidied } from '../../contract/hidden-characters.ts'
import { folded, rank } from '../../list/rank.ts'
import { distinct } from '../../list/suggestions.tsx'
import { parameterLabel, statusLabels, typeLabels } from '../../records/labels.ts'
import { transactionHref, transactionsHref } from '../../url/hrefs.ts'
import { without } from '../../url/list-view.ts'
import { transactionsView } from '../../url/lists.ts'
import { datePresets } from '../../url/periods.ts'
import type { FinderItem } from './items.ts'
import { listInWords } from './list-in-words.ts'
import { type NamedCode, type Names, type PartyName, partyEnds } from './names.ts'
import { periodsWritten, readAmount, writtenDates } from './written-values.ts'

export interface SearchedTransactions {
  /** Otherwise the service may have others: a text may be an id, and an address may be at either end. */
  readonly areAll: boolean
  find(isMatch: (row: BookedTransaction) => boolean, most: number): readonly BookedTransaction[]
  /** With every word of a text in their note, memo, hash or ids. */
  containing(
    text: string,
    most: number,
  ): { readonly total: number; readonly first: readonly BookedTransaction[] }
}

export function readInTab(transactions: readonly BookedTransaction[]): SearchedTransactions {
  return {
    areAll: false,
    find: (isMatch, most) => transactions.filter(isMatch).slice(0, most),
    containing: () => ({ total: 0, first: [] }),
  }
}

/** The service accepts no longer filter. */
const longest = 512

/** Exact meanings come alone: an id, name, status, date, amount, address or hash. Otherwise names that contain the text, and it as an id. */
export function meaningsOf(
  pasted: string,
  names: Names,
  transactions: SearchedTransactions,
  now: Date,
): readonly FinderItem[] {
  const { text } = tidied(pasted)
  if (text === '') return []
  // An id may be in quotes, in a link, or after a word such as "hash".
  const bare = unquoted(text)
  const texts = [...new Set([text, bare, lastSegment(text), ...readTransactions(pasted)])].filter(
    (one) => one !== '' && one.length <= longest,
  )
  const opened = transactionsNamed(texts.map(withoutSpace), transactions)
  if (opened.length > 0) return opened
  const addresses = formedAddresses(readAddress(pasted)).filter(
    ({ address }) =>
      address.length <= longest &&
      (!looksLikeHash(withoutSpace(bare)) || spellingsIn(names, address).length > 0),
  )
  const exact = [
    ...texts.flatMap((one) => exactMeanings(one, names, transactions, now)),
    ...addresses.flatMap(({ address }) => addressMeanings(address, names, transactions)),
  ]
  const certain = [...listInWords(text, names, now, exact.length > 0 ? 2 : 1), ...exact]
  if (certain.length > 0) return distinct(certain, 'key')
  const partial = [
    ...partialMeanings(bare, names, now),
    ...partsOfAddresses(bare, names, transactions),
    ...transactionsContaining(bare, transactions),
  ]
  return distinct([...partial.map((item) => ({ ...item, isPart: true })), ...asId(bare, transactions)], 'key')
}

/** Documents break addresses and hashes with spaces. */
function withoutSpace(text: string): string {
  return text.replace(/ /g, '')
}

function unquoted(text: string): string {
  return text.replace(/^["'“”‘’«»`([{<]+|["'“”‘’«»`)\]}>,;.]+$/g, '').trim()
}

/** Links of this console end with an id. */
function lastSegment(text: string): string {
  const path = /^https?:\/\/[^/?# ]+([^?# ]*)\S*$/i.exec(text)?.[1] ?? ''
  return path.split('/').findLast((segment) => segment !== '') ?? ''
}

function exactMeanings(
  text: string,
  { parties, assets, networks }: Names,
  transactions: SearchedTransactions,
  now: Date,
): readonly FinderItem[] {
  const name = folded(text)
  const called = <T extends NamedCode>(codes: readonly T[]) =>
    codes.filter(({ spellings }) => name !== '' && spellings.includes(name))
  return [
    ...called(parties).flatMap(partyMeanings),
    ...called(assets).map(assetMeaning),
    ...called(networks).map(networkMeaning),
    ...filterWords().flatMap(({ words, meaning }) => (words.includes(name) ? [meaning] : [])),
    ...dateMeanings(text, now),
    ...transactionsOfAmount(text, transactions),
  ]
}

function partialMeanings(
  text: string,
  { parties, assets, networks }: Names,
  now: Date,
): readonly FinderItem[] {
  const name = folded(text)
  if (name === '' || text.length > longest) return []
  const fitting = <T extends NamedCode>(codes: readonly T[]) =>
    rank(text, codes, ({ id, name }) => ({ label: name, id }))
  return [
    ...filterWords().flatMap(({ words, meaning }) =>
      words.some((word) => word.startsWith(name)) ? [meaning] : [],
    ),
    ...datePresets(now).flatMap(({ label, ...range }) =>
      folded(label).startsWith(name) ? [dateMeaning(range, label)] : [],
    ),
    ...fitting(parties).flatMap(partyMeanings),
    ...fitting(assets).map(assetMeaning),
    ...fitting(networks).map(networkMeaning),
  ]
}

function partyMeanings({ id, name, kind, ends }: PartyName): readonly FinderItem[] {
  const note = name === id ? kind : [kind, id].filter(Boolean).join(' · ')
  return ends.map((end) => filterMeaning(`${end}_id`, id, name, note))
}

function assetMeaning({ id, name }: NamedCode): FinderItem {
  return filterMeaning('asset_id', id, id, name === id ? '' : name)
}

function networkMeaning({ id, name }: NamedCode): FinderItem {
  return filterMeaning('network_id', id, name, name === id ? '' : id)
}

let allWords: readonly { readonly words: readonly string[]; readonly meaning: FinderItem }[] | undefined

/** Statuses and types, by label and value. */
function filterWords() {
  allWords ??= [
    ...Object.entries(statusLabels).map(([value, { label, meaning }]) => ({
      words: [folded(value), folded(label)],
      meaning: filterMeaning('status', value, label, meaning),
    })),
    ...Object.entries(typeLabels).map(([value, label]) => ({
      words: [folded(value), folded(label), folded(value).replaceAll(' ', '')],
      meaning: filterMeaning('transaction_type', value, label, ''),
    })),
  ]
  return allWords
}

/** By id, hash or explorer link. */
function transactionsNamed(
  names: readonly string[],
  transactions: SearchedTransactions,
): readonly FinderItem[] {
  const hashes = names.map(hashTest)
  return transactions
    .find(
      ({ transaction_id, txn_hash, blockexplorer_link }) =>
        (transaction_id !== null && names.includes(transaction_id)) ||
        (blockexplorer_link !== null && names.includes(blockexplorer_link)) ||
        hashes.some((isHash) => isHash(txn_hash)),
      mostOpened,
    )
    .flatMap(openMeaning)
}

/** Explorers write a hash with 0x or without. */
function hashTest(token: string): (hash: string | null) => boolean {
  const bare = (text: string) => text.toLowerCase().replace(/^0x/, '')
  const digits = /^(?:0x)?[0-9a-f]{16,}$/i.test(token) ? bare(token) : null
  return (hash) =>
    hash !== null && hash !== '' && (hash === token || (digits !== null && bare(hash) === digits))
}

/** Found by the amount itself: the API has no filter for it. */
function transactionsOfAmount(text: string, transactions: SearchedTransactions): readonly FinderItem[] {
  const written = readAmount(text)
  if (written === null) return []
  const asset = written.asset === null ? null : folded(written.asset)
  const isOfAsset = (name: string) =>
    asset === null || name === asset || name.split(/[^\p{L}\p{N}]+/u).includes(asset)
  return transactions
    .find(({ amount, asset_id, asset_name }) => {
      const decimal = readDecimal(amount)
      if (decimal === null || !written.amounts.includes(writeDecimal(decimal))) return false
      return [asset_id, asset_name].some((name) => isOfAsset(folded(name ?? '')))
    }, mostOpened)
    .flatMap(openMeaning)
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

/** With every word in a note, memo, hash or id. */
function transactionsContaining(text: string, transactions: SearchedTransactions): readonly FinderItem[] {
  if (text.length < shortestWords || text.length > longest) return []
  const words = text.toLowerCase().split(/\s+/)
  const { total, first } = transactions.containing(text, mostContaining)
  const all = filterItem(`text ${text}`, parameterLabel('text'), text, counted(total, 'transaction'), {
    text,
  })
  const each = first.flatMap((one) => {
    const match = [
      { about: 'Note', text: one.note },
      { about: 'Memo', text: one.destination.memo },
      { about: 'Hash', text: one.txn_hash },
    ].find(({ text }) => words.some((word) => text?.toLowerCase().includes(word)))
    return openMeaning(one).map((item) => ({
      ...item,
      ...(match?.text && { about: match.about, label: excerpt(match.text, words) }),
    }))
  })
  return [...(total > 1 ? [all] : []), ...each].map((item) => ({ ...item, group: 'Notes, memos and hashes' }))
}

const shortestWords = 3
const mostContaining = 5

/** A line of it, around the first of the words. */
function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const before = [...text.slice(0, Math.min(...places))]
  const rest = [...text.slice(before.join('').length)]
  const start = before.length > 20 ? `…${before.slice(-20).join('')}` : before.join('')
  const room = longestExcerpt - start.length
  return start + (rest.length > room ? `${rest.slice(0, room).join('')}…` : rest.join(''))
}

const longestExcerpt = 80

function spellingsIn({ addresses }: Names, address: string): Names['addresses'] {
  const isSame = accountTest(address)
  return addresses.filter((one) => isSame(one.address))
}

/** At the ends where transactions have it. Unless all were searched, at either end. */
function addressMeanings(
  meant: string,
  names: Names,
  transactions: SearchedTransactions,
): readonly FinderItem[] {
  const listed = spellingsIn(names, meant)
  const isUnknown = listed.length === 0
  const spellings = isUnknown ? [{ address: meant, owner: '' }] : listed
  return spellings.flatMap(({ address, owner }) =>
    partyEnds
      .filter(
        (end) =>
          !transactions.areAll ||
          transactions.find(
            ({ source, destination }) =>
              address === (end === 'source' ? source.source_address : destination.destination_address),
            1,
          ).length > 0,
      )
      .map((end) => ({
        ...filterMeaning(`${end}_address`, address, address, owner),
        isEarly: isUnknown && !transactions.areAll,
      })),
  )
}

/** Addresses that begin with the text, or that were shortened to it. */
function partsOfAddresses(
  text: string,
  names: Names,
  transactions: SearchedTransactions,
): readonly FinderItem[] {
  const [, start = '', end = ''] = /^([\w:]{4,})(?:(?:…|\.{2,3})(\w{3,}))?$/.exec(text.toLowerCase()) ?? []
  if (start.length < (end === '' ? 6 : 4)) return []
  return names.addresses
    .filter(({ address }) => {
      const whole = address.toLowerCase()
      return whole.startsWith(start) && whole.endsWith(end)
    })
    .slice(0, mostAlike)
    .flatMap(({ address }) => addressMeanings(address, names, transactions))
}

const mostAlike = 3

/**
 * The text as the id of a transaction that was not read. It replaces all other filters: that transaction is wanted wherever it is. Without a
 * digit, the text is more likely a misspelled name. One that looks like a hash is an id only where ids look like hashes.
 */
function asId(text: string, transactions: SearchedTransactions): readonly FinderItem[] {
  if (transactions.areAll || !canBeId(text)) return []
  const isHash = looksLikeHash(text)
  if (
    isHash &&
    transactions.find(({ transaction_id: id }) => id !== null && !looksLikeHash(id), 1).length > 0
  )
    return []
  const item = filterMeaning('transaction_id', text, text, 'among all transactions')
  const filter = { ...without(transactionsView.filters), transaction_id: text }
  const isGuess = !isHash && !/\d/.test(text)
  return [{ ...item, act: { ...item.act, patch: { filter } }, isGuess, isEarly: isGuess || isHash }]
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

/** A named range, a UTC day, two days, a month, quarter or year. For an instant: its day, from it, until it. */
function dateMeanings(text: string, now: Date): readonly FinderItem[] {
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

function dateMeaning(filter: Pick<Filter<'transactions'>, 'start_date' | 'end_date'>, note = ''): FinderItem {
  const { start_date, end_date } = filter
  const about = !end_date ? 'From' : !start_date ? 'To' : 'Date'
  const label = [...new Set(Object.values(filter))].join(' – ')
  return filterItem(`date ${start_date ?? ''} ${end_date ?? ''}`, about, label, note, filter)
}

function filterMeaning(name: keyof Filter<'transactions'>, id: string, label: string, note: string) {
  return filterItem(`${name} ${id}`, parameterLabel(name), label, note, { [name]: id })
}

function filterItem(key: string, about: string, label: string, note: string, filter: TransactionFilter) {
  const act = { href: transactionsHref(filter), patch: { filter } }
  return { group: 'Transactions', key, about, label, note, act } as const satisfies FinderItem
}
