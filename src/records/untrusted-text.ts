/** Makes text from outside safe to look at: names what is invisible, turns the reading direction, or passes for a Latin letter. */
import { counted } from '../contract/count-text.ts'
import { codePointName, hiddenIn } from '../contract/hidden-characters.ts'
import { foreignLetters } from './foreign-letters.ts'

type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly name: string }

/** A letter that passes for a Latin one. */
interface ForeignPart {
  readonly kind: 'foreign'
  readonly text: string
  readonly name: string
}

/** Whether a part of the text is named in its place. */
export function hasMarks(text: string): boolean {
  return !isPrintableAscii(text) && shownText(text, text.length).parts.some(({ kind }) => kind !== 'plain')
}

/** The parts joined are the text. */
export function splitHidden(text: string): readonly TextPart[] {
  return isPrintableAscii(text) ? (text === '' ? [] : [{ kind: 'plain', text }]) : [...partsOf(text)]
}

/** Nearly all texts are: visible, and read from left to right. */
export function isPrintableAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

function* partsOf(text: string): Generator<TextPart> {
  let end = 0
  for (const { character, at, name } of hiddenIn(text)) {
    if (at > end) yield { kind: 'plain', text: text.slice(end, at) }
    yield { kind: 'hidden', text: character, name }
    end = at + character.length
  }
  if (end < text.length) yield { kind: 'plain', text: text.slice(end) }
}

/** `more` counts the characters that follow. */
interface ShownText {
  readonly parts: readonly (TextPart | ForeignPart)[]
  readonly more: number
}

/** About `most` characters, so that a long text cannot stall the page. A long run of hidden characters is one part, named by its count. */
export function shownText(text: string, most: number): ShownText {
  const parts: (TextPart | ForeignPart)[] = []
  const found = foreignLetters(upTo(text, mostLookedAt)).slice(0, mostMarks)
  const foreign = new Map(found.map(({ at, letter }) => [at, letter]))
  let run: Extract<TextPart, { kind: 'hidden' }>[] = []
  let [length, drawn, marks] = [0, 0, 0]
  const endRun = () => {
    if (run.length <= longestNamedRun) parts.push(...run)
    else
      parts.push({
        kind: 'hidden',
        text: run.map((part) => part.text).join(''),
        name: counted(run.length, 'hidden character'),
      })
    marks += Math.min(run.length, longestNamedRun)
    run = []
  }
  for (const part of partsOf(upTo(text, mostLookedAt))) {
    if (part.kind === 'hidden') {
      run.push(part)
      length += part.text.length
      continue
    }
    endRun()
    if (marks >= mostMarks) break
    const plain = upTo(part.text, most - drawn)
    for (const piece of withForeign(plain, length, foreign)) {
      parts.push(piece)
      if (piece.kind === 'foreign') marks += 1
    }
    drawn += plain.length
    length += plain.length
    if (plain.length < part.text.length) break
  }
  endRun()
  return { parts, more: text.length - length }
}

/** `start` is where the text begins in that of the letters. */
function* withForeign(
  text: string,
  start: number,
  foreign: ReadonlyMap<number, string>,
): Generator<TextPart | ForeignPart> {
  let end = 0
  for (let at = 0; foreign.size > 0 && at < text.length; at += 1) {
    const letter = foreign.get(start + at)
    if (letter === undefined) continue
    if (at > end) yield { kind: 'plain', text: text.slice(end, at) }
    yield { kind: 'foreign', text: letter, name: codePointName(letter) }
    end = at + letter.length
  }
  if (end < text.length) yield { kind: 'plain', text: text.slice(end) }
}

/** Longest run of hidden characters named one by one. */
const longestNamedRun = 4
/** Most marks of one kind drawn for one text. */
const mostMarks = 500
/** Characters beyond this are only counted. */
const mostLookedAt = 200_000

/** The start of a text, never ending in half a character. */
function upTo(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** For places without markup, such as the title of a tab. */
export function withHiddenNamed(text: string): string {
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

/** Counted from both ends, so that the last four characters stay together: a shorter group goes in the middle. */
export function groupsOfFour(text: string): readonly string[] {
  const characters = [...text]
  const rest = characters.length % 4
  const middle = Math.ceil((characters.length - rest) / 8) * 4
  const groups: string[] = []
  for (let start = 0; start < characters.length; ) {
    const end = start + (start === middle && rest > 0 ? rest : 4)
    groups.push(characters.slice(start, end).join(''))
    start = end
  }
  return groups
}
