/** The line of a text around the first of the words. `words` are lower-case. */
export function excerpt(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ')
  const lower = line.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const before = [...line.slice(0, Math.min(...places, line.length))]
  const rest = [...line.slice(before.join('').length)]
  const start = before.length > mostBefore ? `…${before.slice(-mostBefore).join('')}` : before.join('')
  const room = longestExcerpt - start.length
  return start + (rest.length > room ? `${rest.slice(0, room).join('')}…` : rest.join(''))
}

const mostBefore = 20
const longestExcerpt = 80
