/** Where Home, End and letters lead in a list that has the focus: a letter to the next option that begins with it. */
export function pickKey(key: string, active: number | null, texts: readonly string[]): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return texts.length - 1
  if (key.length !== 1) return null
  const after = (active ?? -1) + 1
  const turned = [...texts.slice(after), ...texts.slice(0, after)]
  const found = turned.findIndex((text) => text.toLowerCase().startsWith(key.toLowerCase()))
  return found < 0 ? null : (found + after) % texts.length
}
