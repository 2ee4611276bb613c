import { readShortened, withOneMark } from '../../contract/shortened-text.ts'
import type { Condition } from '../../database/sql.ts'
import { databaseText, textSeparator } from '../database-text.ts'

export interface RowRange {
  readonly limit: number
  /** At most `furthestOffset`. */
  readonly offset: number
}

/** To skip more rows than these costs too much in a large account. */
export const furthestOffset = 100_000

/** `parameters` are placeholders. */
export function anyOf(column: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? 'false' : `${column} in (${parameters.join(', ')})`
}

/** Each word costs a condition on every row. */
export const mostWords = 20

export function searchWords(text = ''): readonly string[] {
  return withOneMark(text).toLowerCase().split(/\s+/).filter(Boolean)
}

/** The word is part of what is in the column `words`, or one text there begins and ends as a shortened word does. */
export function wordOccurs(where: Condition, word: string): string {
  const shortened = readShortened(word)
  if (shortened === null) return partOccurs(where, word)
  const { start, end } = shortened
  const ends = [start, end].filter(Boolean).map((part) => partOccurs(where, part))
  const patterns = startsOf(start).map((one) => where.parameter(`${one}%${likeText(end)}`))
  const separator = where.parameter(textSeparator)
  return `${ends.join(' and ')} and exists (
    select 1 from unnest(string_to_array(words, ${separator})) as one (text) where text like any (array[${patterns.join(', ')}])
  )`
}

/** As patterns. Explorers write a hash with 0x or without, and an address with the name of its network or without: `bitcoincash:q…`. */
function startsOf(start: string): readonly string[] {
  if (start === '') return ['']
  const text = likeText(start)
  return [text, `%:${text}`, ...(/^[\da-f]+$/.test(start) ? [`0x${text}`] : [])]
}

/**
 * `strpos` takes half the time of `like`, which alone can use an index: with the beginning, since a long word against a long text takes it
 * minutes.
 */
function partOccurs(where: Condition, word: string): string {
  const text = databaseText(word)
  const beginning = text.slice(0, 40).replace(/[\ud800-\udbff]$/, '')
  return `strpos(words, ${where.parameter(text)}) > 0 and words like ${where.parameter(`%${likeText(beginning)}%`)}`
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
