/**
 * What a sentence asks for: "failed BTC withdrawals last week", "fees last month", "Settlement Warm end of September". Words are looked up,
 * longest phrase first. There is no grammar: the order of words has no meaning, and unknown words are named.
 */
import type { TransactionFilterName } from '../contract/console-api.ts'
import type { OfferedFilter } from '../contract/search.ts'
import { folded } from '../list/rank.ts'
import type { Period } from '../url/periods.ts'
import type { PartyName, SearchNames } from './names.ts'
import { withPlainMarks } from './numbers.ts'
import { shortestPeriod } from './periods.ts'
import { longestPhrase, type Phrase, partiesCalled, phraseOf } from './phrases.ts'
import { ordinaryWords } from './words.ts'

/** What the figure over the results is of. */
export type Asked =
  | { readonly kind: 'sums'; readonly filter: OfferedFilter }
  | { readonly kind: 'largest'; readonly filter: OfferedFilter; readonly most: number }
  | {
      readonly kind: 'fees'
      readonly period: Period
      /** Ids; null for all. */
      readonly vaults: readonly string[] | null
      readonly assets: readonly string[] | null
      readonly isByMonth: boolean
    }
  | {
      readonly kind: 'holdings'
      readonly day: string
      readonly vaults: readonly string[] | null
      readonly assets: readonly string[] | null
    }
  | { readonly kind: 'party'; readonly id: string; readonly name: string }

export interface FilterInWords {
  /** Of the list of transactions. Null unless every word is understood, in one way. */
  readonly filter: OfferedFilter | null
  /** Null unless every word is understood. */
  readonly asked: Asked | null
  readonly unknown: readonly string[]
  readonly remarks: readonly string[]
  /** Filters that it may be, where nothing but the name of a party is in doubt. */
  readonly choices: readonly OfferedFilter[]
}

export function filterInWords(typed: string, names: SearchNames, now: Date): FilterInWords {
  const words = typedWords(typed)
  if (words.length > mostWords) return nothingSaid
  const phrases: Phrase[] = []
  const unknown: string[][] = []
  let wasUnknown = false
  for (let at = 0; at < words.length; ) {
    const { phrase, length } = phraseAt(words, at, names, now)
    if (phrase) phrases.push(phrase)
    else if (wasUnknown) unknown.at(-1)?.push(...words.slice(at, at + length))
    else unknown.push(words.slice(at, at + length))
    wasUnknown = phrase === null
    at += length
  }
  const whole = phrases.every(({ parties }) => parties) ? onlyParty(words.join(' '), names) : null
  if (whole) return { ...nothingSaid, asked: whole }
  // One shortened text is looked for as text, and a word for what is asked is a page as well.
  const isAnything = phrases.some(
    ({ filter = {}, doubt, parties }) =>
      doubt !== undefined || parties || Object.keys(filter).some((name) => name !== 'text'),
  )
  if (!isAnything) return nothingSaid
  const doubts = phrases.flatMap(({ doubt }) => doubt ?? [])
  const remarks = phrases.flatMap(({ remark, doubt }) => doubt ?? remark ?? [])
  const named = unknown.map((run) => run.join(' '))
  if (named.length > 0 || doubts.length > 0) {
    const choices = named.length > 0 || doubts.length > 1 ? [] : choicesOf(phrases)
    return { filter: null, asked: null, unknown: named, remarks, choices }
  }
  const understood = understoodAs(phrases)
  return 'why' in understood
    ? { ...nothingSaid, remarks: [...remarks, understood.why] }
    : { ...understood, unknown: [], remarks, choices: [] }
}

const nothingSaid: FilterInWords = { filter: null, asked: null, unknown: [], remarks: [], choices: [] }

function choicesOf(phrases: readonly Phrase[]): readonly OfferedFilter[] {
  return phrases
    .flatMap(({ choices = [] }) => choices)
    .flatMap((filter) => {
      const understood = understoodAs(phrases.map((phrase) => (phrase.choices ? { filter } : phrase)))
      return ('filter' in understood && understood.filter) || []
    })
}

/** A longer text is not read as a filter. */
const mostWords = 20

