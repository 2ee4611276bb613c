import { folded } from '../find/pasted.ts'

/**
 * How well a text fits what was typed: 0 where it does not, else the more the better. Every typed word has to be somewhere in
 * it, in any order: best as the whole text, then at its beginning, at the beginning of a word, and last within one.
 */
export function likeness(typed: string, text: string): number {
  const wanted = folded(typed)
  const target = folded(text)
  if (wanted === '') return fits.anywhere
  if (target === wanted) return fits.whole
  if (target.startsWith(wanted)) return fits.beginning
  const each = wanted.split(' ').map((word) => fitOfWord(word, target))
  return each.includes(fits.none) ? fits.none : each.reduce((sum, one) => sum + one, 0) / each.length
}

/**
 * Those that fit what was typed, the best first; equals stay in their order. The first text of each is its name; the others, by
 * which it is found as well, count half.
 */
export function ranked<T>(
  typed: string,
  items: readonly T[],
  texts: (item: T) => readonly string[],
): readonly { readonly item: T; readonly score: number }[] {
  const scored = items.map((item) => {
    const [name = '', ...others] = texts(item)
    const score = Math.max(likeness(typed, name), ...others.map((text) => likeness(typed, text) / 2))
    return { item, score }
  })
  return scored.filter(({ score }) => score > fits.none).sort((a, b) => b.score - a.score)
}

const fits = { none: 0, anywhere: 1, wordStart: 3, beginning: 6, whole: 8 } as const

function fitOfWord(word: string, target: string): number {
  if (target.startsWith(word)) return fits.wordStart + 1
  let at = target.indexOf(word)
  if (at < 0) return fits.none
  for (; at >= 0; at = target.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(target[at - 1] ?? '')) return fits.wordStart
  return fits.anywhere
}
