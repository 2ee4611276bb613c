/** A list asked for in words: "failed BTC withdrawals last week", "in flight for more than a day", "export completed deposits of October". */
import type { FilterValue, TransactionFilter } from '../../contract/endpoints.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { folded, rank } from '../../list/rank.ts'
import { parameterLabel, statusLabels, typeLabels } from '../../records/labels.ts'
import { transactionsView } from '../../url/lists.ts'
import type { FinderItem, Opened } from './items.ts'
import type { Names } from './names.ts'
import { periodsWritten, readAmount } from './written-values.ts'

type FilterName = keyof TransactionFilter

/** What a phrase says: values of a filter, an order, or what to open with the list. */
interface Phrase {
  readonly filter?: Readonly<Partial<Record<FilterName, readonly string[]>>>
  readonly sort?: string
  readonly opens?: Opened
  /** In the result. */
  readonly label?: string
}

/**
 * Empty where a word says nothing, and for fewer than `least` phrases: a single name has other meanings. Several results where several
 * things share a name.
 */
export function listInWords(text: string, names: Names, now: Date, least: 1 | 2): readonly FinderItem[] {
  const words = wordsIn(text)
  if (words.length > mostWords) return []
  let lists: readonly (readonly Phrase[])[] = [[]]
  let count = 0
  for (let at = 0; at < words.length; count += 1) {
    const next = phrasesAt(words, at, names, now)
    if (next === null) return []
    lists = lists.flatMap((before) => next.phrases.map((phrase) => [...before, phrase])).slice(0, mostLists)
    at += next.length
  }
  return count < least ? [] : lists.flatMap((phrases) => listItem(phrases) ?? [])
}

function listItem(phrases: readonly Phrase[]): FinderItem | null {
  const filter = filterOf(phrases)
  // In flight has an order of its own, unless another is named.
  const { sort } = phrases.find((one) => one.sort && !one.filter) ?? phrases.find((one) => one.sort) ?? {}
  const opens = phrases.find((one) => one.opens !== undefined)?.opens
  if (filter === null || (Object.keys(filter).length === 0 && sort === undefined)) return null
  const href = transactionsView.href('/transactions', filter, sort === undefined ? {} : { sort })
  return {
    group: 'Transactions',
    key: `list ${opens ?? ''} ${href}`,
    about: opens === 'export' ? 'Export' : opens === 'totals' ? 'Totals' : 'List',
    label: phrases.flatMap(({ label }) => label ?? []).join(', '),
    note: '',
    act: { href, ...(opens && { opens }) },
  }
}

const mostLists = 6
const mostWords = 20
const longestPhrase = 6

export function wordsIn(text: string): readonly string[] {
  return folded(text)
    .split(/[,;?]*\s+|[,;?]+$/)
    .filter(Boolean)
}

/** What the longest run of words that begins there may say. */
function phrasesAt(words: readonly string[], at: number, names: Names, now: Date) {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length -= 1) {
    const text = words.slice(at, at + length).join(' ')
    const phrase =
      fixedPhrases().get(text) ?? age(text, now) ?? bound(text) ?? asset(text, names) ?? dates(text, now)
    const phrases = phrase ? [phrase] : parties(text, names)
    if (phrases.length > 0) return { phrases, length }
  }
  return null
}

/** One value for each filter, but for those that take several. Null where two contradict. */
function filterOf(phrases: readonly Phrase[]): TransactionFilter | null {
  const values = new Map<string, readonly string[]>()
  for (const { filter = {} } of phrases)
    for (const [name, more] of Object.entries(filter))
      values.set(name, [...new Set([...(values.get(name) ?? []), ...more])])
  const several: readonly string[] = ['asset_id', 'network_id', 'transaction_type', 'status']
  if ([...values].some(([name, all]) => all.length > 1 && !several.includes(name))) return null
  return Object.fromEntries(
    [...values].map(([name, all]): [string, FilterValue] => [name, all.length > 1 ? all : (all[0] ?? '')]),
  )
}

let fixed: ReadonlyMap<string, Phrase> | undefined

