/** Text from outside, made safe to look at: what cannot be seen, or turns the reading direction, becomes visible. */

import { counted } from '../contract/count-text.ts'

/** A run of plain text, or characters (mostly one) that would not be seen as what they are. */
export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly name: string }

/**
 * Control and format characters (among them the bidirectional controls and the zero-width ones), lone surrogates, line
 * and paragraph separators, fillers. Line breaks and tabs are layout, and variation selectors belong to emoji.
 */
const hidden = /(?!\r?\n|\t|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Splits text into what can be seen and what is hidden; the parts' texts joined are the text. */
export function splitHidden(text: string): readonly TextPart[] {
  return isPrintableAscii(text) ? (text === '' ? [] : [{ kind: 'plain', text }]) : [...partsOf(text)]
}

/** Whether a text is of the characters alone that are always seen as what they are, and read in our own direction: nearly all are. */
export function isPrintableAscii(text: string): boolean {
  return printableAscii.test(text)
}

const printableAscii = /^[\x20-\x7e]*$/

function* partsOf(text: string): Generator<TextPart> {
  let end = 0
  for (const match of text.matchAll(hidden)) {
    // An emoji sequence is joined by U+200D and means nothing else there.
    if (match[0] === '\u200d' && isEmojiJoiner(text, match.index)) continue
    if (match.index > end) yield { kind: 'plain', text: text.slice(end, match.index) }
    yield { kind: 'hidden', text: match[0], name: codePointName(match[0]) }
    end = match.index + match[0].length
  }
  if (end < text.length) yield { kind: 'plain', text: text.slice(end) }
}

/** A text as it is drawn: its first parts, of those that are hidden long runs as one, and how many characters come after them. */
export interface ShownText {
  readonly parts: readonly TextPart[]
  readonly more: number
}

/**
 * As much of a text as can be drawn without holding up the page: about `most` characters, and so many hidden ones among them as
 * somebody might still look at. More than a few in a row are one part with their count for a name.
 */
export function shownText(text: string, most: number): ShownText {
  const parts: TextPart[] = []
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
    parts.push({ kind: 'plain', text: plain })
    drawn += plain.length
    length += plain.length
    if (plain.length < part.text.length) break
  }
  endRun()
  return { parts, more: text.length - length }
}

/** So many hidden characters in a row are named one by one. */
const longestNamedRun = 4
/** So many marks of hidden characters are drawn of one text. */
const mostMarks = 500
/** What is behind so many characters is counted only. */
const mostLookedAt = 200_000

/** The beginning of a text, which ends with no half of a character. */
function upTo(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** A text with the names of its hidden characters in their places, where there can be no markup: the title of a tab. */
export function withHiddenNamed(text: string): string {
  const { parts, more } = shownText(text, longestTitle)
  return (
    parts.map((part) => (part.kind === 'hidden' ? part.name : part.text)).join('') + (more > 0 ? '…' : '')
  )
}

const longestTitle = 1_000

/** By the few characters around it: to look through all that stands before each would take a long text's square. */
function isEmojiJoiner(text: string, index: number): boolean {
  return (
    /\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?$/u.test(text.slice(Math.max(0, index - 5), index)) &&
    /^\p{Extended_Pictographic}/u.test(text.slice(index + 1, index + 3))
  )
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The address of a link from outside if it is http(s) and carries no credentials; null for anything else. */
export function safeHttpLink(text: string | null): string | null {
  if (text === null || !/^https?:\/\//i.test(text.trim())) return null
  try {
    const url = new URL(text.trim())
    return url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

/** A text shortened in its middle to about `head + tail` characters, both ends kept; as it is where that saves little. */
export function shortenMiddle(
  text: string,
  head: number,
  tail: number,
): { start: string; end: string } | null {
  const characters = [...text]
  if (characters.length <= head + tail + 3) return null
  return { start: characters.slice(0, head).join(''), end: characters.slice(-tail).join('') }
}

/** Longer than any hash or id: such a text is not shortened, but cut. */
export const longestShortened = 1_000

/** Longer than any address in use: nobody compares that by eye, and thousands of groups take seconds to lay out. */
export const longestGrouped = 256

/**
 * A text in groups of four characters, for reading aloud and comparing. Grouped from both ends, so that the last four stay together: a
 * shorter group stands in the middle. The groups joined are the text.
 */
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
