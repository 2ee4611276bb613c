import type { HeldBooks } from '../../books/books.ts'
import { FromBooks } from '../../work/BooksNeeded.tsx'
import { ReportView } from '../report/index.ts'

export default function AddressHistoryView({ books, address }: { books: HeldBooks; address: string }) {
  return (
    <FromBooks
      view="address-history"
      books={books}
      input={{ address, isDated: false }}
      later={{ address, isDated: true }}
    >
      {(report) => <ReportView report={report} />}
    </FromBooks>
  )
}
