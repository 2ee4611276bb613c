/** What a run of words says: a value, a comparison, a period, a party, or what is asked for. */
import { looksLikeHash } from '../addresses/pasted/certainty.ts'
import { formedAddresses, readAddress } from '../addresses/pasted/read-address.ts'
import { agedFilter } from '../contract/ages.ts'
import type { TransactionFilterName } from '../contract/console-api.ts'
import { dayOf } from '../contract/day.ts'
import { add, multiply, readDecimal, subtract, writeDecimal } from '../contract/decimal.ts'
import type { OfferedFilter } from '../contract/search.ts'
import { readShortened } from '../contract/shortened-text.ts'
import { folded } from '../list/rank.ts'
import { neighbourOf } from '../url/periods.ts'
import { assetsCalled, isCalled, type PartyName, type SearchNames } from './names.ts'
import { numberInWords, readNumber, type WrittenNumber } from './numbers.ts'
import { endOfPeriod, momentWritten, periodsWritten } from './periods.ts'
import {
  ageWords,
  askedWords,
  comparisons,
  connectors,
  dayCounts,
  directionWords,
  endWords,
  fillers,
  groupWords,
  monthlyWords,
  numberWords,
  ordinaryWords,
  periodWords,
  statusWords,
  stuckWords,
  typeWords,
} from './words.ts'

export interface Phrase {
  readonly filter?: OfferedFilter
  /** The filter counts only where no other phrase says one of these. */
  readonly unless?: readonly TransactionFilterName[]
  readonly remark?: string
  /** Why it cannot be a filter. */
  readonly doubt?: string
  readonly choices?: readonly OfferedFilter[]
  readonly joins?: (typeof connectors)[number]
  readonly asks?: keyof typeof askedWords
  readonly most?: number
  readonly isByMonth?: boolean
  readonly endOf?: string
  /** Without a word that says at which end. */
  readonly parties?: readonly PartyName[]
}

/** In words. */
export const longestPhrase = 7

/** How far "about" an amount reaches to either side. */
const aboutPercent = 10n

/** Null: not understood. `next`: the word after it. */
export function phraseOf(
  text: string,
  next: string | undefined,
  names: SearchNames,
  now: Date,
): Phrase | null {
  const name = folded(text)
  const isWritten = /\p{Lu}/u.test(text) && names.assets.some(({ id }) => id === text)
  return (
    (isWritten ? assetPhrase(text, names) : null) ??
    fixedPhrases.get(name) ??
    agePhrase(name, now) ??
    largestPhrase(name) ??
    yearOrAmount(name, next, names) ??
    comparedAmount(name) ??
    amountRange(name) ??
    periodPhrase(name, now) ??
    exactAmount(text) ??
    assetPhrase(text, names) ??
    networkPhrase(name, names) ??
    addressPhrase(text) ??
    partyPhrase(name, names)
  )
}

/** With one of these, "sent" says no more. */
const saidByOthers = [
  ...['transaction_type', 'source_id', 'destination_id'],
  ...['source_address', 'destination_address', 'address'],
] as const satisfies readonly TransactionFilterName[]

function phrasesOf(name: TransactionFilterName, words: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(words).flatMap(([value, all]) =>
    all.map((word) => [word, { filter: { [name]: [value] } }] as const),
  )
}

const fixedPhrases: ReadonlyMap<string, Phrase> = new Map<string, Phrase>([
  ...fillers.map((word) => [word, {}] as const),
  ...connectors.map((joins) => [joins, { joins }] as const),
  ...phrasesOf('status', statusWords),
  ...phrasesOf('transaction_type', typeWords),
  ...groupWords.flatMap(({ words, status }) => words.map((word) => [word, { filter: { status } }] as const)),
  ...directionWords.flatMap(({ words, filter }) =>
    words.map((word) => [word, { filter, unless: saidByOthers }] as const),
  ),
  ...askedWords.fees.map((word) => [word, { asks: 'fees' }] as const),
  ...askedWords.holdings.map((word) => [word, { asks: 'holdings' }] as const),
  ...monthlyWords.map((word) => [word, { isByMonth: true }] as const),
])

function after(text: string, words: readonly string[]): string | null {
  const word = words.find((one) => text.startsWith(`${one} `))
  return word === undefined ? null : text.slice(word.length + 1)
}

function agePhrase(text: string, now: Date): Phrase | null {
  const today = dayOf(now.getTime())
  const [count = '', unit = ''] = (after(after(text, ['for']) ?? text, ageWords) ?? '').split(' ')
  const [number, length] = [countIn(count), Object.hasOwn(dayCounts, unit) ? dayCounts[unit] : undefined]
  const isAge = number !== null && length !== undefined && text.endsWith(`${count} ${unit}`)
  const days = stuckWords.includes(text) ? 1 : isAge ? number * length : null
  if (days === null) return null
  const { status, end_date = '' } = agedFilter({ from: days + 1, to: null }, today)
  return {
    filter: { status: [status ?? []].flat(), end_date: [end_date] },
    remark: `“${text}” means in flight, and recorded by ${end_date} (UTC).`,
  }
}