function fixedPhrases(): ReadonlyMap<string, Phrase> {
  fixed ??= new Map([
    ...fillers.map((word) => [word, {}] as const),
    ...Object.entries(statusLabels).map(
      ([value, { label }]) => [folded(label), { filter: { status: [value] }, label }] as const,
    ),
    ...['in flight', 'in-flight', 'open', 'unfinished', 'on the way'].map(
      (name) =>
        [name, { filter: { status: openStatuses }, sort: 'recorded_on:asc', label: 'In flight' }] as const,
    ),
    ['canceled', { filter: { status: ['cancelled'] }, label: statusLabels.cancelled.label }],
    ...Object.entries(typeLabels).flatMap(([value, label]) =>
      [value, `${value}s`, `${value}als`, `${value}al`, value.replace(' ', ''), `${value}ing`].map(
        (name) => [name, { filter: { transaction_type: [value] }, label }] as const,
      ),
    ),
    ...['largest', 'biggest', 'highest'].map(
      (name) => [name, { sort: 'amount:desc', label: 'largest first' }] as const,
    ),
    ['oldest', { sort: 'recorded_on:asc', label: 'oldest first' }],
    ...['export', 'save', 'download'].map((name) => [name, { opens: 'export' }] as const),
    ...['totals', 'total', 'sum', 'fees', 'count'].map((name) => [name, { opens: 'totals' }] as const),
  ])
  return fixed
}

/** Words that narrow nothing. */
export const fillers: readonly string[] =
  'transactions,transaction,transfers,movements,payments,everything,all,list,show,the,a,in,of,for,on,during,with,and,or,by,by asset,from,since when'.split(
    ',',
  )

/** "for more than 2 days": recorded before these days began. */
function age(text: string, now: Date): Phrase | null {
  const [, number = '', unit = ''] =
    /^(?:for )?(?:more than|over|longer than|older than) (an?|one|\d{1,3}) (day|week)s?$/.exec(text) ?? []
  if (unit === '') return null
  const days = (/^\d/.test(number) ? Number(number) : 1) * (unit === 'week' ? 7 : 1)
  const last = new Date(now.getTime() - (days + 1) * 86_400_000).toISOString().slice(0, 10)
  return { filter: { end_date: [last] }, label: `until ${last}` }
}

/** "over 1,000". */
function bound(text: string): Phrase | null {
  const [, least, written = ''] =
    /^(?:(over|above|more than|at least|from)|under|below|less than|at most|up to) ([\d.,'’]+)$/.exec(text) ??
    []
  const amount = readAmount(written)?.amounts[0]
  if (amount === undefined) return null
  const name = least === undefined ? 'amount_to' : 'amount_from'
  return { filter: { [name]: [amount] }, label: `${parameterLabel(name).toLowerCase()} ${amount}` }
}

/** "to Kraken settlement", or "to kraken" for each that is called so. */
function parties(text: string, names: Names): readonly Phrase[] {
  const [, word, name = ''] = /^(from|to|into|out of) (.{3,})$/.exec(text) ?? []
  if (word === undefined) return []
  const end = word === 'from' || word === 'out of' ? 'source' : 'destination'
  const there = names.parties.filter(({ ends }) => ends.includes(end))
  const exact = there.filter(({ spellings }) => spellings.includes(name))
  const all = exact.length > 0 ? exact : rank(name, there, ({ name: label }) => ({ label }))
  return all.map(({ id, name }) => ({ filter: { [`${end}_id`]: [id] }, label: `${word} ${name}` }))
}

/** By id or name, or by what its ids begin with: `USDC` is on several networks. */
function asset(text: string, { assets, networks }: Names): Phrase | null {
  const exact = assets.filter(({ spellings }) => spellings.includes(text))
  const all = exact.length > 0 ? exact : assets.filter(({ id }) => folded(id).split(/[_.-]/)[0] === text)
  const ids = all.map(({ id }) => id)
  if (ids.length > 0) return { filter: { asset_id: ids }, label: ids.join(' or ') }
  const network = networks.find(({ spellings }) => spellings.includes(text.replace(/^on /, '')))
  return network ? { filter: { network_id: [network.id] }, label: `on ${network.name}` } : null
}

function dates(text: string, now: Date): Phrase | null {
  const [, word, rest = text] = /^(since|from|until|before) (.+)$/.exec(text) ?? []
  const [period, another] = periodsWritten(rest, now)
  if (!period || another) return null
  const { first, last } = period
  if (word === 'until') return { filter: { end_date: [last] }, label: `until ${last}` }
  if (word === 'before') {
    const day = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
    return { filter: { end_date: [day] }, label: `before ${first}` }
  }
  if (word !== undefined) return { filter: { start_date: [first] }, label: `since ${first}` }
  return { filter: { start_date: [first], end_date: [last] }, label: [...new Set([first, last])].join(' – ') }
}
