/**
 * A filter in words: "failed BTC withdrawals last week". Each word is looked up, the longest run of words first. There is no grammar: the order
 * of words means nothing, and what is not understood is named.
 */
import type { OfferedFilter, SearchedFilter } from '../contract/search.ts'
import { folded } from '../list/rank.ts'
import { neighbourOf } from '../url/periods.ts'
import { assetsCalled, isCalled, type SearchNames } from './names.ts'
import { numberInWords, readNumber, type WrittenNumber, withPlainMarks } from './numbers.ts'
import { periodsWritten } from './periods.ts'
import {
  comparisons,
  connectors,
  endWords,
  fillers,
  groupWords,
  ordinaryWords,
  periodWords,
  statusWords,
  typeWords,
} from './words.ts'

export interface FilterInWords {
  /** Null unless every word is understood, in one way. */
  readonly filter: OfferedFilter | null
  /** Runs of words that are not understood; empty where none is understood. */
  readonly unknown: readonly string[]
  /** Sentences. */
  readonly remarks: readonly string[]
}

/** What a run of words says. */
interface Phrase {
  readonly filter?: OfferedFilter
  /** How it was read. */
  readonly remark?: string
  /** Why it cannot be a filter. */
  readonly doubt?: string
  readonly joins?: (typeof connectors)[number]
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
  const isAnything = phrases.some(({ filter, doubt }) => filter || doubt)
  if (!isAnything) return nothingSaid
  const remarks = phrases.flatMap(({ remark, doubt }) => doubt ?? remark ?? [])
  const joined = joinedFilter(phrases)
  const isWhole = unknown.length === 0 && phrases.every(({ doubt }) => doubt === undefined)
  return {
    filter: isWhole && 'filter' in joined ? joined.filter : null,
    unknown: unknown.map((run) => run.join(' ')),
    remarks: isWhole && 'why' in joined ? [...remarks, joined.why] : remarks,
  }
}

const nothingSaid: FilterInWords = { filter: null, unknown: [], remarks: [] }

/** A longer text is not read as a filter. */
const mostWords = 20
const longestPhrase = 6

