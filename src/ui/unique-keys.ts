/** Keys for ids that ought to differ, each with how often it came before, so that no row is lost where they do not. */
export function uniqueKeys(ids: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return ids.map((id) => {
    const before = seen.get(id) ?? 0
    seen.set(id, before + 1)
    return `${before}:${id}`
  })
}
