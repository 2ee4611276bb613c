/** A file that is not what this console writes; `message` is a sentence for the reader that says where it departs. */
export class UnreadableFile extends Error {}

/** Longest row that is read, in characters. No real export has one; a file that does must not fill memory. */
export const longestRow = 16 * 2 ** 20

/** A larger file of facts is not read. */
export const mostFactsBytes = 64 * 2 ** 20

/** What other programs do to a file without touching what stands in it. */
export type Oddity = 'line-endings' | 'no-mark' | 'mark' | 'layout' | 'separators' | 'workbook'
