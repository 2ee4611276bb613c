/** A string, or a number outside of one. Strings are matched so that digits within them are passed over. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON in which no number ever becomes a JavaScript number: a number that a service sends in spite of the
 * specification ("all field values are strings") arrives as its own digits, as text. Throws SyntaxError on broken JSON.
 */
export function parseJson(text: string): unknown {
  // Once as it is, so that what is no JSON is refused before anything is quoted.
  const plain: unknown = JSON.parse(text)
  const hasNumber = text.match(stringOrNumber)?.some((token) => !token.startsWith('"')) ?? false
  if (!hasNumber) return plain
  return JSON.parse(text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)))
}
