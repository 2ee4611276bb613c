/** Keys for ids that ought to differ: one that has come before gets its place added, so that no row is lost. */
export function uniqueKeys(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  return ids.map((id, index) => {
    if (seen.has(id)) return `${id} ${index}`
    seen.add(id)
    return id
  })
}
