/** A value without what services may ignore when they compare it: case, spaces, hyphens and underscores. */
export function looseSpelling(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '')
}
