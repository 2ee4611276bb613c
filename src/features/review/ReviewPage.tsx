import { useMemo } from 'react'
import type { Books } from '../../books/books.ts'
import { PageBody, PageHeader } from '../../ui/page.tsx'
import { BooksNeeded } from '../../work/BooksNeeded.tsx'
import { ReportView } from '../report/index.ts'
import { reviewReport } from './report.ts'

export default function ReviewPage() {
  return (
    <>
      <PageHeader title="Whitelist review" />
      <PageBody>
        <BooksNeeded what="A review of the whitelists">{(books) => <Reviewed books={books} />}</BooksNeeded>
      </PageBody>
    </>
  )
}

function Reviewed({ books }: { books: Books }) {
  const report = useMemo(() => reviewReport(books), [books])
  return <ReportView report={report} />
}
