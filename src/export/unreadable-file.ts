/** A file that is not what this console writes; `message` is a sentence for the reader that says where it departs. */
export class UnreadableFile extends Error {}

/** Longest row that is read, in characters: no export of sense has one, and what has shall not fill the memory. */
export const longestRow = 16 * 2 ** 20
