/** The first letter of a text, as it is written at the start of a sentence and within one. */
export function withCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "Value (EUR)" keeps its currency. */
export function withSmallInitial(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
