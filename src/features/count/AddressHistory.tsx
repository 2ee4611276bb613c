import { useState } from 'react'
import type { HeldBooks } from '../../books/books.ts'
import { Button } from '../../ui/buttons.tsx'
import { FromBooks } from '../../work/BooksNeeded.tsx'
import { ReportView } from '../report/index.ts'

/** The days of all transactions cost many requests, so they are found when asked for. */
export default function AddressHistoryView({ books, address }: { books: HeldBooks; address: string }) {
  const [isDated, setDated] = useState(false)
  return (
    <FromBooks
      view="address-history"
      books={books}
      input={{ address, isDated: false }}
      {...(isDated && { later: { address, isDated } })}
    >
      {(report) => (
        <>
          <ReportView report={report} />
          {!isDated && report.tables.length > 0 && (
            <div data-print="hide">
              <Button small onClick={() => setDated(true)}>
                Find dates
              </Button>
            </div>
          )}
        </>
      )}
    </FromBooks>
  )
}
