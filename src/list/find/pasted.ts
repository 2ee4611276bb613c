import { splitHidden } from '../../records/untrusted-text.ts'

/** A pasted text as it is looked for, and the hidden characters that were left out of it, each once, such as `U+200B`. */
export interface Pasted {
  readonly text: string
  readonly hidden: readonly string[]
}

/** Reads a pasted text: without hidden characters, gaps made single spaces, none at the ends. */
export function readPasted(pasted: string): Pasted {
  const { text, hidden } = withoutHidden(pasted)
  return { text: text.replace(/\s+/g, ' ').trim(), hidden }
}

/** A text without hidden characters, and otherwise as it is. */
export function withoutHidden(text: string): Pasted {
  const parts = splitHidden(text)
  return {
    text: parts.map((part) => (part.kind === 'plain' ? part.text : '')).join(''),
    hidden: [...new Set(parts.flatMap((part) => (part.kind === 'hidden' ? [part.name] : [])))],
  }
}

/** Says which hidden characters were left out of a pasted text. */
export function hiddenRemark(hidden: readonly string[]): string {
  return `Removed from the text: hidden ${hidden.length === 1 ? 'character' : 'characters'} ${hidden.join(', ')}.`
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
