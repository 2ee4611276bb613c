import type { Condition } from '../../database/sql.ts'
import { databaseText } from '../database-text.ts'

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

export function searchWords(text = ''): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/**
 * The word is part of what is in the column `words`. `strpos` takes half the time of `like`, which alone can use an index: with
 * the beginning, since a long word against a long text takes it minutes.
 */
export function wordOccurs(where: Condition, word: string): string {
  const text = databaseText(word)
  const beginning = text.slice(0, 40).replace(/[\ud800-\udbff]$/, '')
  const pattern = `%${beginning.replace(/[\\%_]/g, '\\$&')}%`
  return `strpos(words, ${where.parameter(text)}) > 0 and words like ${where.parameter(pattern)}`
}
