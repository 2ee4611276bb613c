/** How many records an answer of the read API holds. */
import { type AnswerForm, type EndpointName, endpoints } from '../../../contract/endpoints.ts'
import { errorEntry, noRecordsCodes } from '../../../contract/errors.ts'

/** What an answer came to. */
export interface AnswerContent {
  /** Records in it; null where it cannot be told. */
  readonly rows: number | null
  /** The service's error code; `other` for one that the read API does not have. Null where the answer is no error. */
  readonly code: string | null
}

/**
 * Counts without parsing: amounts in it become no numbers, and a megabyte takes a few milliseconds. A body that is no JSON may be counted
 * wrongly, and fails nothing.
 */
export function contentOf(endpoint: EndpointName, body: Buffer): AnswerContent {
  const { lists, marks }: AnswerForm = endpoints[endpoint].answer
  const { items, code, keys } = outline(body, lists)
  if (code !== null) {
    const isKnown = errorEntry(code) !== undefined
    return { rows: noRecordsCodes.has(code) ? 0 : null, code: isKnown ? code : 'other' }
  }
  const isOneBare = items === null && marks.some((key) => keys.has(key))
  return { rows: isOneBare ? 1 : items, code: null }
}

/** The keys of the outermost object, the length of the first list that has one of these names, and an `error_code`. */
function outline(body: Buffer, names: readonly string[]) {
  const keys = new Set<string>()
  let items: number | null = null
  let code: string | null = null
  let depth = 0
  let key = ''
  let isKey = false
  let isCounting = false
  let commas = 0
  let isEmpty = true
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (isCounting && depth === 2 && byte !== bytes.closeList && !isSpace(byte)) isEmpty = false
    if (byte === bytes.quote) {
      const end = endOfText(body, at + 1)
      if (depth === 1) {
        const text = body.toString('utf8', at + 1, Math.min(end, at + 1 + longestKey))
        if (isKey) {
          key = text
          keys.add(key)
        } else if (key === 'error_code') code = text
      }
      at = end
    } else if (byte === bytes.openObject || byte === bytes.openList) {
      depth += 1
      if (depth === 1) isKey = byte === bytes.openObject
      if (depth !== 2 || items !== null || !names.includes(key)) continue
      if (byte === bytes.openObject) items = 1
      else {
        isCounting = true
        isEmpty = true
        commas = 0
      }
    } else if (byte === bytes.closeObject || byte === bytes.closeList) {
      if (depth === 2 && isCounting) {
        items = isEmpty ? 0 : commas + 1
        isCounting = false
      }
      depth -= 1
    } else if (byte === bytes.comma) {
      if (depth === 1) isKey = true
      else if (depth === 2 && isCounting) commas += 1
    } else if (byte === bytes.colon && depth === 1) isKey = false
  }
  return { items: depth === 0 ? items : null, code, keys }
}

/** Where a text ends that begins at `from`: its closing quote. */
function endOfText(body: Buffer, from: number): number {
  for (let end = body.indexOf(bytes.quote, from); end >= 0; end = body.indexOf(bytes.quote, end + 1)) {
    let before = end
    while (body[before - 1] === bytes.backslash) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return body.length
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** No key that is looked for, and no code, comes near it. */
const longestKey = 64

const bytes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  openObject: 0x7b,
  closeObject: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
} as const
