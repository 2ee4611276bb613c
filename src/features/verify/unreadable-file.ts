/** A file that cannot be checked, or not to its end; `message` is a sentence for the reader that says why. */
export class UnreadableFile extends Error {}

/** Longest row that is read, in characters. No real export has one; a file that does must not fill memory. */
export const longestRow = 16 * 2 ** 20

/** A larger file of facts is not read. */
export const mostFactsBytes = 64 * 2 ** 20
