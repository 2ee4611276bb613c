export interface Searchable {
  readonly label: string
  readonly id?: string
  readonly also?: readonly string[]
}

/**
 * Matching items, best first: by id, whole label, its beginning, the beginning of a word, part of a word. Other texts count half. An empty
 * query matches all.
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
  // A few characters are in some id by chance, but its beginning is typed on purpose.
  const isIdMeant = wanted.length >= shortestIdPart || target.startsWith(wanted)
  const others = [...also.map(folded), ...(isIdMeant ? [target] : [])]
  return Math.max(fitOf(wanted, folded(label)), ...others.map((text) => fitOf(wanted, text) / 2))
}

/** Every word of the query must be in the text, in any order. */
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

/** Without case, accents, kinds of dashes and extra spaces, which nobody types exactly. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
