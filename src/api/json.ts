/** A string, or a number outside of one. Strings are matched so that digits within them are passed over. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON in which no number ever becomes a JavaScript number: a number that a service sends in spite of the
 * specification ("all field values are strings") arrives as its own digits, as text. Throws SyntaxError on broken JSON, and
 * `NestedTooDeep`.
 */
export function parseJson(text: string): unknown {
  const hasNumber = look(text)
  // Once as it is, so that what is no JSON is refused before anything is quoted.
  const plain: unknown = JSON.parse(text)
  if (!hasNumber) return plain
  return JSON.parse(text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}

/** JSON in which so much stands within each other that whoever goes through it may run out of room. */
export class NestedTooDeep extends Error {
  override readonly name = 'NestedTooDeep'

  constructor() {
    super(`Arrays and objects within each other, more than ${deepest} deep.`)
  }
}

/** The read API's own records are six deep. */
const deepest = 100

/** Whether there is a number outside of strings; throws where it is nested too deep. */
function look(text: string): boolean {
  let depth = 0
  let hasNumber = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBracket || code === openBrace) {
      depth += 1
      if (depth > deepest) throw new NestedTooDeep()
    } else if (code === closeBracket || code === closeBrace) depth -= 1
    else if (code >= zero && code <= nine) hasNumber = true
  }
  return hasNumber
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

const [quote, backslash, zero, nine] = [0x22, 0x5c, 0x30, 0x39]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