/** As they are written, without the punctuation between them. */
export function typedWords(typed: string): readonly string[] {
  return withPlainMarks(typed)
    .replace(/([<>≤≥]=?|=)/g, ' $1 ')
    .split(/\s+/)
    .map((word) => word.replace(/^["'“”«»(]+|[,;?!"'“”«»)]+$/g, ''))
    .filter(Boolean)
}

/** The longest run of words that begins there and says something; a single word where none does. */
function phraseAt(words: readonly string[], at: number, names: SearchNames, now: Date) {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length -= 1) {
    const phrase = phraseOf(words.slice(at, at + length).join(' '), words[at + length], names, now)
    if (phrase) return { phrase, length }
  }
  return { phrase: null, length: 1 }
}

function phraseOf(text: string, next: string | undefined, names: SearchNames, now: Date): Phrase | null {
  const name = folded(text)
  const isWritten = /\p{Lu}/u.test(text) && names.assets.some(({ id }) => id === text)
  return (
    (isWritten ? assetPhrase(text, names) : null) ??
    fixedPhrases().get(name) ??
    yearOrAmount(name, next, names) ??
    comparedAmount(name) ??
    amountRange(name) ??
    periodPhrase(name, now) ??
    exactAmount(text) ??
    assetPhrase(text, names) ??
    networkPhrase(name, names) ??
    partyPhrase(name, names)
  )
}

let fixed: ReadonlyMap<string, Phrase> | undefined

function fixedPhrases(): ReadonlyMap<string, Phrase> {
  const valuesOf = (name: SearchedFilter, words: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(words).flatMap(([value, all]) =>
      all.map((word) => [word, { filter: { [name]: [value] } }] as const),
    )
  fixed ??= new Map<string, Phrase>([
    ...fillers.map((word) => [word, {}] as const),
    ...connectors.map((joins) => [joins, { joins }] as const),
    ...valuesOf('status', statusWords),
    ...valuesOf('transaction_type', typeWords),
    ...groupWords.flatMap(({ words, status }) =>
      words.map((word) => [word, { filter: { status } }] as const),
    ),
  ])
  return fixed
}

/** What follows one of these words. */
function after(text: string, words: readonly string[]): string | null {
  const word = words.find((one) => text.startsWith(`${one} `))
  return word === undefined ? null : text.slice(word.length + 1)
}

function comparedAmount(text: string): Phrase | null {
  for (const name of ['amount_over', 'amount_from', 'amount_under', 'amount_to'] as const) {
    const written = after(text, comparisons[name]) ?? ''
    const number = readNumber(written)
    if (number) return amountPhrase({ [name]: [number.value] }, written, number)
  }
  return exactAmount(after(text, comparisons.exactly) ?? '')
}

/** A ledger writes what was paid out with a minus. Amounts of transactions have no sign. */
function exactAmount(written: string): Phrase | null {
  const number = readNumber(written)
  if (number === null) return null
  const value = number.value.replace(/^-/, '')
  return amountPhrase({ amount_from: [value], amount_to: [value] }, written, number)
}

function amountRange(text: string): Phrase | null {
  const [, first = '', last = ''] = /^between (.+) and (.+)$/.exec(text) ?? []
  const [from, to] = [readNumber(first), readNumber(last)]
  const [doubted, number] = from?.other === null ? [last, to] : [first, from]
  if (!from || !to || !number) return null
  return amountPhrase({ amount_from: [from.value], amount_to: [to.value] }, doubted, number)
}

function amountPhrase(filter: OfferedFilter, written: string, number: WrittenNumber): Phrase {
  const remark = numberInWords(number)
  return { filter, ...(remark !== null && { remark: remark.replace(/^Reads/, `“${written}” reads`) }) }
}

/** "2025" alone, without a word before it or an asset after it. */
function yearOrAmount(text: string, next: string | undefined, names: SearchNames): Phrase | null {
  if (!/^(?:19|20)\d\d$/.test(text)) return null
  if (next !== undefined && assetPhrase(next, names)) return exactAmount(text)
  return { doubt: `${text} may be a year or an amount. Write “in ${text}” or “exactly ${text}”.` }
}

function periodPhrase(text: string, now: Date): Phrase | null {
  const kinds = ['within', 'since', 'after', 'until', 'before'] as const
  for (const kind of ['bare', ...kinds] as const) {
    const written = kind === 'bare' ? text : after(text, periodWords[kind])
    const [period, another] = written === null ? [] : periodsWritten(written, now)
    if (!period) continue
    if (another)
      return {
        doubt: `${written} may be ${period.first} or ${another.first}. Write the day as ${period.first} is written.`,
      }
    const { first, last } = period
    const isRange = kind === 'bare' || kind === 'within' || / to | - |\.\./.test(written ?? '')
    if (isRange) return { filter: { start_date: [first], end_date: [last] } }
    if (kind === 'since') return { filter: { start_date: [first] } }
    if (kind === 'until') return { filter: { end_date: [last] } }
    const day = { kind: 'days', first: kind === 'after' ? last : first, last } as const
    const single = { ...day, last: day.first }
    return kind === 'after'
      ? { filter: { start_date: [neighbourOf(single, 1).first] } }
      : { filter: { end_date: [neighbourOf(single, -1).last] } }
  }
  return null
}

function assetPhrase(text: string, names: SearchNames): Phrase | null {
  const ids = assetsCalled(text, names, (word) => ordinaryWords.has(word) || fillers.includes(word)).map(
    ({ id }) => id,
  )
  return ids.length > 0 ? { filter: { asset_id: ids } } : null
}

/** A name of both an asset and a network is the asset, unless "on" comes before it. */
function networkPhrase(text: string, { networks }: SearchNames): Phrase | null {
  const name = after(text, ['on']) ?? text
  const ids = networks.flatMap((network) => (isCalled(network, name) ? network.id : []))
  return ids.length > 0 ? { filter: { network_id: ids } } : null
}

/** "to Kraken settlement", or "to Kraken" if only one party has that name. */
function partyPhrase(text: string, names: SearchNames): Phrase | null {
  for (const end of ['source_id', 'destination_id'] as const) {
    const name = after(text, endWords[end])
    const found = name === null ? [] : partiesCalled(name, names)
    const [first] = found
    if (!first || name === null) continue
    const isOne = found.every((one) => folded(one.name) === folded(first.name)) || isCalled(first, name)
    if (isOne) return { filter: { [end]: found.map(({ id }) => id) } }
    const some = found.slice(0, 4).map(({ name: full }) => `“${full}”`)
    return { doubt: `“${name}” may be ${some.join(', ')}${found.length > 4 ? ' and others' : ''}.` }
  }
  const bare = names.parties.filter((party) => isCalled(party, text))
  if (bare.length === 0) return null
  const name = bare[0]?.name ?? text
  return { doubt: `“${name}” may be at either end. Write “from ${name}” or “to ${name}”.` }
}

/** By their id or whole name, or else by the beginnings of words in it. */
function partiesCalled(name: string, { parties }: SearchNames) {
  const whole = parties.filter((party) => isCalled(party, name))
  if (whole.length > 0) return whole
  const words = name.split(' ')
  if (name.length < 3) return []
  return parties.filter((party) => {
    const own = folded(party.name).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  })
}

function joinedFilter(phrases: readonly Phrase[]): { filter: OfferedFilter } | { why: string } {
  const values = new Map<string, readonly string[]>()
  const said = phrases.filter(({ filter, joins }) => filter || joins)
  for (const [at, { joins }] of said.entries()) {
    if (joins === undefined) continue
    const [before, next] = [said[at - 1]?.filter, said[at + 1]?.filter]
    const isOfOne = before && next && Object.keys(before).join() === Object.keys(next).join()
    if (joins === 'or' && !isOfOne)
      return { why: '“or” is understood between two values of one filter alone.' }
  }
  for (const { filter = {} } of phrases)
    for (const [name, more] of Object.entries(filter)) {
      const before = values.get(name) ?? []
      if (before.length > 0 && single.test(name) && before.join() !== more.join())
        return { why: `Only one ${name.startsWith('amount') ? 'amount' : 'period'} can be set.` }
      values.set(name, [...new Set([...before, ...more])])
    }
  return { filter: Object.fromEntries(values) }
}

const single = /^amount_|_date$/
