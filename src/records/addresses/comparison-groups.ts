import type { DifferencePart } from '../../addresses/likeness.ts'
import { groupsOfFour, longestGrouped, splitHidden } from '../untrusted-text.ts'

/** A stretch of a group that differs, or does not; `at` is where it begins in the address. */
export interface Run extends DifferencePart {
  readonly at: number
}

/**
 * An address for comparing, in groups of four over its parts, so that equal places stand one under the other. In one group where
 * that would mislead or cost much: where it has hidden characters, whose names take room, and where it is longer than any address.
 */
export function comparisonGroups(parts: readonly DifferencePart[]): readonly (readonly Run[])[] {
  const characters = parts.flatMap(({ text, differs }) =>
    [...text].map((character) => ({ character, differs })),
  )
  const whole = parts.map(({ text }) => text).join('')
  const isPlain = splitHidden(whole).every(({ kind }) => kind === 'plain')
  const groups = isPlain && whole.length <= longestGrouped ? groupsOfFour(whole) : [whole]
  let at = 0
  return groups.map((group) => {
    const start = at
    at += [...group].length
    return runs(characters.slice(start, at), start)
  })
}

function runs(
  characters: readonly { readonly character: string; readonly differs: boolean }[],
  start: number,
): readonly Run[] {
  const found: { text: string; differs: boolean; at: number }[] = []
  characters.forEach(({ character, differs }, index) => {
    const last = found.at(-1)
    if (last?.differs === differs) last.text += character
    else found.push({ text: character, differs, at: start + index })
  })
  return found
}
