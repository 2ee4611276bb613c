/** Controls, format characters (bidirectional, zero-width), lone surrogates, separators, fillers. Variation selectors belong to emoji. */
const hidden = /(?!\r?\n|\t|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

interface HiddenCharacter {
  readonly character: string
  readonly at: number
  readonly name: string
}

export function* hiddenIn(text: string): Generator<HiddenCharacter> {
  // U+200D only joins an emoji sequence.
  for (const { 0: character, index: at } of text.matchAll(hidden))
    if (character !== '\u200d' || !isEmojiJoiner(text, at))
      yield { character, at, name: codePointName(character) }
}

export interface CleanText {
  readonly text: string
  /** The removed characters, each once, such as `U+200B`. */
  readonly hidden: readonly string[]
}

export function withoutHidden(text: string): CleanText {
  const characters = [...hiddenIn(text)]
  let clean = ''
  let end = 0
  for (const { at, character } of characters) {
    clean += text.slice(end, at)
    end = at + character.length
  }
  return { text: clean + text.slice(end), hidden: [...new Set(characters.map(({ name }) => name))] }
}

/** What a maker may state: plain text of one line. */
export function isStatedLine(text: string): boolean {
  return text.length <= 200 && !/[\t\r\n]/.test(text) && hiddenIn(text).next().done === true
}

/** Also with single spaces. */
export function tidied(text: string): CleanText {
  const clean = withoutHidden(text)
  return { ...clean, text: clean.text.replace(/\s+/g, ' ').trim() }
}

export function hiddenRemark(hidden: readonly string[]): string {
  return `Removed from the text: hidden ${hidden.length === 1 ? 'character' : 'characters'} ${hidden.join(', ')}.`
}

/** Looks only at the characters around it; scanning the whole text each time would be quadratic. */
function isEmojiJoiner(text: string, index: number): boolean {
  return (
    /\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?$/u.test(text.slice(Math.max(0, index - 5), index)) &&
    /^\p{Extended_Pictographic}/u.test(text.slice(index + 1, index + 3))
  )
}

export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
