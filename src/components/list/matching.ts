import { folded } from '../find/pasted.ts'
import type { FilterOption } from './filter-groups.ts'

/** The options that a typed text can mean, the likeliest first: exactly its id, its name, then beginnings, then parts. */
export function matchingOptions(options: readonly FilterOption[], text: string): readonly FilterOption[] {
  const typed = folded(text)
  if (typed === '') return options
  return options
    .map((option) => ({ option, rank: rank(option, typed) }))
    .filter((match) => match.rank < noMatch)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

/** The value that a typed text stands for: that of the one option with this id or name, else the text itself. */
export function standsFor(options: readonly FilterOption[], text: string): string {
  const typed = folded(text)
  const byId = options.filter(({ value }) => folded(value) === typed)
  const found = byId.length > 0 ? byId : options.filter(({ label }) => folded(label) === typed)
  return (found.length === 1 ? found[0]?.value : undefined) ?? text.trim()
}

const noMatch = 5
const shortestIdPart = 4

function rank({ value, label, detail = '' }: FilterOption, typed: string): number {
  const [id, name, kind] = [folded(value), folded(label), folded(detail)]
  if (id === typed) return 0
  if (name === typed) return 1
  if (id.startsWith(typed) || name.startsWith(typed)) return 2
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))) return 3
  // A few characters are in some id or other by chance, which nobody understands who reads names.
  const isInId = typed.length >= shortestIdPart && id.includes(typed)
  return isInId || name.includes(typed) || kind.includes(typed) ? 4 : noMatch
}
