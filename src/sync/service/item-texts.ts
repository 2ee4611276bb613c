/** The exact text of each record of an answer, so that it can be kept as it came: parsing and writing again would change numbers and escapes. */

/**
 * The items that `envelopeItems` finds in the parsed text, each as it stands in the text, without white space around it. Null where that
 * function gives null. Throws a `SyntaxError` only where the text is no JSON; all else is not checked. Takes one pass.
 */
export function itemTexts(
  text: string,
  names: readonly string[],
  marks: readonly string[] = [],
): readonly string[] | null {
  const scanner = new Scanner(text)
  const body = scanner.value()
  if (text[body.start] !== '{') return null
  const members = membersOf(text, body)
  for (const name of names) {
    const value = members.get(name)
    if (value === undefined) continue
    const first = text[value.start]
    if (first === '[') return elementsOf(text, value)
    if (first === '{') return [text.slice(value.start, value.end)]
  }
  return marks.some((name) => members.has(name)) ? [text.slice(body.start, body.end)] : null
}

/** `end` is behind the last character. */
interface Span {
  readonly start: number
  readonly end: number
}

/** As `JSON.parse` does, the last member of a name counts. */
function membersOf(text: string, body: Span): ReadonlyMap<string, Span> {
  const members = new Map<string, Span>()
  const scanner = new Scanner(text, body.start + 1)
  while (scanner.hasItem('}')) {
    const name = scanner.value()
    scanner.take(':')
    // A name may be written with escapes.
    members.set(String(JSON.parse(text.slice(name.start, name.end))), scanner.value())
  }
  return members
}

function elementsOf(text: string, array: Span): readonly string[] {
  const elements: string[] = []
  const scanner = new Scanner(text, array.start + 1)
  while (scanner.hasItem(']')) {
    const { start, end } = scanner.value()
    elements.push(text.slice(start, end))
  }
  return elements
}

class Scanner {
  readonly #text: string
  #at: number

  constructor(text: string, at = 0) {
    this.#text = text
    this.#at = at
  }

  /** Whether an item follows, and not the end of the object or array. */
  hasItem(close: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] === ',') this.#at += 1
    this.#skipSpace()
    if (this.#at >= this.#text.length) throw broken()
    return this.#text[this.#at] !== close
  }

  take(character: string): void {
    this.#skipSpace()
    if (this.#text[this.#at] !== character) throw broken()
    this.#at += 1
  }

  value(): Span {
    this.#skipSpace()
    const start = this.#at
    const first = this.#text[start]
    if (first === '"') this.#skipString()
    else if (first === '{' || first === '[') this.#skipNested()
    else this.#skipLiteral()
    if (this.#at === start) throw broken()
    return { start, end: this.#at }
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1
  }

  #skipString(): void {
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const code = this.#text.charCodeAt(at)
      if (code === backslash) at += 1
      else if (code === quote) {
        this.#at = at + 1
        return
      }
    }
    throw broken()
  }

  #skipNested(): void {
    let depth = 0
    while (this.#at < this.#text.length) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === quote) {
        this.#skipString()
        continue
      }
      this.#at += 1
      if (code === openBrace || code === openBracket) depth += 1
      else if (code === closeBrace || code === closeBracket) {
        depth -= 1
        if (depth === 0) return
      }
    }
    throw broken()
  }

  #skipLiteral(): void {
    while (this.#at < this.#text.length && !endsLiteral(this.#text.charCodeAt(this.#at))) this.#at += 1
  }
}

const [quote, backslash] = [0x22, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const [comma, colon] = [0x2c, 0x3a]

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function endsLiteral(code: number): boolean {
  return isSpace(code) || code === comma || code === colon || code === closeBrace || code === closeBracket
}

function broken(): SyntaxError {
  return new SyntaxError('The text is not JSON.')
}
