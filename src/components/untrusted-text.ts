/** Text from outside, made safe to look at: what cannot be seen, or turns the reading direction, becomes visible. */

/** A run of plain text, or one character that would not be seen as what it is. */
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
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(hidden)) {
    // An emoji sequence is joined by U+200D and means nothing else there.
    if (match[0] === '\u200d' && isEmojiJoiner(text, match.index)) continue
    if (match.index > end) parts.push({ kind: 'plain', text: text.slice(end, match.index) })
    parts.push({ kind: 'hidden', text: match[0], name: codePointName(match[0]) })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'plain', text: text.slice(end) })
  return parts
}

/** A text with the names of its hidden characters in their places, where there can be no markup: the title of a tab. */
export function withHiddenNamed(text: string): string {
  return splitHidden(text)
    .map((part) => (part.kind === 'hidden' ? part.name : part.text))
    .join('')
}

function isEmojiJoiner(text: string, index: number): boolean {
  return (
    /\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?$/u.test(text.slice(0, index)) &&
    /^\p{Extended_Pictographic}/u.test(text.slice(index + 1))
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

/** Longer than any address in use: nobody compares that by eye, and thousands of groups take seconds to lay out. */
export const longestGrouped = 256

/** A text in groups of four characters, for reading aloud and comparing. The groups joined are the text. */
export function groupsOfFour(text: string): readonly string[] {
  return [...text].reduce<string[]>((groups, character, index) => {
    if (index % 4 === 0) groups.push(character)
    else groups[groups.length - 1] += character
    return groups
  }, [])
}
