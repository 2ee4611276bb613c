/** Makes text from outside safe to look at: names what is invisible, turns the reading direction, or looks like a Latin letter. */
import { counted } from '../contract/count-text.ts'
import { codePointName, hiddenIn } from '../contract/hidden-characters.ts'

type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  /** A hidden character, several in a row, or a foreign letter that passes for a Latin one. */
  | { readonly kind: 'hidden' | 'foreign'; readonly text: string; readonly name: string }

type Mark = Exclude<TextPart, { kind: 'plain' }> & { readonly at: number }

export function hasMarks(text: string): boolean {
  return !isPrintableAscii(text) && shownText(text, text.length).parts.some(({ kind }) => kind !== 'plain')
}

/** Visible, and read from left to right, as nearly all texts are. */
export function isPrintableAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

/** `more` counts the characters that follow. */
interface ShownText {
  readonly parts: readonly TextPart[]
  readonly more: number
}

/** About `most` characters, so that a long text cannot stall the page. Many hidden characters in a row are counted in one part. */
export function shownText(text: string, most: number): ShownText {
  const start = upTo(text, mostLookedAt)
  const marks = [...hiddenMarks(start), ...foreignLetters(start)].sort((one, other) => one.at - other.at)
  const parts: TextPart[] = []
  let [end, drawn] = [0, 0]
  const drawTo = (next: number): boolean => {
    const plain = upTo(start.slice(end, next), most - drawn)
    if (plain !== '') parts.push({ kind: 'plain', text: plain })
    drawn += plain.length
    end += plain.length
    return end === next
  }
  for (const mark of marks.slice(0, mostMarks)) {
    const isRoom = drawTo(mark.at) && (mark.kind === 'hidden' || drawn < most)
    if (!isRoom) return { parts, more: text.length - end }
    parts.push(mark)
    end += mark.text.length
    if (mark.kind === 'foreign') drawn += mark.text.length
  }
  // After the last mark that is looked for, others may follow.
  if (marks.length < mostMarks) drawTo(start.length)
  return { parts, more: text.length - end }
}

function hiddenMarks(text: string): readonly Mark[] {
  const runs: { character: string; at: number; name: string }[][] = []
  for (const hidden of hiddenIn(text)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (last && last.at + last.character.length === hidden.at) run?.push(hidden)
    else if (runs.length < mostMarks) runs.push([hidden])
    else break
  }
  return runs.flatMap((run): readonly Mark[] => {
    const each = run.map(
      ({ character, at, name }) => ({ kind: 'hidden', text: character, at, name }) as const,
    )
    const [first] = each
    if (first === undefined || run.length <= longestNamedRun) return each
    const text = each.map((one) => one.text).join('')
    return [{ ...first, text, name: counted(run.length, 'hidden character') }]
  })
}

/**
 * Letters of another script that pass for Latin ones: the Т of “USDТ_ETH” is Cyrillic. Words in a script of their own are left alone, and so
 * are Chinese, Japanese and Korean beside Latin, which is how these are written (UTS 39, "Highly Restrictive").
 */
function foreignLetters(text: string): readonly Mark[] {
  const named = text.replace(characterName, (name) => ' '.repeat(name.length))
  const words = [...named.matchAll(wordForm)].map(({ 0: word, index }) => ({ word, index }))
  // A letter unlike any Latin one shows that the text is written in that script.
  const hasOwnScript = words.some(({ word }) =>
    lettersIn(word).some(({ letter }) => !lookAlikes.test(letter)),
  )
  return words
    .filter(({ word }) => latin.test(word) || !hasOwnScript)
    .flatMap(({ word, index }) =>
      lettersIn(word).map(({ at, letter }) => ({
        ...{ kind: 'foreign', text: letter, at: at + index, name: codePointName(letter) },
      })),
    )
}

/** A hidden character does not end a word. */
const wordForm = /(?:(?![\t\r\n])[\p{L}\p{M}\p{N}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}])+/gu

/** The name of a hidden character in its place. Its U says nothing about the letters beside it. */
const characterName = /U\+[\dA-F]{4,6}/g

const latin = /\p{Script=Latin}/u

function lettersIn(word: string): readonly { readonly at: number; readonly letter: string }[] {
  return [...word.matchAll(besideLatin)].map(({ 0: letter, index: at }) => ({ at, letter }))
}

/** Mathematical letters have no script, and count; the sign for a millionth has none either. */
const besideLatin =
  /(?![µ\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Lm}])\p{L}/gu

/** Of the confusables of UTS 39, those that look like a letter of A to Z or a to z. */
const lookAlikes =
  /^[АВЕЅІЈКМНОРСТУХԌԚԜҮаеорсухѕіјһԁԛԝүΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹαικνορυϲϳՍՏՕԼօսոզհցԿ\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Common}]$/u

const longestNamedRun = 4
const mostMarks = 500
/** Characters beyond this are only counted. */
const mostLookedAt = 200_000

/** The start of a text, never ending in half a character. */
function upTo(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** For places without markup, such as the title of a tab. */
export function withHiddenNamed(text: string): string {
  if (text.length <= longestTitle && isPrintableAscii(text)) return text
  const { parts, more } = shownText(text, longestTitle)
  return parts.map((part) => (part.kind === 'plain' ? part.text : part.name)).join('') + (more > 0 ? '…' : '')
}

const longestTitle = 1_000

/** Null unless it is http(s) without credentials. */
export function safeHttpLink(text: string | null): string | null {
  if (text === null || !/^https?:\/\//i.test(text.trim())) return null
  try {
    const url = new URL(text.trim())
    return url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

/** Keeps both ends. Null where shortening saves little. */
export function shortenMiddle(
  text: string,
  head: number,
  tail: number,
): { start: string; end: string } | null {
  const characters = [...text]
  if (characters.length <= head + tail + 3) return null
  return { start: characters.slice(0, head).join(''), end: characters.slice(-tail).join('') }
}

/** No hash or id is longer. */
export const longestShortened = 1_000

/** No address is longer. */
export const longestGrouped = 256

/**
 * Counted from the front, as hardware wallets do, `0x` aside: Ethereum addresses then have whole groups. `isEnd`: of the last four characters, which
 * may begin within a group.
 */
export function groupsOfFour(text: string): readonly (readonly { text: string; isEnd: boolean }[])[] {
  const characters = [...text]
  const end = characters.length - 4
  const groups: { text: string; isEnd: boolean }[][] = []
  let start = 0
  while (start < characters.length) {
    const next = start + (start === 0 && text.startsWith('0x') ? 6 : 4)
    const cut = Math.min(Math.max(end, start), next)
    const parts = [
      { text: characters.slice(start, cut).join(''), isEnd: false },
      { text: characters.slice(cut, next).join(''), isEnd: true },
    ]
    groups.push(parts.filter((part) => part.text !== ''))
    start = next
  }
  return groups
}
