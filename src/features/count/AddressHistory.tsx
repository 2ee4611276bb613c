import { useMemo } from 'react'
import type { Books } from '../../books/books.ts'
import { ReportView } from '../report/index.ts'
import { addressHistory } from './address-history.ts'

/** Every transaction of the books with an address. */
export default function AddressHistoryReport({
  books,
  address,
  isSame,
}: {
  books: Books
  address: string
  isSame: (address: string | null) => boolean
}) {
  const report = useMemo(() => addressHistory(books, address, isSame), [books, address, isSame])
  return <ReportView report={report} />
}
