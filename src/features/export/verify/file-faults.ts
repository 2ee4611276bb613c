/** A file that is not what this console writes; `message` is a sentence for the reader that says where it departs. */
export class UnreadableFile extends Error {}

/** Longest row that is read, in characters: no export of sense has one, and what has shall not fill the memory. */
export const longestRow = 16 * 2 ** 20

/** What other programs do to a file without touching what stands in it. */
export type Oddity = 'line-endings' | 'no-mark' | 'mark' | 'layout' | 'separators' | 'workbook'

/** Each as a part of a sentence about the file. */
export const oddityWords: Readonly<Record<Oddity, string>> = {
  'line-endings': 'line endings were changed, as editors do',
  'no-mark': 'the byte order mark was taken away, as editors do',
  mark: 'it begins with a byte order mark, as editors write it',
  layout: 'it was laid out anew',
  separators: 'its cells are separated otherwise, as spreadsheets save them',
  workbook:
    'another program saved this workbook. Its texts were read; how they look, such as number formats and column widths, was not',
}
