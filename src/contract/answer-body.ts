/** Bodies of answers as text becomes data: no digit is lost, and nothing nests without end. */
import type { ApiFailure } from './api-error.ts'
import { asFields, asText } from './normal-records.ts'

/** A string, or a number outside one. Matching strings skips the digits inside them. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Parses JSON with every number as text, so that no digit is lost. Throws a `SyntaxError`, or a `RangeError` for excessive nesting. */
export function parseBody(text: string): unknown {
  // Parses the original first: it rejects invalid JSON, and most services send no number.
  const plain: unknown = JSON.parse(text)
  if (!holdsNumber(plain)) return plain
  return JSON.parse(text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}

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

export function readErrorBody(
  body: unknown,
): Pick<ApiFailure, 'code' | 'message' | 'details' | 'help'> | null {
  const fields = asFields(body)
  if (!fields || !('error_code' in fields)) return null
  const text = (name: string) => asText(fields[name]) ?? ''
  return {
    code: text('error_code'),
    message: text('error_message'),
    details: text('details'),
    help: text('help'),
  }
}
