/** What a typed or pasted text asks for. Pure: the caller looks it up in the records. */
import { formedAddresses, readAddress, readTransactions } from '../addresses/pasted/read-address.ts'
import { tidied } from '../contract/hidden-characters.ts'
import { readShortened, withOneMark } from '../contract/shortened-text.ts'
import { type FilterInWords, filterInWords } from './filter-in-words.ts'
import { hashSpellings, hederaId } from './hash-spellings.ts'
import type { SearchNames } from './names.ts'
import { readNumber, withPlainMarks } from './numbers.ts'

export interface ParsedSearch {
  /** With single spaces, and without hidden characters. */
  readonly text: string
  readonly isSingle: boolean
  /** What may be the id of a transaction, as it is written. */
  readonly ids: readonly string[]
  /** Hashes, each in every spelling, its own first. */
  readonly hashes: readonly (readonly string[])[]
  readonly addresses: readonly string[]
  /** All must occur in one record. Null for a text too short or too long for that. */
  readonly words: string | null
  /** Parts of ids, hashes and addresses, which are looked for one by one where several together are not found. */
  readonly parts: readonly string[]
  /** Amounts that the whole text may be, besides `asset_id`s in it. */
  readonly amounts: readonly string[]
  readonly offered: FilterInWords
}

export function readSearch(pasted: string, names: SearchNames, now: Date): ParsedSearch {
  const { text } = tidied(pasted)
  const tokens = withOneMark(text)
    .split(' ')
    .map((token) => token.replace(/^["'“”‘’«»`([{<]+|["'“”‘’«»`)\]}>,;:!?.]+$/g, ''))
    .filter(Boolean)
  const shortened = tokens.filter((token) => readShortened(token) !== null)
  const offered = filterInWords(text, names, now)
  const named = readTransactions(pasted)
  // Documents break a hash with spaces.
  const joined = text.replace(/ /g, '')
  // An id within a longer text has a digit. In a mail, an id is longer than a date.
  const idsWithin = tokens
    .filter((token) => token.length >= 4 && token.length <= longestText && /\d/.test(token))
    .sort((one, other) => other.length - one.length)
  const ids = distinctTexts([text, joined, lastSegment(text), ...named, ...idsWithin]).slice(0, mostIds)
  const whole = hashSpellings(joined).length > 0 ? [joined] : []
  const isSingle = tokens.length === 1 || whole.length > 0
  const hashes = distinctTexts(whole.length > 0 ? whole : [lastSegment(text), ...named, ...tokens])
    .map(hashSpellings)
    .filter(({ length }) => length > 0)
    .slice(0, mostHashes)
  // A filter is no text that somebody wrote down, unless it is one word: "pending" may be in a note, and a long number may be a memo.
  const isWord = tokens.length === 1 && (readNumber(text) === null || /^\d{5,}$/.test(text))
  const isText = offered.filter === null || shortened.length > 0 || isWord
  return {
    text,
    isSingle,
    ids,
    hashes,
    addresses: addressesOf(pasted),
    words: isText ? wordsOf(text, tokens) : null,
    parts: shortened.length > 1 ? shortened.slice(0, mostParts) : [],
    amounts: amountsOf(text),
    offered,
  }
}

const mostIds = 16
const mostHashes = 6
const mostAddresses = 4
const mostParts = 4
const mostWords = 8
const longestText = 512
const shortestWords = 3

function distinctTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '' && text.length <= longestText)
}

/** Links of this console and of explorers end with an id. */
function lastSegment(text: string): string {
  const path = /^https?:\/\/[^/?# ]+([^?# ]*)\S*$/i.exec(text)?.[1] ?? ''
  return path.split('/').findLast((segment) => segment !== '') ?? ''
}

/** The payer in an id of Hedera is no address that was asked for. */
function addressesOf(pasted: string): readonly string[] {
  const plain = pasted
    .split(/\s+/)
    .filter((token) => !hederaId.test(token) && !/\/transaction\/\d/.test(token))
    .join(' ')
  return formedAddresses(readAddress(plain))
    .map(({ address }) => address)
    .filter((address) => address.length <= longestText)
    .slice(0, mostAddresses)
}

function wordsOf(text: string, tokens: readonly string[]): string | null {
  const words = tokens.join(' ')
  if (words.length < shortestWords || text.length > longestText || tokens.length > mostWords) return null
  return words
}

/** A minus is a ledger's. A mark that may be another has two readings. */
function amountsOf(text: string): readonly string[] {
  const [, before = '', number = '', after = ''] =
    /^([a-z][\w.-]{0,20} )?([+-]?[\d.,' ]*\d) ?([a-z][\w.-]{0,20})?$/i.exec(withPlainMarks(text)) ?? []
  const read = before !== '' && after !== '' ? null : readNumber(number)
  if (read === null) return []
  const values = [read.value, read.other ?? ''].flatMap((value) => [value.replace(/^-/, ''), value])
  return [...new Set(values)].filter(Boolean)
}
