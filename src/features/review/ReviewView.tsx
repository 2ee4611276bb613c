import { useMemo } from 'react'
import type { Books } from '../../books/books.ts'
import { ReportView } from '../report/index.ts'
import { reviewReport } from './report.ts'

/** Loaded when there are books to review. */
export default function ReviewView({ books }: { books: Books }) {
  const report = useMemo(() => reviewReport(books), [books])
  return <ReportView report={report} />
}
