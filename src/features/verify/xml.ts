/** As much of XML as it takes to read a workbook. Each function takes time in proportion to its text, whatever stands in it. */

interface Element {
  /** Its attributes as text. */
  readonly tag: string
  readonly content: string
}

/** The elements of this name, which do not hold each other. One without an end is the last. */
export function* elementsIn(xml: string, name: 'row' | 'c' | 'v' | 't' | 'si'): Generator<Element> {
  const begin = beginnings[name]
  const end = `</${name}>`
  for (let at = 0; ; ) {
    begin.lastIndex = at
    const found = begin.exec(xml)
    if (!found) return
    const [all, tag = ''] = found
    const from = found.index + all.length
    if (tag.endsWith('/')) {
      yield { tag, content: '' }
      at = from
      continue
    }
    const to = xml.indexOf(end, from)
    if (to < 0) return
    yield { tag, content: xml.slice(from, to) }
    at = to + end.length
  }
}

const beginnings = {
  row: /<row(\s[^<>]*|\/)?>/g,
  c: /<c(\s[^<>]*|\/)?>/g,
  v: /<v(\s[^<>]*|\/)?>/g,
  t: /<t(\s[^<>]*|\/)?>/g,
  si: /<si(\s[^<>]*|\/)?>/g,
} as const

/** The value of an attribute; empty where the tag does not have it. */
export function attribute(tag: string, name: string): string {
  return unescapedXml(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

/** A text with its entities read. */
export function unescapedXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|lt|gt|quot|apos|amp);/g, (found, decimal, hex) => {
    const code =
      decimal === undefined ? (hex === undefined ? null : Number.parseInt(hex, 16)) : Number(decimal)
    if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : found
    return entities.get(found) ?? found
  })
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
])
