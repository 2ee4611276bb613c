/** How far apart two texts are. */
export interface Typo {
  /** How many characters have to be added, left out or changed to make one of the other. */
  readonly edits: number
  /** How many characters more than the known address it has; negative where some are missing. */
  readonly longer: number
}

/** "one character is missing", "3 characters differ". */
export function typoInWords({ edits, longer }: Typo): string {
  const one = edits === 1
  const characters = one ? 'one character' : `${edits} characters`
  if (longer === -edits) return `${characters} ${one ? 'is' : 'are'} missing`
  if (longer === edits) return `${characters} too many`
  return `${characters} ${one ? 'differs' : 'differ'}`
}
