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
export const tooDeep = `Arrays and objects are nested more than ${deepest} deep.`

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
