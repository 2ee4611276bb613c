/** Ids, hashes and addresses as people shorten them: `0xc325…10e6`, `0xc325...10e6`, `0xc325****10e6`, `…10e6`. */

export interface ShortenedText {
  /** One of them may be empty. */
  readonly start: string
  readonly end: string
}

/** Null for a word that is not shortened. A word of a language that ends with dots is none: an end alone has a digit. */
export function readShortened(word: string): ShortenedText | null {
  const [, start = '', mark = '', end = ''] = shortenedForm.exec(word) ?? []
  if (mark === '') return null
  const isPart = (text: string) => text.length >= shortestEnd
  // Two short ends of an address tell as much as one long end: `0x4f…c1`.
  if (start.length >= 2 && end.length >= 2 && start.length + end.length >= 2 * shortestEnd)
    return { start, end }
  const only = end === '' ? start : start === '' ? end : ''
  return isPart(only) && /\d/.test(only) ? { start, end } : null
}

/** The same text with one mark for all of them. Spaces around it go where they do not divide words; dots that shorten nothing stay. */
export function withOneMark(text: string): string {
  return text.replace(spacedMark, (whole, start: string, before: string, after: string, end: string) => {
    const joined = `${start}…${end}`
    const isApart = (before !== '' || after !== '') && !/\d/.test(start + end)
    return isApart || readShortened(joined) === null ? whole : joined
  })
}

const shortestEnd = 3

const marks = '…|‥|⋯|\\.{2,6}|\\*{2,12}'
const shortenedForm = new RegExp(`^([\\w:+/=-]*)(${marks})([\\w:+/=-]*)$`)
const spacedMark = new RegExp(`([\\w:+/=-]*)( ?)(?:${marks})( ?)([\\w:+/=-]*)`, 'g')
