import { folded } from './pasted.ts'

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
export function rank<T>(
  query: string,
  items: readonly T[],
  texts: (item: T) => Searchable,
): readonly { readonly item: T; readonly score: number }[] {
  const wanted = folded(query)
  return items
    .map((item) => ({ item, score: scoreOf(wanted, texts(item)) }))
    .filter(({ score }) => score > fits.none)
    .sort((a, b) => b.score - a.score)
}

/** The one item that a query names: by its id, else by its label. None where two are called so. */
export function itemNamed<T>(
  query: string,
  items: readonly T[],
  texts: (item: T) => Searchable,
): T | undefined {
  const wanted = folded(query)
  if (wanted === '') return undefined
  const byId = items.filter((item) => folded(texts(item).id ?? '') === wanted)
  const named = byId.length > 0 ? byId : items.filter((item) => folded(texts(item).label) === wanted)
  return named.length === 1 ? named[0] : undefined
}

const fits = { none: 0, anywhere: 1, wordStart: 3, beginning: 6, whole: 8, id: 9 } as const
const shortestIdPart = 4

function scoreOf(wanted: string, { label, id, also = [] }: Searchable): number {
  const target = id === undefined ? '' : folded(id)
  if (target !== '' && target === wanted) return fits.id
  // A few characters are in some id or other by chance; what an id begins with is typed on purpose.
  const isIdMeant = wanted.length >= shortestIdPart || target.startsWith(wanted)
  const others = [...also.map(folded), ...(isIdMeant ? [target] : [])]
  return Math.max(fitOf(wanted, folded(label)), ...others.map((text) => fitOf(wanted, text) / 2))
}

/** Every word of the query has to be somewhere in the text, in any order. */
function fitOf(wanted: string, text: string): number {
  if (wanted === '') return fits.anywhere
  if (text === wanted) return fits.whole
  if (text.startsWith(wanted)) return fits.beginning
  const each = wanted.split(' ').map((word) => fitOfWord(word, text))
  return each.includes(fits.none) ? fits.none : each.reduce((sum, one) => sum + one, 0) / each.length
}

function fitOfWord(word: string, text: string): number {
  if (text.startsWith(word)) return fits.wordStart + 1
  let at = text.indexOf(word)
  if (at < 0) return fits.none
  for (; at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return fits.wordStart
  return fits.anywhere
}
