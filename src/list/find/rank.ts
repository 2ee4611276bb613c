/** The texts by which an item is found: what it is called, its id where it has one, and others. */
export interface Searchable {
  readonly label: string
  readonly id?: string
  readonly also?: readonly string[]
}

/**
 * The items that fit a query, the best first; equals stay in their order, and an empty query fits all. Its own id is best of all,
 * then come whole labels, their beginnings, words that begin so, and parts of words. Texts other than the label count half.
 */
export function rank<T>(query: string, items: readonly T[], texts: (item: T) => Searchable): readonly T[] {
  const wanted = folded(query)
  return items
    .map((item) => ({ item, score: scoreOf(wanted, texts(item)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

const anywhere = 1
const wordStart = 3
const beginning = 6
const whole = 8
const ownId = 9
const shortestIdPart = 4

function scoreOf(wanted: string, { label, id = '', also = [] }: Searchable): number {
  const target = folded(id)
  if (target !== '' && target === wanted) return ownId
  // A few characters are in some id or other by chance; what an id begins with is typed on purpose.
  const isIdMeant = wanted.length >= shortestIdPart || target.startsWith(wanted)
  const others = [...also.map(folded), ...(isIdMeant ? [target] : [])]
  return Math.max(fitOf(wanted, folded(label)), ...others.map((text) => fitOf(wanted, text) / 2))
}

/** Every word of the query has to be somewhere in the text, in any order. */
function fitOf(wanted: string, text: string): number {
  if (wanted === '') return anywhere
  if (text === wanted) return whole
  if (text.startsWith(wanted)) return beginning
  const each = wanted.split(' ').map((word) => fitOfWord(word, text))
  return each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0) / each.length
}

function fitOfWord(word: string, text: string): number {
  if (text.startsWith(word)) return wordStart + 1
  const before = text.split(word).slice(0, -1)
  if (before.length === 0) return 0
  return before.some((part) => /[^\p{L}\p{N}]$/u.test(part)) ? wordStart : anywhere
}

/**
 * A text as it is compared: neither case nor accents nor the kind of a dash nor the width of a gap makes a difference,
 * since nobody types them as they stand in a name.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
