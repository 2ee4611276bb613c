/** Values that are hard to show: with hidden characters, and with more digits than a number holds. */

/** A name that turns its direction, and has what cannot be seen. */
export const hiddenName = 'Tre\u202eyrusa\u2066\u0007\u200b'

/** As it has to be shown. */
export const shownName = 'TreU+202EyrusaU+2066U+0007U+200B'

/** Amounts of so many digits. */
export const digits78 = `${'9'.repeat(60)}.${'123456789'.repeat(2)}`
export const digits30 = '123456789012345678901234567890'