/** As they are written, without the punctuation between them. */
function typedWords(typed: string): readonly string[] {
  return withPlainMarks(typed)
    .replace(/([<>≤≥]=?|[=~≈])/g, ' $1 ')
    .split(/\s+/)
    .map((word) => word.replace(/^["'“”«»(]+|[,;?!"'“”«»)]+$/g, ''))
    .filter(Boolean)
}

/** How many rows a figure may have that the text asks for, as far as is known without the names of the account; 0 for a text that asks for none. */
export function expectedRows(typed: string, now: Date): number {
  const words = typedWords(typed)
  if (words.length > mostWords) return 0
  const phrases = words.flatMap((_, at) => phraseAt(words, at, noNames, now).phrase ?? [])
  const rows = phrases.map(({ filter = {}, asks, most, endOf, isByMonth }) => {
    if (asks === 'largest') return most ?? mostLargest
    if (asks !== undefined || endOf !== undefined || isByMonth) return words.length > 1 ? rowsOfReport : 0
    return Object.keys(filter).some((name) => name !== 'text') ? rowsOfSums : 0
  })
  return Math.min(mostLargest, Math.max(0, ...rows))
}

const rowsOfReport = 9
const rowsOfSums = 3

const noNames: SearchNames = { parties: [], assets: [], networks: [] }

/** The longest run of words that begins there and says something; a single word where none does. */
function phraseAt(words: readonly string[], at: number, names: SearchNames, now: Date) {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length -= 1) {
    const phrase = phraseOf(words.slice(at, at + length).join(' '), words[at + length], names, now)
    if (phrase) return { phrase, length }
  }
  return { phrase: null, length: 1 }
}

/** A text that is nothing but the name of one party. A vault of one's own has a page of its own. */
function onlyParty(text: string, names: SearchNames): Asked | null {
  const name = folded(text)
  const found = ordinaryWords.has(name) ? [] : partiesCalled(name, names)
  const [party] = found
  if (!party || found.length > 1 || party.kind === 'vault') return null
  return { kind: 'party', id: party.id, name: party.name }
}

interface Said {
  readonly filter: OfferedFilter
  readonly asks: ReadonlySet<NonNullable<Phrase['asks']>>
  readonly parties: readonly PartyName[]
  readonly endOf: string | null
  readonly isByMonth: boolean
  readonly most: number
}

type Understood = Pick<FilterInWords, 'filter' | 'asked'>

function understoodAs(phrases: readonly Phrase[]): Understood | { readonly why: string } {
  const joined = joinedFilter(phrases)
  if ('why' in joined) return joined
  const said: Said = {
    filter: joined.filter,
    asks: new Set(phrases.flatMap(({ asks }) => asks ?? [])),
    parties: phrases.flatMap(({ parties = [] }) => parties),
    endOf: phrases.find(({ endOf }) => endOf !== undefined)?.endOf ?? null,
    isByMonth: phrases.some(({ isByMonth }) => isByMonth === true),
    most: phrases.find(({ most }) => most !== undefined)?.most ?? mostLargest,
  }
  const kind = kinds.find(({ isAsked }) => isAsked(said))
  return kind ? kind.read(said) : { why: 'This cannot be answered as one question.' }
}

/** Without a number. */
const mostLargest = 10

/** What can be asked, the first that fits. */
const kinds: readonly {
  isAsked(said: Said): boolean
  read(said: Said): Understood | { readonly why: string }
}[] = [
  {
    isAsked: ({ asks }) => asks.has('fees'),
    read({ filter: { start_date = [], end_date = [], asset_id, source_id, ...rest }, ...said }) {
      const [first = '', last = ''] = [start_date[0], end_date[0]]
      if (isMixed(said, 'fees') || Object.keys(rest).length > 0 || said.endOf !== null)
        return { why: 'Fees can be asked for by period, vault and asset only.' }
      if (!isDay(first) || !isDay(last)) return { why: 'Say for which days, such as “fees last month”.' }
      const vaults = vaultsOf(said.parties, source_id)
      if ('why' in vaults) return vaults
      const assets = asset_id ?? null
      return asked({
        kind: 'fees',
        period: shortestPeriod(first, last),
        ...vaults,
        assets,
        isByMonth: said.isByMonth,
      })
    },
  },
  {
    isAsked: ({ asks, endOf }) => asks.has('holdings') || endOf !== null,
    read({ filter: { start_date = [], end_date = [], asset_id, ...rest }, endOf, ...said }) {
      const last = end_date[0]
      const day = endOf ?? (last === start_date[0] ? last : null)
      if (isMixed(said, 'holdings') || said.isByMonth || Object.keys(rest).length > 0)
        return { why: 'Balances can be asked for at the end of a day, by vault, by asset, or by both.' }
      if (!day || !isDay(day) || (endOf !== null && last !== undefined))
        return { why: 'Say for which day, such as “end of September” or “2026-09-30”.' }
      const vaults = vaultsOf(said.parties)
      return 'why' in vaults ? vaults : asked({ kind: 'holdings', day, ...vaults, assets: asset_id ?? null })
    },
  },
  {
    isAsked: ({ isByMonth }) => isByMonth,
    read: () => ({ why: 'Only fees can be split by month, such as “fees this year by month”.' }),
  },
  {
    isAsked: ({ parties, filter }) => parties.length > 0 && Object.keys(filter).length === 0,
    read({ parties }) {
      const name = parties[0]?.name ?? ''
      return { why: `“${name}” may be at either end. Write “from ${name}” or “to ${name}”.` }
    },
  },
  {
    isAsked: ({ asks }) => asks.has('largest'),
    read({ most, ...said }) {
      const filter = atEitherEnd(said)
      return { filter, asked: { kind: 'largest', filter, most } }
    },
  },
  {
    isAsked: ({ filter }) => Object.keys(filter).length > 0,
    read(said) {
      const filter = atEitherEnd(said)
      return { filter, asked: { kind: 'sums', filter } }
    },
  },
]

function atEitherEnd({ filter, parties }: Pick<Said, 'filter' | 'parties'>): OfferedFilter {
  const [vaults, others] = [true, false].map((isVault) =>
    parties.flatMap(({ kind, id }) => ((kind === 'vault') === isVault ? id : [])),
  )
  return {
    ...filter,
    ...(vaults?.[0] !== undefined && { vault_id: vaults }),
    ...(others?.[0] !== undefined && { counterparty: others }),
  }
}

const asked = (figure: Asked): Understood => ({ filter: null, asked: figure })

function isMixed({ asks }: Pick<Said, 'asks'>, kind: NonNullable<Phrase['asks']>): boolean {
  return [...asks].some((one) => one !== kind)
}

/** A moment within a day is none. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

function vaultsOf(
  parties: readonly PartyName[],
  named: readonly string[] = [],
): { readonly vaults: readonly string[] | null } | { readonly why: string } {
  const other = parties.find(({ kind }) => kind !== 'vault')
  if (other) return { why: `“${other.name}” is not one of your vaults.` }
  const ids = [...new Set([...parties.map(({ id }) => id), ...named])]
  return { vaults: ids.length > 0 ? ids : null }
}

function joinedFilter(phrases: readonly Phrase[]): { filter: OfferedFilter } | { why: string } {
  const values = new Map<string, readonly string[]>()
  const said = phrases.filter(({ filter, joins }) => filter || joins)
  for (const [at, { joins }] of said.entries()) {
    if (joins === undefined) continue
    const [before, next] = [said[at - 1]?.filter, said[at + 1]?.filter]
    const isOfOne = before && next && Object.keys(before).join() === Object.keys(next).join()
    if (joins === 'or' && !isOfOne) return { why: '“or” works only between two values of one filter.' }
  }
  const isSaid = (name: TransactionFilterName) =>
    phrases.some(({ filter = {}, unless }) => unless === undefined && name in filter)
  for (const { filter = {}, unless = [] } of phrases)
    for (const [name, more] of unless.some(isSaid) ? [] : Object.entries(filter)) {
      const before = values.get(name) ?? []
      if (before.length > 0 && single.test(name) && before.join() !== more.join())
        return { why: `Only one ${name.startsWith('amount') ? 'amount' : 'period'} can be set.` }
      const all = [...new Set([...before, ...more])]
      // One text of words that all occur.
      values.set(name, name === 'text' ? [all.join(' ')] : all)
    }
  return { filter: Object.fromEntries(values) }
}

const single = /^amount_|_date$/
