import type { AnswerBasis } from '../contract/console-api.ts'
import { countText } from '../contract/count-text.ts'

export const notWhole = 'The service may have more than it sent'

/** Why a list has no rows: filters that match nothing are told from a list that is empty, and both from what is not known. */
export function emptyInWords({
  noun,
  isFiltered,
  undecided,
  completeness,
  among,
}: {
  readonly noun: string
  readonly isFiltered: boolean
  readonly undecided: number
  readonly completeness: AnswerBasis['completeness']
  /** How many the page itself looked through; null where it did not. */
  readonly among: number | null
}): { readonly title: string; readonly text: string } {
  if (!isFiltered) {
    return { title: 'There is nothing here yet', text: 'The service lists no records of this kind.' }
  }
  if (undecided > 0) {
    return {
      title: `No ${noun} are known to match`,
      text: `${countText(undecided)} ${noun} may or may not be in this period.`,
    }
  }
  const title = `No ${noun} match`
  if (completeness === 'partial') {
    return { title, text: `Nothing that the service sent matches. ${notWhole}.` }
  }
  if (among !== null) return { title, text: `None of these ${among} ${noun} match.` }
  return { title, text: 'Nothing matches all of these filters.' }
}

/** Of rows that may be in a period: they are more only where others are shown. */
export function undecidedInWords(undecided: number, shown: number): string {
  return `${countText(undecided)} ${shown > 0 ? 'more ' : ''}may be in this period`
}
