/** Bodies of answers as text becomes data: no digit is lost, and nothing nests without end. */
import type { ApiFailure } from './api-error.ts'
import { asFields, asText } from './normal-records.ts'

/** A string, or a number outside one. Matching strings skips the digits inside them. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Parses JSON with every number as text and without an exponent, so that no digit is lost. Throws a `SyntaxError`, or a `RangeError` for excessive nesting. */
export function parseBody(text: string): unknown {
  // Parses the original first: it rejects invalid JSON, and most services send no number.
  const plain: unknown = JSON.parse(text)
  if (!holdsNumber(plain)) return plain
  return JSON.parse(
    text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${withoutExponent(token)}"`)),
  )
}

/** Many languages write a small number as `5.7e-05`. With hundreds of digits it stays as it came. */
function withoutExponent(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/.exec(number)
  if (parts === null || Math.abs(Number(parts[4])) > largestExponent) return number
  const [, sign = '', integer = '', fraction = '', exponent] = parts
  const point = integer.length + Number(exponent)
  const digits = (integer + fraction).padStart(integer.length + fraction.length + Math.max(0, 1 - point), '0')
  const whole = Math.max(1, point)
  const decimals = digits.slice(whole)
  return `${sign}${digits.slice(0, whole).padEnd(whole, '0')}${decimals && `.${decimals}`}`
}

const largestExponent = 100

/** The read API's own records are six deep. */
const deepest = 100
const tooDeep = `Arrays and objects are nested more than ${deepest} deep.`
const mostFields = 10_000
const tooManyFields = `An object has more than ${mostFields.toLocaleString('en')} fields.`
const [mostInSmall, leastLength] = [100_000, 8]
const tooManyValues = 'There are more values than in any records of this length.'
/** What a list holds takes much longer to read than a value. */
const [mostItemsInSmall, leastItemLength] = [100_000, 128]
const tooManyItems = 'There are more items in lists than in any records of this length.'

/** As `parseBody`, of a text that nobody vouches for: what would take far more memory or time than records do is refused before it is parsed. */
export function parseUntrustedBody(text: string): unknown {
  refuseExcess(text)
  return parseBody(text)
}

/** Throws a `RangeError` that says, for people, what there is too much of. All else is for the parser to refuse. */
export function refuseExcess(text: string): void {
  const mostValues = mostInSmall + text.length / leastLength
  const mostItems = mostItemsInSmall + text.length / leastItemLength
  /** Of each object or array around; negative for an array. */
  const fields: number[] = []
  let [values, items] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) {
      if (fields.push(code === openBrace ? 0 : -1) > deepest) throw new RangeError(tooDeep)
      values += 1
      if (code === openBracket) items += 1
    } else if (code === closeBrace || code === closeBracket) fields.pop()
    else if (code === comma) {
      values += 1
      if ((fields[fields.length - 1] ?? 0) < 0) items += 1
    } else if (code === colon) {
      const count = (fields.pop() ?? 0) + 1
      if (count > mostFields) throw new RangeError(tooManyFields)
      fields.push(count)
    }
    if (values > mostValues) throw new RangeError(tooManyValues)
    if (items > mostItems) throw new RangeError(tooManyItems)
  }
}

/** Of its closing quote, or of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (let code = text.charCodeAt(at); at < text.length && code !== quote; code = text.charCodeAt(at))
    at += code === backslash ? 2 : 1
  return at
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

function holdsNumber(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number'
  if (depth === deepest) throw new RangeError(tooDeep)
  let isFound = false
  // No early exit: it also measures the depth.
  for (const part of Object.values(value)) if (holdsNumber(part, depth + 1)) isFound = true
  return isFound
}

/** Some services wrap the body: `{"error": {"error_code": …}}`. */
export function readErrorBody(
  body: unknown,
): Pick<ApiFailure, 'code' | 'message' | 'details' | 'help'> | null {
  const wrapped = Object.values(asFields(body) ?? {})
  const fields = [body, ...wrapped].map(asFields).find((each) => each && 'error_code' in each)
  if (!fields) return null
  const text = (name: string) => asText(fields[name]) ?? ''
  return {
    code: text('error_code'),
    message: text('error_message'),
    details: text('details'),
    help: text('help'),
  }
}
