/** What the lines of a log say, or of another file of JSON lines. */
export function jsonLines(text: string) {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