/** "a day", "one", "12". */
function countIn(text: string): number | null {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  const place = text === 'a' ? 0 : numberWords.indexOf(text)
  return place < 0 ? null : place + 1
}

/** "largest", "ten largest", "top 10", "largest 5". */
function largestPhrase(text: string): Phrase | null {
  const words = text.split(' ')
  const others = words.filter((word) => !askedWords.largest.some((one) => one === word))
  const counts = others.flatMap((word) => countIn(word) ?? [])
  if (others.length === words.length || others.length > 1 || counts.length < others.length) return null
  const [most] = counts
  return { asks: 'largest', ...(most !== undefined && { most }) }
}

function comparedAmount(text: string): Phrase | null {
  for (const name of ['amount_over', 'amount_from', 'amount_under', 'amount_to'] as const) {
    const written = after(text, comparisons[name]) ?? ''
    const number = readNumber(written)
    if (number) return amountPhrase({ [name]: [number.value] }, written, number)
  }
  return aboutAmount(text) ?? exactAmount(after(text, comparisons.exactly) ?? '')
}

function aboutAmount(text: string): Phrase | null {
  const written = after(text, comparisons.about) ?? ''
  const number = readNumber(written)
  const amount = readDecimal(number?.value ?? '')
  if (number === null || amount === null || amount.digits < 0n) return null
  const margin = multiply(amount, { digits: aboutPercent, scale: 2 })
  const [from, to] = [subtract, add].map((change) => writeDecimal(change(amount, margin)))
  const { filter, remark } = amountPhrase(
    { amount_from: [from ?? ''], amount_to: [to ?? ''] },
    written,
    number,
  )
  const range = `“about ${written}” means within ${aboutPercent}%: ${from} to ${to}.`
  return { ...(filter && { filter }), remark: remark === undefined ? range : `${range} ${remark}` }
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
  const endOf = endOfPeriod(text, now)
  if (endOf !== null) return { endOf }
  const kinds = ['within', 'since', 'after', 'until', 'before'] as const
  for (const kind of ['bare', ...kinds] as const) {
    const written = kind === 'bare' ? text : after(text, periodWords[kind])
    if (written === null) continue
    const moment = kind === 'bare' || kind === 'within' ? null : momentWritten(written, now)
    if (moment !== null)
      return { filter: { [kind === 'since' || kind === 'after' ? 'start_date' : 'end_date']: [moment] } }
    const [period, another] = periodsWritten(written, now)
    if (!period) continue
    if (another)
      return {
        doubt: `${written} may be ${period.first} or ${another.first}. Write the day as ${period.first} is written.`,
      }
    const { first, last } = period
    const isRange = kind === 'bare' || kind === 'within' || / to | - |\.\./.test(written)
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

/** A whole address, at an end if a word says so, or both ends of one or of a hash: `0x4f…c1`. */
function addressPhrase(text: string): Phrase | null {
  if (readShortened(text) !== null) return { filter: { text: [text] } }
  for (const [words, name] of [
    [endWords.source_id, 'source_address'],
    [endWords.destination_id, 'destination_address'],
    [null, 'address'],
  ] as const) {
    const written = words === null ? text : after(text, words)
    if (written === null || written.includes(' ') || looksLikeHash(written)) continue
    const [only, another] = formedAddresses(readAddress(written))
    if (only && !another && only.address === written) return { filter: { [name]: [written] } }
  }
  return null
}

/** "to Kraken settlement", or "to Kraken" if only one party has that name. */
function partyPhrase(text: string, names: SearchNames): Phrase | null {
  for (const end of ['source_id', 'destination_id'] as const) {
    const name = after(text, endWords[end])
    const found = name === null ? [] : partiesCalled(name, names)
    const [first] = found
    if (!first || name === null) continue
    const isOne = found.every((one) => folded(one.name) === folded(first.name)) || isCalled(first, name)
    if (isOne) return { filter: { [end]: found.map(({ id }) => id) }, ...besides(first, names) }
    const some = found.slice(0, 4).map(({ name: full }) => `“${full}”`)
    return {
      doubt: `“${name}” may be ${some.join(', ')}${found.length > 4 ? ' and others' : ''}.`,
      choices: [...new Set(found.map((one) => folded(one.name)))].map((full) => ({
        [end]: found.flatMap((one) => (folded(one.name) === full ? one.id : [])),
      })),
    }
  }
  const parties = names.parties.filter((party) => isCalled(party, text))
  return parties.length > 0 ? { parties } : null
}

/** A whole name may be the beginning of another. */
function besides({ name }: PartyName, { parties }: SearchNames): Pick<Phrase, 'remark'> {
  const other = parties.find(
    (party) => party.name !== name && folded(party.name).startsWith(`${folded(name)} `),
  )
  return other ? { remark: `“${other.name}” is not included.` } : {}
}

/** By their id or whole name, or else by the beginnings of words in it. */
export function partiesCalled(name: string, { parties }: SearchNames): readonly PartyName[] {
  const whole = parties.filter((party) => isCalled(party, name))
  if (whole.length > 0) return whole
  const words = name.split(' ')
  if (name.length < 3) return []
  return parties.filter((party) => {
    const own = folded(party.name).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => own.some((one) => one.startsWith(word)))
  })
}
