/** The reports that books make. */
import { type Books, listsRead, updateSentence } from '../../books/books.ts'
import type { Basis } from '../../contract/report.ts'

export function basisOf(
  books: Books,
  lists: readonly ('vaults' | 'balances' | 'whitelists' | 'transactions')[],
): Basis {
  const { service, account, ended } = books
  const read = listsRead(books)
    .filter(({ list }) => lists.includes(list))
    .map(({ endpoint, end }) => ({ endpoint, ...end }))
  const update = lists.includes('transactions') && updateSentence(books)
  return {
    ...{ service, account, as_of: ended, read_whole: books.update?.whole ?? ended },
    endpoints: read.map(({ endpoint }) => endpoint),
    read: { records: read.reduce((sum, { rows }) => sum + rows, 0) },
    doubts: [...new Set(read.flatMap(({ doubts }) => doubts))],
    ...(update && { update }),
  }
}
