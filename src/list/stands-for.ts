import type { FilterOption } from './filter-groups.ts'
import { folded } from './find/rank.ts'

/** The value that a typed text stands for: that of the one option with this id or name, else the text itself. */
export function standsFor(options: readonly FilterOption[], text: string): string {
  const typed = folded(text)
  const byId = options.filter(({ value }) => folded(value) === typed)
  const found = byId.length > 0 ? byId : options.filter(({ label }) => folded(label) === typed)
  return (found.length === 1 ? found[0]?.value : undefined) ?? text.trim()
}
